import { ask } from './load.mjs'
import { residentMb } from './resident.mjs'

const PAGES = [
  '/',
  '/allNotices',
  '/allnews',
  '/allDownloads',
  '/photo-gallery',
  '/golden-jubilee-photo-gallery',
  '/api/notices?limit=50',
  '/api/news',
]

const STEP = 20_000
/** Steps of load until the target applies; as many again show whether memory is level. */
const STEPS = 10

/** The server that is measured. */
export const server = {}

/** Measures resident memory after 200,000 requests over all pages, and whether it then stays level. */
export async function measure({ short }, school) {
  const amount = (short ? STEP / 10 : STEP) / PAGES.length
  const atStart = await residentMb(school.pid)
  const seen = []
  for (let step = 0; step < 2 * STEPS; step += 1) {
    for (const path of PAGES) {
      await ask({ url: school.url + path, amount, connections: 32 })
    }
    seen.push(await residentMb(school.pid))
  }
  const [before, after] = [seen.slice(0, STEPS), seen.slice(STEPS)]
  const eachOf = (figures) => figures.map(Math.round).join(' ')
  return [
    {
      what: 'memory after 200,000 requests',
      figure: before.at(-1),
      unit: 'MB',
      aim: { atMost: 140 },
      raw: { 'MB at start': atStart, 'MB after each tenth': eachOf(before) },
    },
    {
      // Memory rises until a major garbage collection, then falls.
      what: 'peak in the next 200,000',
      figure: Math.max(...after) / Math.max(...before),
      unit: 'of the peak so far',
      aim: { atMost: 1.03 },
      raw: { 'MB after each tenth': eachOf(after) },
    },
  ]
}
