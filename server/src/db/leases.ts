/** A lock that one process has of all that share a database; it expires if the process dies. */
export interface Lease {
  /** Aborted when the lease is lost, because the database was unreachable for too long. */
  readonly lost: AbortSignal
  /** Frees it for other processes. */
  release(): Promise<void>
}

/** Background work that runs in one process at a time. */
export interface LeasedWork {
  /** Whether it runs in this process. */
  readonly isRunning: boolean
  /** Waits for the work to stop, then lets another process do it. */
  stop(): Promise<void>
}

/** Starts work. @returns a function that stops it */
export type StartWork = () => Promise<() => Promise<void>>

/** Decides which of several processes runs a task. */
export interface Leases {
  /** Takes a lease, without waiting. @returns null if it is taken */
  take(name: string): Promise<Lease | null>
  /**
   * Runs work while this process has the lease: starts it now, or as soon as no other process has it.
   * @throws what `start` throws, if it is called at once
   */
  run(name: string, start: StartWork): Promise<LeasedWork>
}

/** Leases within a single process, for a database that no other process uses. */
export function createLocalLeases(): Leases {
  const taken = new Set<string>()
  return {
    async take(name) {
      if (taken.has(name)) return null
      taken.add(name)
      return {
        lost: new AbortController().signal,
        release: async () => void taken.delete(name),
      }
    },
    async run(_name, start) {
      const stop = await start()
      return { isRunning: true, stop }
    },
  }
}
