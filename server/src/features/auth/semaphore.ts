/** Runs a piece of work, at once or when its turn comes. */
type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Lets at most `places` pieces of work run at a time; the others wait in the order they came. */
export function createSemaphore(places: number): Semaphore {
  let free = places
  const waiting: (() => void)[] = []
  const enter = () => {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    // The place goes straight to the next in line: nobody can slip in between.
    if (next) next()
    else free += 1
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
