import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { startOldSite } from '../../test/old-site.ts'
import { pushEnv, startPushService } from '../../test/push-service.ts'
import { compoundBytes, fileOf, pdfBytes, twoColors, zipBytes } from '../../test/sample-files.ts'
import { tableRows } from '../../test/table-rows.ts'
import {
  ADMIN,
  backupTaskEnded,
  holdWrites,
  moveInState,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const EXPORT = new URL('../../../test/move-in/wordpress.xml', import.meta.url)

let school: TestServer
let daysAhead = 0
const clock = () => new Date(Date.now() + daysAhead * DAY_MS)
beforeEach(async () => {
  daysAhead = 0
  school = await startTestServer({ clock })
})
afterEach(() => school.stop())

/** What an undo leaves as it was: all rows but those of the move itself and of the activity. */
async function rowsOfSchool({ server }: TestServer) {
  const { activity, move_in, move_in_item, sequence, ...rows } = await tableRows(
    server.internals.db.read,
  )
  return rows
}

async function storedFiles({ dataDir }: TestServer): Promise<string[]> {
  const folders = ['uploads', 'gallery-uploads', 'move-in', 'staging']
  const names = await Promise.all(folders.map((name) => fs.readdir(path.join(dataDir, name))))
  return names.flat().sort()
}

const pdf = (name: string) => fileOf(pdfBytes(name), name)
const everything: MoveInChoice = {
  collections: ['notices'],
  years: [2018, 2020, null],
  as: 'published',
  kinds: [],
}

/** Looks at some files. @returns the id of the move */
async function look({ admin }: TestServer, file: File[]): Promise<{ id: string }> {
  const { _id: id } = await admin.startLook({ body: {}, file })
  await moveInState(admin, ['found', 'failed'])
  return { id }
}

const everythingOf = async (of: TestServer) => [await rowsOfSchool(of), await storedFiles(of)]

test('looks, brings what was chosen, tells nobody, and undoes it as if it had never been', async () => {
  const { admin, visitor } = school
  const notices = { params: { collection: 'notices' } } as const
  await admin.createEntry({ ...notices, body: { title: 'আজকের নোটিশ', body: 'লেখা' } })
  const before = await everythingOf(school)

  const photo = await twoColors(64, 48).png().toBuffer()
  const params = await look(school, [
    pdf('২০১৮-০৬-১২ বার্ষিক ক্রীড়া.pdf'),
    fileOf(photo, 'ভর্তি বিজ্ঞপ্তি - 05.12.2020.png'),
    fileOf('<!doctype html><script>alert(1)</script>', '2020-01-01 ক্ষতিকর.pdf'),
    fileOf(compoundBytes(['WordDocument']), '2019-02-03 পুরোনো.doc'),
  ])
  const found = await admin.readMoveIn({ params })
  expect(found).toMatchObject({ state: 'found', files: 4, edited: [] })
  expect(found.groups).toEqual([
    { collection: 'notices', year: 2020, count: 2, drafts: 0 },
    { collection: 'notices', year: 2019, count: 1, drafts: 0 },
    { collection: 'notices', year: 2018, count: 1, drafts: 0 },
  ])
  expect((await admin.previewMoveIn({ params })).map(({ title }) => title)).toEqual([
    'ভর্তি বিজ্ঞপ্তি',
    'ক্ষতিকর',
    'পুরোনো',
    'বার্ষিক ক্রীড়া',
  ])
  expect(await visitor.listEntries(notices)).toHaveLength(1)

  await admin.bringMoveIn({ params, body: everything })
  await moveInState(admin, ['done', 'paused'])
  const done = await admin.readMoveIn({ params })
  expect(done).toMatchObject({
    state: 'done',
    progress: 1,
    refused: [{ reason: 'wrong-type', count: 1 }],
  })
  expect(done.counts).toEqual({
    ...{ asked: 3, published: 2, draft: 0, refused: 1, dismissed: 0, waiting: 0, skipped: 1 },
  })
  const listed = await visitor.listEntries(notices)
  expect(listed.map(({ title, date, createdAt }) => [title, date, createdAt])).toEqual([
    ['আজকের নোটিশ', expect.anything(), expect.anything()],
    ['ভর্তি বিজ্ঞপ্তি', '2020-12-04T18:00:00.000Z', '2020-12-04T18:00:00.000Z'],
    ['বার্ষিক ক্রীড়া', '2018-06-11T18:00:00.000Z', '2018-06-11T18:00:00.000Z'],
  ])
  expect(await visitor.search({ query: { q: 'ক্রীড়া' } })).toHaveLength(1)
  const [line, ...others] = await admin.listActivity({})
  expect(line).toMatchObject({ action: 'imported', subject: 'moveIn', count: 3 })
  expect(others.map(({ action }) => action)).toEqual(['created', 'signedIn'])

  // A file that was refused is given, and what is there already is not brought again.
  const refused = await admin.listMoveInItems({ params, query: { outcome: 'refused' } })
  expect(refused).toMatchObject({ total: 1, items: [{ title: 'ক্ষতিকর', reason: 'wrong-type' }] })
  const item = { ...params, n: String(refused.items[0]?.n) }
  const cut = fileOf(photo.subarray(0, 90), 'ভাঙা.png')
  const broken = await admin.replaceMoveInFile({ params: item, body: {}, file: cut })
  expect(broken).toMatchObject({ outcome: 'refused', reason: 'damaged' })
  const given = await admin.replaceMoveInFile({ params: item, body: {}, file: pdf('ক.pdf') })
  expect(given).toMatchObject({ outcome: 'published', to: expect.stringMatching(/^\/n\//) })
  const again = await look(school, [pdf('২০১৮-০৬-১২ বার্ষিক ক্রীড়া.pdf'), fileOf('text', 'ফরম.exe')])
  await admin.bringMoveIn({ params: again, body: { ...everything, as: 'draft' } })
  await moveInState(admin, ['done'])
  const second = await admin.listMoveInItems({ params: again, query: { outcome: 'refused' } })
  const numberOf = (reason: string) => String(second.items.find((one) => one.reason === reason)?.n)
  await admin.dismissMoveInItem({ params: { ...again, n: numberOf('present') } })
  // Of what the look refused, no more than the title is known: its day is asked for in the draft.
  const form = { ...again, n: numberOf('wrong-type') }
  const made = await admin.replaceMoveInFile({ params: form, body: {}, file: pdf('ফরম.pdf') })
  expect(made).toMatchObject({ title: 'ফরম', outcome: 'draft' })
  expect((await admin.readMoveIn({ params: again })).counts).toMatchObject({
    ...{ asked: 2, dismissed: 1, draft: 1, refused: 0 },
  })

  await admin.undoMoveIn({ params: again })
  await moveInState(admin, ['undone'])
  await admin.forgetMoveIn({ params: again })
  await admin.undoMoveIn({ params })
  await moveInState(admin, ['undone'])
  // Pictures of a PDF's pages that were being drawn are removed a moment later.
  await expect.poll(() => everythingOf(school)).toEqual(before)
  expect((await admin.listActivity({}))[0]).toMatchObject({ action: 'reverted', subject: 'moveIn' })
})

test('old addresses of a WordPress lead to the new pages and files, until the move is undone', async () => {
  const { admin } = school
  const xml = await fs.readFile(EXPORT, 'utf8')
  const names = [...xml.matchAll(/wp-content\/uploads\/([^\s"'<>\]]+\.(?:pdf|jpg|png|docx?))/g)]
  const files = Object.fromEntries(
    names.map(([, name = '']) => [
      `uploads/${decodeURIComponent(name)}`,
      pdfBytes(name).toString(),
    ]),
  )
  const zip = new File([Uint8Array.from(zipBytes(files))], 'uploads.zip')
  const params = await look(school, [fileOf(xml, 'wordpress.xml'), zip])
  const found = await admin.readMoveIn({ params })
  expect(found.state).toBe('found')
  const category =
    found.categories.find(({ collection }) => collection === 'notices')?.category ?? ''
  await admin.bringMoveIn({
    params,
    body: {
      collections: ['notices', 'news', 'downloads', 'pages'],
      years: [...new Set(found.groups.map(({ year }) => year))],
      as: 'published',
      kinds: [{ category, collection: 'notices', kind: 'exam' }],
    },
  })
  await moveInState(admin, ['done', 'paused'])
  const done = await admin.readMoveIn({ params })
  const { asked, published, draft, refused, waiting } = done.counts
  expect([done.state, waiting, published + draft + refused]).toEqual(['done', 0, asked])
  const { items } = await admin.listMoveInItems({ params, query: { leftOut: 'any', limit: 1000 } })
  const named = items.flatMap(({ leftOut }) => [...new Set(leftOut.map(({ what }) => what))])
  expect(items.map(({ outcome }) => outcome)).not.toContain('skipped')
  expect(done.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(named.length)
  const notices = await admin.listEntries({ params: { collection: 'notices' } })
  expect(notices.some(({ kind }) => kind === 'exam')).toBe(true)

  const { total, addresses } = await admin.listOldAddresses({ params, query: { limit: 1000 } })
  expect(total).toBeGreaterThan(published)
  expect(done.addresses).toBe(total)
  const locationOf = async (address: string) => {
    const { pathname, search } = new URL(address)
    const response = await school.fetch(pathname + search, { redirect: 'manual' })
    return response.status === 301 ? response.headers.get('location') : null
  }
  // Those of drafts, which visitors do not see, are not among them.
  for (const { from, to } of addresses) expect([from, await locationOf(from)]).toEqual([from, to])
  const shown = addresses.find(({ to }) => to.endsWith('/file'))
  expect((await school.fetch(shown?.to ?? '')).headers.get('content-type')).toBe('application/pdf')
  expect((await school.fetch('/?p=999999', { redirect: 'manual' })).status).toBe(200)
  expect((await school.fetch('/wp-login.php')).status).toBe(404)

  await admin.undoMoveIn({ params })
  await moveInState(admin, ['undone'])
  expect(await locationOf(addresses[0]?.from ?? '')).toBeNull()
})

test('leads links to what was brought, leaves out a damaged picture, and takes kinds from titles', async () => {
  const { admin, visitor } = school
  const before = await everythingOf(school)
  const host = 'http://old.example'
  const post = (n: number, title: string, content: string, more = '') =>
    `<item><title>${title}</title><link>${host}/2019/05/${n}/</link><wp:post_id>${n}</wp:post_id><wp:status>publish</wp:status><wp:post_date>2019-05-03 10:00:0${n}</wp:post_date><content:encoded><![CDATA[${content}]]></content:encoded>${more}</item>`
  const link = (address: string) => `<a href="${address}">${address.length}</a>`
  const links = [
    `${host}/2019/05/2/`,
    '/?p=2',
    '/uploads/a.pdf',
    '/uploads/good.png',
    '/gone/',
    '/',
    '/?p=3',
  ]
  const pictures = ['good', 'bad'].map((name) => `<img src="/uploads/${name}.png">`).join('')
  const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>x</title><link>${host}</link>${[
    post(1, 'ভর্তি পরীক্ষার নিয়ম', links.map(link).join(' ')),
    post(2, 'অফিস আদেশ', `${link('/2019/05/1')} ${link('/uploads/a.pdf')} ${pictures}`),
    post(3, 'খসড়া', 'x', '<wp:post_password>x</wp:post_password>'),
    // Another text under the same title.
    post(4, 'খসড়া', 'y', '<wp:post_password>x</wp:post_password>'),
  ].join('')}</channel></rss>`
  const photo = await twoColors(64, 48).png().toBuffer()
  const zip = zipBytes({ 'old.xml': xml, 'uploads/a.pdf': pdfBytes('a').toString() })
  const [good, bad] = [fileOf(photo, 'good.png'), fileOf(photo.subarray(0, 90), 'bad.png')]
  const files = new File([Uint8Array.from(zip)], 'old.zip')
  const params = await look(school, [files, good, bad])
  const { groups } = await admin.readMoveIn({ params })
  const collections = [...new Set(groups.map(({ collection }) => collection))]
  const years = [...new Set(groups.map(({ year }) => year))]
  await admin.bringMoveIn({ params, body: { collections, years, as: 'published', kinds: [] } })
  await moveInState(admin, ['done', 'paused'])
  const { items } = await admin.listMoveInItems({ params })
  expect(items.map(({ outcome }) => outcome)).toEqual([
    ...['published', 'published', 'draft', 'draft'],
  ])
  const entries = await visitor.listEntries({ params: { collection: 'notices' } })
  const [order, rules] = entries
  expect(entries.map(({ kind }) => kind)).toEqual([undefined, 'admission'])
  expect(order?.files?.map(({ fileName }) => fileName)).toEqual(['a.pdf', 'good.png'])
  expect(items.map(({ leftOut }) => leftOut.map(({ what, name }) => [what, name]))).toEqual([
    [
      ['link', `${host}/gone/`],
      ['link', `${host}/?p=3`],
    ],
    [['file', `${host}/uploads/bad.png`]],
    [],
    [],
  ])
  const hrefsOf = async (id = '') => {
    const { body } = await visitor.getEntry({ params: { collection: 'notices', id } })
    return [...(body ?? '').matchAll(/(?<!!)\[\d+\]\((.*?)\)/g)].map(([, href]) => href)
  }
  const [toOrder, toRules] = [order, rules].map((one) => `/n/${one?._id}`)
  expect(await hrefsOf(rules?._id)).toEqual([
    ...[toOrder, toOrder, `${toRules}/file`, `${toRules}/file/2`],
    ...[`${host}/gone/`, '/', `${host}/?p=3`],
  ])
  expect(await hrefsOf(order?._id)).toEqual([toRules, `${toRules}/file`])
  await admin.undoMoveIn({ params })
  await moveInState(admin, ['undone'])
  await admin.forgetMoveIn({ params })
  // Pictures of a PDF's pages that were being drawn are removed a moment later.
  await expect.poll(() => everythingOf(school)).toEqual(before)
})

test('is not undone after an edit, which stays, also one that comes when the undo was asked for', async () => {
  const { admin } = school
  const params = await look(school, [pdf('2018-01-01 ক.pdf'), pdf('2018-01-02 খ.pdf')])
  await admin.bringMoveIn({ params, body: everything })
  await moveInState(admin, ['done'])
  const { items } = await admin.listMoveInItems({ params })
  const id = items[0]?.to?.split('/').at(-1) ?? ''
  const entry = { params: { collection: 'notices', id } } as const
  const release = holdWrites(school)
  const undo = admin.undoMoveIn({ params })
  await admin.readMoveIn({ params })
  const edit = admin.updateEntry({ ...entry, body: { title: 'নতুন নাম', __v: 0 } })
  await admin.readMoveIn({ params })
  release()
  await Promise.all([undo, edit])
  await moveInState(admin, ['done', 'undone'])
  const { edited, state, counts } = await admin.readMoveIn({ params })
  expect([state, counts]).toMatchObject(['done', { published: 1, skipped: 1 }])
  expect(edited).toEqual([{ title: 'নতুন নাম', path: `/n/${id}` }])
  await expect(admin.undoMoveIn({ params })).rejects.toMatchObject({ code: 'conflict' })
  expect(await admin.getEntry(entry)).toMatchObject({ title: 'নতুন নাম' })
  const keptAfter = async (days: number) => {
    daysAhead = days
    await school.server.internals.runMaintenance()
    return fs.readdir(path.join(school.dataDir, 'move-in'))
  }
  expect([await keptAfter(29), await keptAfter(31)]).toEqual([[params.id], []])
})

const PATIENT = { timeout: 30_000 }

/** An older site with a list of notices, whose files can be held back. */
async function startOldList() {
  const held = new Map<string, () => unknown>()
  const row = (n: number) =>
    `<tr><td><a href="/n/${n}">নোটিশ ${n}</a><td>0${n}/01/2019<td><a href="/f/${n}.pdf">ডাউনলোড</a>`
  const site = await startOldSite((where) => {
    if (where === '/list') return `<table>${[1, 2, 3, 4].map(row).join('')}</table>`
    if (where.startsWith('/n/')) return `<article><p>লেখা ${where}</p></article>`
    if (!where.startsWith('/f/')) return undefined
    return (res) => {
      res.writeHead(200, { 'content-type': 'application/pdf' })
      res.write(pdfBytes(where))
      if (where === '/f/1.pdf' || where === '/f/4.pdf') return res.end()
      // It is slow rather than silent, which would be given up.
      const slowly = setInterval(() => res.write('\n'), 200)
      held.set(where, () => res.end())
      res.on('close', () => {
        clearInterval(slowly)
        held.delete(where)
      })
    }
  })
  return {
    ...site,
    isHeld: (file: string) => expect.poll(() => held.has(file), PATIENT).toBe(true),
    send: (file: string) => held.get(file)?.(),
  }
}

/** Receives what the webhook tells. */
async function startReceiver() {
  const told: string[] = []
  const receiver = http.createServer(async (req, res) => {
    const { entry } = Told.parse(await json(req))
    told.push(entry.title)
    res.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const env = {
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    WEBHOOK_SECRET: 'a secret of some length',
  }
  return { told, env, stop: () => receiver.close() }
}
const Told = z.object({ entry: z.object({ title: z.string() }) })

test('goes on after a restore and a full disk, lets people work meanwhile, and tells nobody', async () => {
  await school.stop()
  const [old, receiver, phones] = await Promise.all([
    startOldList(),
    startReceiver(),
    startPushService(),
  ])
  school = await startTestServer({ env: { ...pushEnv, ...receiver.env, MOVE_IN_LOOPBACK: '1' } })
  const { admin, visitor } = school
  await visitor.subscribe({ body: phones.subscriptionOf('ফোন') })
  await expect.poll(() => phones.messages.length, PATIENT).toBe(1)
  const { _id: id } = await admin.startLook({ body: { url: `${old.origin}/list` } })
  const params = { id }
  await moveInState(admin, ['found', 'failed'])
  await admin.bringMoveIn({ params, body: { ...everything, years: [2019] } })
  await old.isHeld('/f/2.pdf')

  const notices = { params: { collection: 'notices' } } as const
  const titles = async () => (await visitor.listEntries(notices)).map(({ title }) => title)
  const [first] = await visitor.listEntries(notices)
  const one = { params: { collection: 'notices', id: first?._id ?? '' } } as const
  expect(first).toMatchObject({ title: 'নোটিশ 1', filePath: expect.any(String) })
  await admin.makeBackup()
  const { outcome } = await backupTaskEnded(admin)
  await admin.updateEntry({ ...one, body: { title: 'শুদ্ধ', __v: 0 } })
  await expect(admin.undoMoveIn({ params })).rejects.toMatchObject({ code: 'conflict' })
  await admin.createEntry({ ...notices, body: { title: 'আজকের', body: 'লেখা' } })
  expect(await titles()).toEqual(['আজকের', 'শুদ্ধ'])
  await expect.poll(() => receiver.told, PATIENT).toEqual(['আজকের'])

  old.send('/f/2.pdf')
  await old.isHeld('/f/3.pdf')
  await admin.pauseMoveIn({ params })
  old.send('/f/3.pdf')
  const published = async () => (await admin.readMoveIn({ params })).counts.published
  await expect.poll(published, PATIENT).toBe(3)
  const backup = { id: outcome?.backupId ?? '' }
  await admin.restoreBackup({ params: backup, body: { currentPassword: ADMIN.password } })
  await backupTaskEnded(admin)
  expect(await titles()).toEqual(['নোটিশ 1'])
  const restored = { state: 'paused', counts: { asked: 4, published: 1, waiting: 3 }, addresses: 2 }
  expect(await admin.readMoveIn({ params })).toMatchObject(restored)
  const statfs = { ...(await fs.statfs(school.dataDir)), bavail: 1 }
  vi.spyOn(fs, 'statfs').mockResolvedValue(statfs)
  await admin.continueMoveIn({ params })
  await moveInState(admin, ['paused'])
  expect(await admin.readMoveIn({ params })).toMatchObject({ ...restored, problem: 'disk-full' })
  vi.restoreAllMocks()

  await admin.continueMoveIn({ params })
  await old.isHeld('/f/2.pdf')
  old.send('/f/2.pdf')
  await old.isHeld('/f/3.pdf')
  await admin.deleteEntry(one)
  await admin.createEntry({ ...notices, body: { title: 'পরের', body: 'লেখা' } })
  old.send('/f/3.pdf')
  await moveInState(admin, ['done', 'paused'])
  const { counts, edited } = await admin.readMoveIn({ params })
  expect([counts, edited]).toMatchObject([{ asked: 4, published: 4, waiting: 0 }, []])
  expect(await titles()).toEqual(['পরের', 'নোটিশ 4', 'নোটিশ 3', 'নোটিশ 2'])
  const feed = await (await school.fetch('/feed.xml')).text()
  expect(feed.indexOf('পরের')).toBeLessThan(feed.indexOf('নোটিশ 4'))
  await admin.undoMoveIn({ params })
  await moveInState(admin, ['undone'])
  expect([await titles(), await admin.listTrash()]).toEqual([['পরের'], []])
  await expect
    .poll(() => [receiver.told, phones.messages.length], PATIENT)
    .toEqual([['আজকের', 'পরের'], 3])
  receiver.stop()
  phones.stop()
  await old.stop()
})
