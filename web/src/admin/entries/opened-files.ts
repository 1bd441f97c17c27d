/** Files handed to the program from outside its page, until the form of notices takes them. */
let waiting: readonly File[] = []
const listeners = new Set<() => void>()

export const openedFiles = {
  give(files: readonly File[]): void {
    waiting = [...waiting, ...files]
    for (const given of listeners) given()
  },
  /** Whoever takes them has them alone. */
  take(): readonly File[] {
    const taken = waiting
    waiting = []
    return taken
  },
  /** Calls back when there are new ones, until the returned function is called. */
  subscribe(given: () => void): () => void {
    listeners.add(given)
    return () => listeners.delete(given)
  },
}
