import { load } from './load.mjs'
import { residentMb } from './resident.mjs'
import { startSchool } from './servers.mjs'

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

/** Resident memory after 200,000 requests over all pages, and how it grew over the last half. */
export async function measure({ short }) {
  const school = await startSchool()
  try {
    const steps = 10
    const amount = (short ? 20_000 : 200_000) / steps / PAGES.length
    const atStart = await residentMb(school.pid)
    const seen = []
    for (let step = 0; step < steps; step += 1) {
      for (const path of PAGES) {
        await load({ url: school.url + path, amount, connections: 32 })
      }
      seen.push(await residentMb(school.pid))
    }
    const raw = { 'MB at start': atStart, 'MB after each tenth': seen.map(Math.round).join(' ') }
    return [
      {
        what: 'memory after 200,000 requests',
        figure: seen.at(-1),
        unit: 'MB',
        aim: { atMost: 140 },
        raw,
      },
      {
        what: 'the same, growth over the last half',
        figure: seen.at(-1) / seen[steps / 2 - 1],
        unit: 'of half way',
        aim: { atMost: 1.03 },
        raw: { 'MB half way': seen[steps / 2 - 1] },
      },
    ]
  } finally {
    await school.stop()
  }
}
