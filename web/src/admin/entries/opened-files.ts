import { createListeners } from '../../lib/listeners.ts'

/** Files opened with the desktop app, which wait for the notice form. */
let waiting: readonly File[] = []
const { subscribe, notify } = createListeners()

export const openedFiles = {
  /** Called by `start-in-desktop-app.ts` for each file that the desktop app was opened with. */
  add(file: File): void {
    waiting = [...waiting, file]
    notify()
  },
  /** Returns the files and removes them. */
  take(): readonly File[] {
    const taken = waiting
    waiting = []
    return taken
  },
  /** Calls its listener for each new file, until the returned function is called. */
  subscribe,
}
