// A file of its own: the stores of the site and of the dashboard share it.

/** Creates the listeners of a store, such as one read by `useSyncExternalStore`. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Calls `listener` on every change, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify(): void {
      for (const listener of listeners) listener()
    },
  }
}
