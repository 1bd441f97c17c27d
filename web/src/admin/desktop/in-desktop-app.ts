import { DESKTOP_SHELL } from '@bidyaloy/shared/desktop/answer-headers'

/** Whether the desktop program gave this page; a school's server never says so. */
export function inDesktopApp(): boolean {
  return document.documentElement.dataset.shell === DESKTOP_SHELL
}
