import { createHash } from 'node:crypto'
import type { Entry, EntryChange, NewEntry } from '@bidyaloy/shared/collections/entry'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../db/engine.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { TAKES_ALL } from '../../test/samples.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-21T04:00:00.000Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const
const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const verdict = (bytes: Uint8Array | string) =>
  school.visitor.verifyFile({ query: { sha256: sha256(bytes) } })
const stateOf = async (bytes: Uint8Array | string) => (await verdict(bytes)).state
/** A tenth of the entries. PostgreSQL and the bucket of tests take five times as long. */
const TENTH = IS_POSTGRES ? 8 : TAKES_ALL ? 100 : 20

const textOf = (n: number | string) => `নোটিশ ${n}`

const create = (text: string, fields: Partial<NewEntry> = {}): Promise<Entry> =>
  school.admin.createEntry({
    params: notices,
    body: { title: text, ...fields },
    file: fileOf(text, 'notice.txt'),
  })

test('knows every byte of what its entries published, and nothing of what they did not', async () => {
  const few = pLimit(8)
  const many = <T>(count: number, work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => few(() => work(n))))
  const addressed = (entry: Entry) => ({ ...notices, id: entry._id })

  await many(6 * TENTH, (n) => create(textOf(n)))
  const scheduled = later(DAY_MS)
  await many(TENTH, (n) => create(`নির্ধারিত ${n}`, { publishAt: scheduled }))
  const drafts = await many(TENTH, (n) => create(`খসড়া ${n}`, { status: 'draft' }))
  const replaced = await many(TENTH, (n) => create(`পুরোনো ${n}`))
  const withdrawn = await many(TENTH, (n) => create(`ভুল ${n}`))
  now = new Date(now.getTime() + HOUR_MS)
  await many(TENTH, (n) => {
    const params = addressed(replaced[n] as Entry)
    return school.admin.updateEntry({ params, body: {}, file: fileOf(`নতুন ${n}`, 'n.txt') })
  })
  const ids = withdrawn.map(({ _id }) => _id)
  await school.admin.deleteEntries({ params: notices, body: { ids } })
  // What was only ever in a draft, replaced there or discarded, never becomes known.
  await many(TENTH / 2, (n) => {
    const params = addressed(drafts[n] as Entry)
    return school.admin.updateEntry({ params, body: {}, file: fileOf(`খসড়া নতুন ${n}`, 'n.txt') })
  })
  const discarded = drafts.slice(TENTH / 2).map(({ _id }) => _id)
  await school.admin.deleteEntries({ params: notices, body: { ids: discarded } })

  const states = async (count: number, text: (n: number) => string) =>
    new Set(await many(count, (n) => stateOf(text(n))))
  const all = async () => ({
    published: await states(6 * TENTH, textOf),
    present: await states(TENTH, (n) => `নতুন ${n}`),
    replaced: await states(TENTH, (n) => `পুরোনো ${n}`),
    withdrawn: await states(TENTH, (n) => `ভুল ${n}`),
    scheduled: await states(TENTH, (n) => `নির্ধারিত ${n}`),
    drafts: await states(TENTH, (n) => `খসড়া ${n}`),
    newDrafts: await states(TENTH / 2, (n) => `খসড়া নতুন ${n}`),
  })
  const unknown = new Set(['unknown'])
  const expected = {
    published: new Set(['published']),
    present: new Set(['published']),
    replaced: new Set(['replaced']),
    withdrawn: new Set(['withdrawn']),
    scheduled: unknown,
    drafts: unknown,
    newDrafts: unknown,
  }
  expect(await all()).toEqual(expected)
  const flipped = (text: string) => {
    const bytes = Buffer.from(text)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    return bytes
  }
  expect(await many(6 * TENTH, (n) => stateOf(flipped(textOf(n))))).toEqual(
    Array(6 * TENTH).fill('unknown'),
  )
  // Hashes of drafts, scheduled entries and unknown files get responses with the same bytes.
  const answers = await Promise.all(
    ['খসড়া 1', 'নির্ধারিত 1', 'কখনো ছিল না'].map(async (text) => {
      const answer = await school.fetch(`/api/verify?sha256=${sha256(text)}`)
      return [answer.status, await answer.text(), answer.headers.get('cache-control')]
    }),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)

  // Still known after the trash is emptied and the server is restarted.
  now = new Date(now.getTime() + 31 * DAY_MS)
  school = await school.restart()
  expect(await school.admin.listTrash()).toEqual([])
  expect(await all()).toEqual({ ...expected, scheduled: new Set(['published']) })
}, 180_000)

test('tells dates and the present notice, over trash, expiry, schedule and changes that wait', async () => {
  const first = now.toISOString()
  const { _id: id } = await create('প্রথম')
  const params = { ...notices, id }
  const url = `/n/${id}`
  expect(await verdict('প্রথম')).toEqual({ state: 'published', at: first, title: 'প্রথম', url })

  // A change that is not published changes nothing, and its file is not known.
  now = new Date(later(HOUR_MS))
  const waiting = fileOf('দ্বিতীয়', 'n.txt')
  await school.admin.updateEntry({ params, body: { status: 'draft' }, file: waiting })
  expect(await verdict('প্রথম')).toMatchObject({ state: 'published', at: first })
  expect(await verdict('দ্বিতীয়')).toEqual({ state: 'unknown' })

  now = new Date(later(HOUR_MS))
  const changed = now.toISOString()
  const change = await school.admin.getDraft({ params })
  const publish = { status: 'published', draftVersion: change.draft?.version } as const
  await school.admin.updateEntry({ params, body: publish })
  expect(await verdict('প্রথম')).toEqual({ state: 'replaced', at: changed, title: 'প্রথম', url })
  expect(await verdict('দ্বিতীয়')).toMatchObject({ state: 'published', at: changed })

  // A former version is published again: since its first day.
  now = new Date(later(HOUR_MS))
  await school.admin.restoreVersion({ params: { recordType: 'notices', id, n: '0' } })
  expect(await verdict('প্রথম')).toMatchObject({ state: 'published', at: first })
  expect(await stateOf('দ্বিতীয়')).toBe('replaced')

  const deleted = now.toISOString()
  await school.admin.deleteEntry({ params })
  expect(await verdict('প্রথম')).toEqual({ state: 'withdrawn', at: deleted })
  expect(await verdict('দ্বিতীয়')).toEqual({ state: 'withdrawn', at: deleted })
  await school.admin.restoreTrash({ params: { id } })
  expect(await stateOf('প্রথম')).toBe('published')
  await school.admin.updateEntry({ params, body: { publishAt: later(HOUR_MS) } })
  expect(await verdict('প্রথম')).toEqual({ state: 'withdrawn', at: deleted })
  now = new Date(later(HOUR_MS))
  expect(await stateOf('প্রথম')).toBe('published')

  const expiresAt = later(HOUR_MS)
  await create('মেয়াদি', { expiresAt })
  now = new Date(later(DAY_MS))
  expect(await verdict('মেয়াদি')).toEqual({ state: 'withdrawn', at: expiresAt })

  // Withdrawn before its time, it was never there: neither now nor when that has come.
  const { _id: early } = await create('আগাম', { publishAt: later(HOUR_MS) })
  await school.admin.deleteEntry({ params: { ...notices, id: early } })
  now = new Date(later(DAY_MS))
  expect(await stateOf('আগাম')).toBe('unknown')
  now = new Date(later(31 * DAY_MS))
  school = await school.restart()
  expect(await stateOf('আগাম')).toBe('unknown')
})

test('says nothing of what waits or was returned, and that an approval was taken back', async () => {
  const { admin } = school
  const credentials = { username: 'clerk', password: 'another long password' }
  const { __v, pictures, updatedAt, ...settings } = await admin.getSettings()
  await admin.updateSettings({ body: { ...settings, approval: true } })
  await admin.createAdmin({
    body: { ...credentials, role: 'clerk', currentPassword: ADMIN.password },
  })
  const { api: clerk } = await school.signIn(credentials)
  const file = fileOf('অপেক্ষায়', 'n.txt')
  const sent = await clerk.createEntry({ params: notices, body: { title: 'ছুটি' }, file })
  const params = { ...notices, id: sent._id }
  expect([sent.status, await stateOf('অপেক্ষায়')]).toEqual(['waiting', 'unknown'])
  const write = async (api: typeof admin, fields: EntryChange) => {
    const { __v } = await admin.getDraft({ params })
    return api.updateEntry({ params, body: { ...fields, __v } })
  }
  await write(admin, { status: 'draft', note: 'তারিখ দিন' })
  expect(await stateOf('অপেক্ষায়')).toBe('unknown')
  await write(clerk, { status: 'waiting' })
  const approved = await write(admin, { status: 'published' })
  expect(await stateOf('অপেক্ষায়')).toBe('published')
  now = new Date(later(HOUR_MS))
  const at = now.toISOString()
  await admin.deleteApproval({ params, query: { __v: approved.__v } })
  expect(await verdict('অপেক্ষায়')).toEqual({ state: 'withdrawn', at })
  await write(admin, { status: 'published' })
  expect(await stateOf('অপেক্ষায়')).toBe('published')
})

test('knows a photo as it came and each size that is served, in all entries that had it', async () => {
  const photo = await twoColors(900, 500).jpeg().toBuffer()
  const gallery = { collection: 'gallery' } as const
  const add = () =>
    school.admin.createEntry({
      params: gallery,
      body: { title: 'ক্রীড়া' },
      file: fileOf(photo, 'photo.jpg'),
    })
  const [one, other] = [await add(), await add()]
  const paths = [one.filePath, ...(one.sizes ?? []).map(({ filePath }) => filePath)]
  expect(paths).toHaveLength(4)
  const served = await Promise.all(
    paths.map(async (path) => Buffer.from(await (await school.fetch(`/${path}`)).arrayBuffer())),
  )
  for (const bytes of [photo, ...served]) expect(await stateOf(bytes)).toBe('published')
  await school.admin.deleteEntry({ params: { ...gallery, id: other._id } })
  expect(await stateOf(photo)).toBe('published')
  await school.admin.deleteEntry({ params: { ...gallery, id: one._id } })
  for (const bytes of [photo, ...served]) expect(await stateOf(bytes)).toBe('withdrawn')
})

test('survives a backup, and hashes in the background what has no hash', async () => {
  const { _id: id } = await create('রাখা')
  await school.admin.makeBackup()
  await backupTaskEnded(school.admin)
  const [backup] = (await school.admin.listBackups()).backups
  await school.admin.deleteEntry({ params: { ...notices, id } })
  expect(await stateOf('রাখা')).toBe('withdrawn')
  const restore = { params: { id: backup?._id ?? '' }, body: { currentPassword: ADMIN.password } }
  await school.admin.restoreBackup(restore)
  await backupTaskEnded(school.admin)
  expect(await stateOf('রাখা')).toBe('published')

  // As after an upgrade, or a backup of an earlier version: no hash is known.
  const photo = await twoColors(900, 500).jpeg().toBuffer()
  const { filePath } = await school.admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'ক্রীড়া' },
    file: fileOf(photo, 'photo.jpg'),
  })
  await school.server.internals.db.write((tx) => query(tx, 'DELETE FROM published_file'))
  expect(await stateOf('রাখা')).toBe('unknown')
  school = await school.restart()
  await expect.poll(() => stateOf('রাখা')).toBe('published')
  const served = Buffer.from(await (await school.fetch(`/${filePath}`)).arrayBuffer())
  await expect.poll(() => stateOf(served)).toBe('published')
  // What came is known no more.
  expect(await stateOf(photo)).toBe('unknown')
})

test('answers for addresses of this site, and for no other', async () => {
  await school.stop()
  const env = { PUBLIC_URL: 'https://school.example.bd' }
  school = await startTestServer({ clock: () => now, env })
  const { _id: id } = await create('ঠিকানা')
  const draft = await create('খসড়া', { status: 'draft' })
  const ask = (address: string) => school.visitor.verifyFile({ query: { address } })
  const published = { state: 'published', url: `/n/${id}`, title: 'ঠিকানা' }
  for (const address of [
    `/n/${id}`,
    `n/${id}`,
    ` school.example.bd/n/${id} `,
    `https://www.school.example.bd/n/${id}/file?x=1#y`,
  ]) {
    expect([address, await ask(address)]).toMatchObject([address, published])
  }
  for (const address of [
    `https://evil.example/n/${id}`,
    `//evil.example/n/${id}`,
    `school.example.bd.evil.example/n/${id}`,
    `https://school.example.bd@evil.example/n/${id}`,
    `/\\evil.example/n/${id}`,
    'javascript:alert(1)',
  ]) {
    expect([address, (await ask(address)).state]).toEqual([address, 'foreign'])
  }
  for (const address of [`/n/${draft._id}`, '/n/none', `/d/${id}`, '/contact', '/']) {
    expect([address, await ask(address)]).toEqual([address, { state: 'unknown' }])
  }
  const deleted = now.toISOString()
  await school.admin.deleteEntry({ params: { ...notices, id } })
  now = new Date(later(31 * DAY_MS))
  school = await school.restart()
  expect(await ask(`/n/${id}`)).toEqual({ state: 'withdrawn', at: deleted })

  for (const asked of ['', '?sha256=', '?sha256=12', `?sha256=${'g'.repeat(64)}`, '?address=']) {
    const answer = await school.fetch(`/api/verify${asked}`)
    const problem = await problemOf(answer)
    expect([asked, answer.status, problem.code]).toEqual([asked, 400, 'validation_failed'])
  }
})
