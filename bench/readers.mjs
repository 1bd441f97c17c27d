import { load, withCpu } from './load.mjs'
import { inRounds } from './rounds.mjs'
import { signIn } from './servers.mjs'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'
const counted = { 'accept-encoding': 'br', 'user-agent': PHONE }
/** Of the same length, so that parsing costs the same; the check of the client ends at the first header. */
const plain = { ...counted, 'sec-gpc': '0' }
const uncounted = { ...counted, 'sec-gpc': '1' }

/** The server that is measured. */
export const server = {}

/** Measures cached pages with and without counting their reader, of the same server. */
export async function measure({ rounds, seconds }, school) {
  const [{ _id: id }] = await (await fetch(`${school.url}/api/notices?limit=1`)).json()
  const rows = []
  for (const path of ['/', `/n/${id}`]) {
    const url = school.url + path
    const take = (headers) => () =>
      withCpu(school.pid, () => load({ url, headers, connections: 32, duration: seconds }))
    for (let time = 0; time < 3; time += 1) {
      await (await fetch(url, { headers: counted })).arrayBuffer()
    }
    await load({ url, headers: plain, connections: 32, duration: 2 })
    // Twice as many rounds: a difference of percents is looked for.
    const { on, off } = await inRounds(2 * rounds, { off: take(uncounted), on: take(plain) })
    rows.push({
      what: `GET ${path === '/' ? path : '/n/<id>'}, counted`,
      figure: on.perSecond / off.perSecond,
      unit: 'of uncounted',
      aim: { atLeast: 0.97 },
      raw: {
        'requests/s': on.perSecond,
        uncounted: off.perSecond,
        'µs CPU': on.cpuMicros,
        'uncounted µs': off.cpuMicros,
      },
    })
  }
  const headers = await signIn(school)
  const answer = await fetch(`${school.url}/api/admin/readers?ids=${id}`, { headers })
  const { site, entries } = await answer.json()
  if (!site.total || !entries[0]?.total) throw new Error('Nothing was counted')
  return rows
}
