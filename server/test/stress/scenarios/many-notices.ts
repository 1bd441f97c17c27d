import fs from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type { SeededRandom } from '../../../src/test/seeded-random.ts'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { peakOf, percentile, readUntil, sizeOf } from '../measurements.ts'
import { assertThat, type Scenario } from '../scenario.ts'
import { makeBackup, verifyBackup } from './backups.ts'

const REPEATS = 15
/** In every text. */
const COMMON = 'বিদ্যালয়'
/** In one text. */
const RARE = 'অদ্বিতীয়'
const LETTERS = 'কখগঘচছজটডতদনপফবভমরলসহ'
const WORDS_OF_TEXT = 60

/** A school with far more notices than any has. */
export const manyNotices: Scenario = {
  name: 'many-notices',
  description:
    '100,000 notices, each with a text and a paper: start, pages, search, upload, backup',
  rounds: 100_000,
  skipReason: () => (process.platform === 'linux' ? undefined : 'it reads memory from /proc'),
  async run({ dataDir, random, start }, { rounds }) {
    const first = start()
    const { api, token } = await signIn(await first.ready())
    await api.createEntry({
      params: { collection: 'notices' },
      body: { title: `${COMMON} ${RARE}`, body: RARE },
      file: paper(0),
    })
    await stopped(first)
    await addNotices(dataDir, rounds, random)

    const figures: string[] = []
    for (const what of ['first start, which makes the search index', 'second start']) {
      const began = performance.now()
      const server = start()
      await server.ready()
      const { megabytes } = await sizeOf(server.child.pid ?? 0)
      figures.push(`${what}: ${seconds(performance.now() - began)}, ${megabytes} MB`)
      await stopped(server)
    }

    // Without its address a school has no sitemap.
    const server = start({ env: { PUBLIC_URL: 'https://school.example' } })
    const pid = server.child.pid ?? 0
    const admin = adminClient(await server.ready(), token)
    const { total } = await admin.api.entryStats({ params: { collection: 'notices' } })
    assertThat(total === rounds, `there are ${rounds} notices; instead ${total}`)
    for (const one of requests(rounds)) figures.push(await timesOf(admin, one))
    figures.push(`memory after these: ${(await sizeOf(pid)).megabytes} MB`)
    figures.push(
      await whileOthersRead('the whole list by the API', admin, pid, () => wholeList(admin)),
    )

    let id = ''
    const backup = async () => {
      const { _id, size } = await makeBackup(admin)
      id = _id
      return `${Math.round(size / 1e6)} MB`
    }
    figures.push(await whileOthersRead('a backup', admin, pid, backup))
    await verifyBackup(admin, id)
    return figures
  },
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const paper = (n: number) => new File([`${COMMON} ${n}\n${'ছুটি '.repeat(100)}`], `${n}.txt`)

async function stopped({
  child,
  exit,
}: {
  child: { kill(signal: 'SIGTERM'): boolean }
  exit: Promise<unknown>
}) {
  child.kill('SIGTERM')
  await exit
}

/** Copies the only notice until there are `count`; each copy has a text and a paper of its own. */
async function addNotices(dataDir: string, count: number, random: SeededRandom): Promise<void> {
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
  const uploads = path.join(dataDir, 'uploads')
  const [name = ''] = await fs.readdir(uploads)
  const content = await fs.readFile(path.join(uploads, name))
  const stem = path.parse(name).name
  const stemOf = (n: number) => `many${String(n).padStart(16, '0')}`
  try {
    const columns = database
      .prepare<[], { name: string }>("SELECT name FROM pragma_table_info('entry')")
      .all()
      .map((column) => column.name)
    const copied: Record<string, string> = {
      seq: 'NULL',
      id: ':id',
      title: ':title',
      search_text: ':title',
      file: `replace(file, '${stem}', :stem)`,
      file_stem: ':stem',
      date: ':date',
      year: ':year',
      created_at: ':date',
      // Else all would be announced as new.
      updated_at: ':date',
    }
    const copy = database.prepare(
      `INSERT INTO entry (${columns}) SELECT ${columns.map((column) => copied[column] ?? column)}
       FROM entry WHERE file_stem = '${stem}'`,
    )
    const write = database.prepare('INSERT INTO entry_body (entry_seq, body) VALUES (?, ?)')
    database.exec('BEGIN')
    for (let n = 1; n < count; n += 1) {
      const date = new Date(Date.UTC(2016, 0, 1) + (n / count) * 10 * 365 * 86_400_000)
      const { lastInsertRowid } = copy.run({
        id: stemOf(n),
        stem: stemOf(n),
        title: `${COMMON} ${wordFrom(random)} ${n}`,
        date: date.toISOString(),
        year: date.getUTCFullYear(),
      })
      const words = Array.from({ length: WORDS_OF_TEXT }, () => wordFrom(random))
      write.run(lastInsertRowid, words.join(' '))
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
  for (let n = 1; n < count; n += 1) {
    await fs.writeFile(path.join(uploads, `${stemOf(n)}.txt`), content)
  }
}

/** A word; some are far more frequent than others. */
function wordFrom(random: SeededRandom): string {
  const rank = random.between(0, 140) * random.between(0, 140)
  return [rank % 21, Math.floor(rank / 21) % 21, Math.floor(rank / 441)]
    .map((at) => LETTERS[at % 21])
    .join('')
}

interface Request {
  what: string
  run(admin: AdminClient, time: number): Promise<unknown>
  /** Changes something before each one, so that no cache has the response. */
  afterWrite?: boolean
}

function requests(count: number): Request[] {
  const visit = (what: string, path: (time: number) => string, afterWrite = false): Request => ({
    what,
    afterWrite,
    run: ({ url }, time) => readWhole(url + path(time)),
  })
  const search = (word: string, time: number) => encodeURIComponent(word + ' '.repeat(time) + word)
  const lastPage = Math.floor(count / 25)
  return [
    visit('front page, cached', () => '/'),
    visit('front page after a write', () => '/', true),
    visit('list after a write', () => '/allNotices', true),
    visit('pages at the end of the list', (time) => `/allNotices?page=${lastPage - time}`),
    visit('a notice', (time) => `/notices/many${String(time + 1).padStart(16, '0')}`),
    visit('search of a word in every title', (time) => `/allNotices?q=${search(COMMON, time)}`),
    visit('search of a word in one', (time) => `/allNotices?q=${search(RARE, time)}`),
    visit('sitemap.xml after a write', () => '/sitemap.xml', true),
    {
      what: 'upload of a notice with a paper',
      run: ({ api }, time) =>
        api.createEntry({
          params: { collection: 'notices' },
          body: { title: `নতুন ${time}` },
          file: paper(time),
        }),
    },
    {
      what: 'list by the API, searched',
      run: ({ api }, time) =>
        api.listEntries({
          params: { collection: 'notices' },
          query: { limit: 25, q: `${COMMON}${' '.repeat(time)}` },
        }),
    },
  ]
}

async function timesOf(admin: AdminClient, { what, run, afterWrite }: Request): Promise<string> {
  const times: number[] = []
  for (let time = 1; time <= REPEATS; time += 1) {
    if (afterWrite) {
      const body = { title: 'পরিমাপ', videoLink: 'https://youtu.be/dQw4w9WgXcQ' }
      await admin.api.createEntry({ params: { collection: 'main-gallery' }, body })
    }
    const began = performance.now()
    await run(admin, time)
    times.push(performance.now() - began)
  }
  const [p50, most] = [0.5, 1].map((part) => percentile(times, part).toFixed(0))
  return `${what}: median ${p50} ms, longest ${most} ms`
}

async function readWhole(url: string): Promise<number> {
  const response = await fetch(url)
  assertThat(response.status === 200, `${url} is answered; instead ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

async function wholeList({ url }: AdminClient): Promise<string> {
  return `${Math.round((await readWhole(`${url}/api/notices`)) / 1e6)} MB`
}

/** Does something while a visitor reads. */
async function whileOthersRead(
  what: string,
  { url }: AdminClient,
  pid: number,
  work: () => Promise<string>,
): Promise<string> {
  let isOver = false
  const reading = readUntil(`${url}/`, () => isOver)
  const watching = peakOf(pid, () => isOver)
  const began = performance.now()
  const result = await work()
  const took = performance.now() - began
  isOver = true
  const [reads, peak] = await Promise.all([reading, watching])
  const [p99, most] = [0.99, 1].map((part) => percentile(reads, part).toFixed(0))
  return `${what}: ${result} in ${seconds(took)}; memory ${peak.server} MB, worker ${peak.child} MB; ${reads.length} pages meanwhile, p99 ${p99} ms, longest ${most} ms`
}
