/* The array's own `toSpliced` and `with` are newer than the browsers of school offices. */

/** The list without what stands at `index`. */
export function removedAt<T>(list: readonly T[], index: number): T[] {
  return [...list.slice(0, index), ...list.slice(index + 1)]
}

/** The list with `item` standing at `index`, what stood there behind it. */
export function insertedAt<T>(list: readonly T[], index: number, item: T): T[] {
  return [...list.slice(0, index), item, ...list.slice(index)]
}

/** The list with `item` in the place of what stands at `index`. */
export function replacedAt<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((present, place) => (place === index ? item : present))
}
