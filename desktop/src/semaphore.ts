/** Has work done one after the other, whatever came of the one before. */
type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Work that is given from within such work would wait for itself: call it directly there. */
export function createSemaphore(): Semaphore {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
