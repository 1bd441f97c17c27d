import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'

/** Longest time that a write waits for what readers are about to request. */
const MAX_HOLD_MS = 250

/** Makes ready what readers of a revision are about to request. */
export type Prepare = (revision: number) => Promise<void>

/** The number of commits that change public data: of all, and of those that readers have to see. */
export interface Revisions {
  /** Number of commits. What is read now is at least of this revision. */
  readonly committed: number
  /** Number of the commits whose writes were answered, or are about to be. */
  readonly revision: number
  /** Counts a commit. Resolves when `revision` contains it. */
  commit(): Promise<void>
  /** Counts a commit of another process, which may have been answered already. */
  commitOfOthers(): void
  /** Calls `listener` after each change of `revision`. @returns a function that ends this */
  onChange(listener: () => void): () => void
  /**
   * Calls `prepare` before `revision` changes, which waits for it up to 250 ms. The commits of that
   * time share the next call. @returns a function that ends this
   */
  beforeChange(prepare: Prepare): () => void
}

/** Starts to count at 1: the caches of a process begin empty. */
export function createRevisions(): Revisions {
  const listeners = new Set<() => void>()
  const preparations = new Set<Prepare>()
  let committed = 1
  let revision = 1
  let last = Promise.resolve()
  let next: Promise<void> | undefined

  const set = (present: number) => {
    // Another process was faster.
    if (present <= revision) return
    revision = present
    for (const listener of listeners) listener()
  }
  const prepareAll = () =>
    Promise.allSettled([...preparations].map((prepare) => prepare(committed)))
  const show = async () => {
    next = undefined
    const present = committed
    if (preparations.size > 0) await within(MAX_HOLD_MS, prepareAll())
    set(present)
  }

  return {
    get committed() {
      return committed
    },
    get revision() {
      return revision
    },
    commit() {
      committed += 1
      next ??= last = last.catch(() => undefined).then(show)
      // Many writes may wait for the same revision.
      return next.then(yieldToEventLoop)
    },
    commitOfOthers() {
      committed += 1
      set(committed)
      void prepareAll()
    },
    onChange: (listener) => addTo(listeners, listener),
    beforeChange: (prepare) => addTo(preparations, prepare),
  }
}

function addTo<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => void all.delete(one)
}

/** Resolves with `work`, or after `ms` milliseconds. */
function within(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void work.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
