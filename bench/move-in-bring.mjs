import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from './resident.mjs'
import { signIn, startSchool } from './servers.mjs'

const { ZipFile } = createRequire(new URL('../server/package.json', import.meta.url))('yazl')

const HOST = 'https://old.example.edu.bd'
/** One of so many has a file. */
const WITH_FILE = 4
/** What a visitor reads, one after the other. */
const PAGES = ['/', '/allNotices', '/api/notices?limit=50']
const PAUSE_MS = 50
const IDLE_READS = 200

/**
 * Measures bringing this many notices into a running server: time for a thousand, its memory, and how long a
 * visitor waits meanwhile.
 */
export async function measureBringing(count) {
  const school = await startSchool()
  try {
    const headers = await signIn(school)
    const call = async (path, init = {}) => {
      const response = await fetch(`${school.url}/api/admin/move-in${path}`, { headers, ...init })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    }
    const body = new FormData()
    body.append('file', new File([exportOf(count)], 'export.xml'))
    body.append('file', new File([await uploadsOf(count)], 'uploads.zip'))
    const { _id: id } = await call('', { method: 'POST', body })
    const reach = async (states) => {
      for (;;) {
        const move = await call(`/${id}`)
        if (states.includes(move.state)) return move
        await wait(1000)
      }
    }
    const { groups } = await reach(['found', 'failed'])
    const before = await visit(school, async () => {}, IDLE_READS)
    const choice = {
      collections: [...new Set(groups.map(({ collection }) => collection))],
      years: [...new Set(groups.map(({ year }) => year))],
      as: 'published',
    }
    const start = performance.now()
    await call(`/${id}/bring`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(choice),
    })
    let counts
    const beside = await visit(school, async () => {
      counts = (await reach(['done', 'paused'])).counts
    })
    const seconds = (performance.now() - start) / 1000
    if (counts.published !== count) throw new Error(`Not all: ${JSON.stringify(counts)}`)
    return { seconds, before, beside }
  } finally {
    await school.stop()
  }
}

/** Reads pages until `work` is done, and at least `least`. @returns milliseconds and MB */
async function visit({ url, pid }, work, least = 0) {
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const times = []
  const memory = []
  while (!isOver || times.length < least) {
    const from = performance.now()
    const response = await fetch(url + PAGES[times.length % PAGES.length])
    await response.arrayBuffer()
    times.push(performance.now() - from)
    memory.push(await residentMb(pid))
    await wait(PAUSE_MS)
  }
  await working
  const at = (share) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]
  const quarter = (n) => memory[Math.floor(((memory.length - 1) * n) / 4)]
  return { p50: at(0.5), p99: at(0.99), reads: times.length, peak: Math.max(...memory), quarter }
}

function exportOf(count) {
  const item = (n) => {
    const text = `<p>এতদ্বারা সকল ছাত্রীকে জানানো যাচ্ছে যে আগামীকাল ${n} নম্বর কক্ষে সভা হবে।</p>`
    const file = n % WITH_FILE === 0 ? `<a href="${HOST}/wp-content/uploads/f${n}.txt">ফাইল</a>` : ''
    const day = `${2006 + (n % 20)}-0${(n % 9) + 1}-1${n % 10} 10:00:00`
    return `<item><title>বিজ্ঞপ্তি ${n}</title><link>${HOST}/n/${n}/</link><wp:post_id>${n + 1}</wp:post_id><wp:post_date>${day}</wp:post_date><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${text.repeat(8)}${file}]]></content:encoded></item>`
  }
  const items = Array.from({ length: count }, (_, n) => item(n)).join('\n')
  return `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><link>${HOST}</link>${items}</channel></rss>`
}

async function uploadsOf(count) {
  const zip = new ZipFile()
  for (let n = 0; n < count; n += WITH_FILE) {
    zip.addBuffer(Buffer.from(`নোটিশ ${n} `.repeat(200)), `uploads/f${n}.txt`)
  }
  zip.end()
  return buffer(zip.outputStream)
}
