import { PROGRAM_SHELL } from '@bidyaloy/shared/desktop/program-shell'

/** Whether the desktop program gave this page; a school's server never says so. */
export function inProgram(): boolean {
  return document.documentElement.dataset.shell === PROGRAM_SHELL
}
