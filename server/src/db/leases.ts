/** The right of one process to a task, of all processes that use the same records. */
export interface Lease {
  /** Aborted if it is lost, because the database was away for too long. */
  readonly lost: AbortSignal
  /** Lets other processes take it. */
  release(): Promise<void>
}

/** Background work that one process does at a time. */
export interface LeasedWork {
  /** Whether this process does it. */
  readonly isRunning: boolean
  /** Waits for the work to stop, then lets another process do it. */
  stop(): Promise<void>
}

/** Starts work. @returns a function that stops it */
export type StartWork = () => Promise<() => Promise<void>>

/** Decides which of several processes does a task. */
export interface Leases {
  /** Takes a lease, without waiting. @returns null if it is taken */
  take(name: string): Promise<Lease | null>
  /**
   * Starts work now, or as soon as no other process does it. Stops it while the lease is lost.
   * @throws what `start` throws, if it was called at once
   */
  run(name: string, start: StartWork): Promise<LeasedWork>
}

/** The leases where only one process has the records: each is free unless it has it already. */
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
