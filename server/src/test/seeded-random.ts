/** Pseudo-random numbers, repeatable for a seed. */
export interface SeededRandom {
  /** Integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Creates a Mulberry32 generator, seeded with a hash of `seed`. */
export function seededRandom(seed: string): SeededRandom {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    pick: (list) => list[between(0, list.length - 1)] ?? list[0],
  }
}
