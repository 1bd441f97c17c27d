import { load, withCpu } from './load.mjs'
import { inRounds } from './rounds.mjs'
import { startReference } from './servers.mjs'

/**
 * Loads a path of a school and a reference server in turns.
 * @param asked path, request headers, and the job of the reference server
 * @param effort rounds, seconds of each and connections
 * @returns medians of both: requests per second, 99th percentile, CPU per request
 */
export async function againstReference(school, asked, { rounds, seconds, connections }) {
  const { path, headers, order } = asked
  const reference = await startReference(order)
  const loadOf = (url, duration) => load({ url, headers, connections, duration })
  try {
    // Warm-up for the JIT compiler.
    for (const url of [reference.url, school.url + path]) await loadOf(url, 1)
    return await inRounds(rounds, {
      bare: () => withCpu(reference.pid, () => loadOf(reference.url, seconds)),
      ours: () => withCpu(school.pid, () => loadOf(school.url + path, seconds)),
    })
  } finally {
    await reference.stop()
  }
}
