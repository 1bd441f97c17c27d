import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { MoveInRow } from '../db/entities.ts'
import { pdfBytes } from '../test/sample-files.ts'
import {
  ADMIN,
  commandOn,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../test/test-server.ts'
import { createCli } from './create-cli.ts'

let school: TestServer
let source: string
beforeEach(async () => {
  school = await startTestServer()
  source = path.join(school.dataDir, '..', `${path.basename(school.dataDir)}-source`)
  await fs.mkdir(source)
})
afterEach(async () => {
  await school.stop()
  await fs.rm(source, { recursive: true })
})

const ImportReport = z.object({
  code: z.number(),
  written: z.boolean(),
  rows: z.array(
    z.object({
      ...{ where: z.string(), outcome: z.string() },
      ...{ title: z.string().optional(), date: z.string().optional() },
      reason: z.string().optional(),
    }),
  ),
})

const Undone = z.object({ undone: z.number() })

/** Runs `npm run admin -- import … --json` on the server's folder. @returns what it prints, with the exit code */
async function runCommand(...words: string[]): Promise<object> {
  let printed = ''
  let code = 0
  const program = createCli({
    ...commandOn(school.dataDir),
    stdin: Readable.from(['']),
    stdout: { write: (text) => (printed += text) },
    endWith: (ended) => {
      code = ended
    },
  })
  await program.parseAsync(['import', ...words, '--json'], { from: 'user' })
  return { ...JSON.parse(printed), code }
}

const runImport = async (...words: string[]) => ImportReport.parse(await runCommand(...words))

const put = (name: string, content: string | Buffer) =>
  fs.writeFile(path.join(source, name), content)
const listed = async () =>
  (await school.visitor.listEntries({ params: { collection: 'notices' } })).map(
    ({ title, date, fileName }) => [title, date, fileName],
  )
/** Midnight in Dhaka after the given day. */
const dayBefore = (date: string) => `${date}T18:00:00.000Z`

test('imports a CSV once, after a dry run, without its invalid rows', async () => {
  await put('ছুটি.pdf', pdfBytes('ছুটি'))
  await put('tender.pdf', pdfBytes('tender'))
  await put('virus.pdf', '<!doctype html><script>alert(1)</script>')
  await fs.writeFile(`${source}.secret.pdf`, pdfBytes('secret'))
  const list = path.join(source, 'list.csv')
  const lines = [
    '\ufeffশিরোনাম,তারিখ,ফাইল',
    'ঈদের ছুটি,০৩/০৫/২০১৯,ছুটি.pdf',
    '"দরপত্র, ২০২১",2021-11-30,tender.pdf',
    'নেই,2021-01-01,gone.pdf',
    'ভুল তারিখ,31/02/2020,tender.pdf',
    'ক্ষতিকর,2020-01-01,virus.pdf',
    `বাইরের,2020-01-01,../${path.basename(source)}.secret.pdf`,
    ',2020-01-01,tender.pdf',
    '',
    'ঈদের ছুটি,2019-05-03,ছুটি.pdf',
  ]
  await fs.writeFile(list, lines.join('\r\n'))

  const outcomes = (rows: { outcome: string }[]) => rows.map(({ outcome }) => outcome)
  const expected = (done: string) => [done, done, ...Array(5).fill('refused'), 'there']
  const tried = await runImport(list)
  expect([tried.written, tried.code, outcomes(tried.rows)]).toEqual([false, 1, expected('new')])
  expect(tried.rows[2]).toMatchObject({
    where: 'list.csv#4',
    reason: expect.stringContaining('gone.pdf'),
  })
  expect(await listed()).toEqual([])

  if (!IS_POSTGRES) {
    await expect(runImport(list, '--write')).rejects.toThrow(/server is running/)
  }
  await school.server.stop()
  const statfs = { ...(await fs.statfs(school.dataDir)), bavail: 1 }
  vi.spyOn(fs, 'statfs').mockResolvedValue(statfs)
  await expect(runImport(list, '--write')).rejects.toThrow(/disk is full.*run the command again/)
  vi.restoreAllMocks()
  const written = await runImport(list, '--write')
  expect([written.written, written.code]).toEqual([true, 1])
  expect(outcomes(written.rows)).toEqual(expected('imported'))
  const again = await runImport(list, '--write')
  expect(outcomes(again.rows)).toEqual(expected('there'))

  school = await startTestServer({ dataDir: school.dataDir })
  expect(await listed()).toEqual([
    ['দরপত্র, ২০২১', dayBefore('2021-11-29'), 'tender.pdf'],
    ['ঈদের ছুটি', dayBefore('2019-05-02'), 'ছুটি.pdf'],
  ])
  const [, last] = await school.admin.listActivity({ query: { limit: 2 } })
  expect(last).toMatchObject({ by: ADMIN.username, action: 'imported', count: 4 })
  expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  await fs.rm(`${source}.secret.pdf`)
})

test('imports a folder with titles and dates from file names, without entries in the trash', async () => {
  await put('২০১৮-০৬-১২ বার্ষিক_ক্রীড়া.pdf', pdfBytes('1'))
  await put('ভর্তি বিজ্ঞপ্তি - 05.12.2020.pdf', pdfBytes('2'))
  await put('নিয়মাবলি.pdf', pdfBytes('3'))
  await fs.utimes(path.join(source, 'নিয়মাবলি.pdf'), 0, Date.UTC(2017, 2, 1) / 1000)
  await put('.DS_Store', 'x')
  await fs.mkdir(path.join(source, 'more'))
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'নিয়মাবলি', date: '2017-03-01' },
    file: new File([Uint8Array.from(pdfBytes('3'))], 'নিয়মাবলি.pdf'),
  })
  await school.admin.deleteEntry({ params: { collection: 'notices', id } })
  await school.server.stop()

  const { rows, code } = await runImport(source, '--write', '--by', 'ADMIN')
  expect(code).toBe(0)
  expect(rows.map(({ title, date, outcome }) => [title, date, outcome])).toEqual(
    expect.arrayContaining([
      ['বার্ষিক ক্রীড়া', '2018-06-12', 'imported'],
      ['ভর্তি বিজ্ঞপ্তি', '2020-12-05', 'imported'],
      ['নিয়মাবলি', '2017-03-01', 'there'],
    ]),
  )
  expect(rows).toHaveLength(3)
  school = await startTestServer({ dataDir: school.dataDir })
  // Entered on its date, so that it is not among the latest entries.
  const [newest] = await school.visitor.listEntries({ params: { collection: 'notices' } })
  expect(newest).toMatchObject({ title: 'ভর্তি বিজ্ঞপ্তি', createdAt: dayBefore('2020-12-04') })

  // A command that was killed while it removed them.
  await school.server.internals.db.writePrivate((tx) =>
    tx.update(MoveInRow, { state: 'done' }, { state: 'undoing' }),
  )
  await school.server.stop()
  expect(Undone.parse(await runCommand('--undo'))).toEqual({ undone: 2 })
  await expect(runCommand('--undo')).rejects.toThrow(/no import that can be undone/)
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await listed()).toEqual([])
})

test('rejects an invalid source with a one-line message', async () => {
  await expect(runImport(path.join(source, 'nothing'))).rejects.toThrow(/no such folder or file/)
  await put('bare.csv', 'ঈদের ছুটি,2019-05-03,a.pdf\n')
  await expect(runImport(path.join(source, 'bare.csv'))).rejects.toThrow(/title, date and file/)
  await put('old.csv', Buffer.from([0x74, 0xe9, 0xff, 0x0a]))
  await expect(runImport(path.join(source, 'old.csv'))).rejects.toThrow(/title, date and file/)
})

test('imports kind, classes and days of a CSV, and refuses unknown ones in a dry run', async () => {
  await put('a.pdf', pdfBytes('a'))
  const list = path.join(source, 'list.csv')
  const lines = [
    'title,date,file,kind,classes,startsOn,endsOn',
    'নির্বাচনী পরীক্ষা,2025-10-01,a.pdf,পরীক্ষা,"নবম, Ten",০৫/১০/২০২৫,2025-10-12',
    'পিকনিক,2025-10-02,a.pdf,picnic,,,',
    'একাদশ,2025-10-03,a.pdf,,Eleven,,',
  ]
  await fs.writeFile(list, lines.join('\n'))
  expect((await runImport(list)).rows.map(({ outcome }) => outcome)).toEqual([
    'new',
    'refused',
    'refused',
  ])
  await school.server.stop()
  await runImport(list, '--write')
  school = await startTestServer({ dataDir: school.dataDir })
  const entries = await school.visitor.listEntries({ params: { collection: 'notices' } })
  expect(entries).toMatchObject([
    { kind: 'exam', classes: ['Nine', 'Ten'], startsOn: '2025-10-05', endsOn: '2025-10-12' },
  ])
})

test('imports a text of a CSV, with or without a file', async () => {
  await put('a.pdf', pdfBytes('a'))
  const list = path.join(source, 'list.csv')
  const lines = [
    'শিরোনাম,তারিখ,ফাইল,লেখা',
    '"ছুটি",2019-05-03,,"আগামীকাল বিদ্যালয় বন্ধ।\n\nরবিবার খোলা।"',
    'দরপত্র,2019-05-04,a.pdf,সংযুক্ত দেখুন।',
    'কিছুই নেই,2019-05-05,,',
  ]
  await fs.writeFile(list, lines.join('\n'))
  const { rows } = await runImport(list)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'refused'])
  expect(rows[2]?.reason).toMatch(/file|text/)
  await put('texts.csv', 'title,date,text\nছুটি,2019-05-03,নেই\n')
  expect((await runImport(path.join(source, 'texts.csv'))).rows).toMatchObject([{ outcome: 'new' }])

  await school.server.stop()
  const write = async () => (await runImport(list, '--write')).rows.map(({ outcome }) => outcome)
  expect(await write()).toEqual(['imported', 'imported', 'refused'])
  expect(await write()).toEqual(['there', 'there', 'refused'])
  school = await startTestServer({ dataDir: school.dataDir })
  const params = { collection: 'notices' } as const
  const [tender, holiday] = await school.visitor.listEntries({ params })
  const bodies = [tender, holiday].map((entry) =>
    school.visitor.getEntry({ params: { ...params, id: entry?._id ?? '' } }),
  )
  expect(await Promise.all(bodies)).toMatchObject([
    { title: 'দরপত্র', fileName: 'a.pdf', body: 'সংযুক্ত দেখুন।' },
    { title: 'ছুটি', body: 'আগামীকাল বিদ্যালয় বন্ধ।\n\nরবিবার খোলা।' },
  ])
})
