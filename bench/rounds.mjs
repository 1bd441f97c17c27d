/** Median. */
export function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)]
}

/**
 * Interleaves several measurements, so that other load on the machine affects all of them.
 * @param {number} rounds
 * @param {Record<string, () => Promise<Record<string, number>>>} takers each measures once
 * @returns medians by taker and value
 */
export async function inRounds(rounds, takers) {
  const taken = Object.fromEntries(Object.keys(takers).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, take] of Object.entries(takers)) taken[name].push(await take())
  }
  const medians = {}
  for (const [name, figures] of Object.entries(taken)) {
    medians[name] = Object.fromEntries(
      Object.keys(figures[0]).map((of) => [of, median(figures.map((one) => one[of]))]),
    )
  }
  return medians
}
