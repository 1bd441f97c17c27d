/** Files opened through the desktop app, until the form of notices takes them. */
let waiting: readonly File[] = []
const listeners = new Set<() => void>()

export const openedFiles = {
  add(file: File): void {
    waiting = [...waiting, file]
    for (const added of listeners) added()
  },
  /** Returns the files and removes them. */
  take(): readonly File[] {
    const taken = waiting
    waiting = []
    return taken
  },
  /** Calls `added` for new files, until the returned function is called. */
  subscribe(added: () => void): () => void {
    listeners.add(added)
    return () => listeners.delete(added)
  },
}
