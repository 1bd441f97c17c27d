import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { measureBringing } from './move-in-bring.mjs'

const LOOK = fileURLToPath(new URL('move-in-look.mjs', import.meta.url))
const SAMPLE = new URL('../server/test/move-in/wordpress.xml', import.meta.url)
const ITEM = /<item>.*?<\/item>\s*(?=<item>|<\/channel>)/gs
const ITEMS = 5000

/** Measures looking at a large export of WordPress, and bringing one: time for a thousand items, memory, and waiting. */
export async function measure({ short }) {
  const count = short ? ITEMS / 5 : ITEMS
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bench-move-in-'))
  const file = path.join(folder, 'export.xml')
  try {
    await writeExport(file, count)
    const { size } = await fs.stat(file)
    const start = performance.now()
    await fs.readFile(file)
    const reading = performance.now() - start
    const looks = [await look(folder, file), await look(folder, file), await look(folder, file)]
    const [, { ms, found }] = looks.sort((a, b) => a.ms - b.ms)
    const bytes = Math.max(...looks.map((one) => one.bytes))
    return [
      {
        what: `look at an export of ${count} items`,
        figure: ms / count,
        unit: 's a thousand',
        aim: { atMost: 2 },
        raw: { MB: size / 1e6, found: found, s: ms / 1000, 'ms to read the file': reading },
      },
      { what: 'memory for it', figure: bytes / 1e6, unit: 'MB', aim: { atMost: 150 } },
      ...rowsOf(count, await measureBringing(count)),
    ]
  } finally {
    await fs.rm(folder, { recursive: true })
  }
}

function rowsOf(count, { seconds, before, beside }) {
  return [
    {
      what: `bring ${count} notices`,
      figure: (seconds * 1000) / count,
      unit: 's a thousand',
      raw: { s: seconds, 'with a file': 'one of 4' },
    },
    {
      what: 'memory of the server meanwhile',
      figure: beside.peak,
      unit: 'MB',
      aim: { atMost: 250 },
      raw: {
        'MB by quarters': [0, 1, 2, 3, 4].map((n) => Math.round(beside.quarter(n))).join(' '),
      },
    },
    {
      what: 'a visitor meanwhile, 99 of 100 pages',
      figure: beside.p99 / before.p99,
      unit: 'of the wait before',
      aim: { atMost: 2 },
      raw: { ms: beside.p99, 'ms before': before.p99, 'ms, half': beside.p50, pages: beside.reads },
    },
  ]
}

/** Writes the items of the sample again and again, under other ids. */
async function writeExport(file, count) {
  const sample = await fs.readFile(SAMPLE, 'utf8')
  const items = sample.match(ITEM) ?? []
  const handle = await fs.open(file, 'w')
  await handle.write(sample.slice(0, sample.indexOf('<item>')))
  for (let at = 0; at < count; at += 1) {
    const round = Math.floor(at / items.length)
    const id = (_, before, number, after) => `${before}${number}${round}${after}`
    const ids = /(<wp:post_(?:id|parent)>)(\d+)(<)/g
    await handle.write(items[at % items.length].replace(ids, id))
  }
  await handle.write('</channel></rss>')
  await handle.close()
}

/** Looks in a process of its own. */
async function look(folder, file) {
  const args = ['--import', 'tsx', LOOK, file, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
