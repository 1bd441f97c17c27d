import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { validationCopy } from '@bidyaloy/shared/copy/validation-copy'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { notices, openTestDesktopApp, signedIn, type TestDesktopApp } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { createMemoryTokenStore } from './token-store.ts'

let school: SchoolServer
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

const sheet = (name: string) => new File([`${name}\n`], `${name}.txt`, { type: 'text/plain' })
const names = (entry: Entry) => filesOf(entry).map(({ fileName }) => fileName.replace('.txt', ''))
const paths = (entry: Entry) => filesOf(entry).map(({ filePath }) => filePath)
const text = async (desk: TestDesktopApp, filePath = '') => (await desk.page(`/${filePath}`)).text()
const settled = (desk: TestDesktopApp) => desk.app.school()?.outbox.settled()
/** The only notice at the server, with its text. */
const published = async () => {
  const [entry, ...others] = await school.admin.listEntries({ params: notices })
  expect(others).toEqual([])
  return school.admin.getEntry({ params: { ...notices, id: entry?._id ?? '' } })
}

test('publishes a text with attachments, written and reordered offline, once', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(school.url, folder, tokens)
  await before.api.listEntries({ params: notices })
  await school.stop()
  const body = { title: 'রুটিন', body: '## সময়সূচি\n\nআগামীকাল **পরীক্ষা**।' }
  const file = [sheet('ক'), sheet('খ')]
  const made = await before.api.createEntry({ params: notices, body, file })
  expect(before.lastHeader(QUEUED_HEADER)).toBe('1')
  await before.close()

  const desk = await openTestDesktopApp(folder, tokens)
  const [listed] = await desk.api.listEntries({ params: notices })
  expect(listed).toMatchObject({ excerpt: 'সময়সূচি আগামীকাল পরীক্ষা।', queued: true })
  expect(listed).not.toHaveProperty('body')
  const params = { ...notices, id: made._id }
  const shown = await desk.api.getEntry({ params })
  expect(shown).toMatchObject({ body: body.body, fileName: 'ক.txt', __v: 0 })
  const [first = '', second = ''] = paths(shown)
  expect(await text(desk, second)).toBe('খ\n')
  const change = { __v: 0, files: [second, null, first] }
  const changed = await desk.api.updateEntry({ params, body: change, file: sheet('গ') })
  expect(names(changed)).toEqual(['খ', 'গ', 'ক'])
  expect(changed.body).toBe(body.body)

  await school.start()
  await settled(desk)
  const arrived = await published()
  expect([arrived.body, names(arrived)]).toEqual([body.body, ['খ', 'গ', 'ক']])
  // The page may still use the temporary paths.
  expect(await text(desk, second)).toBe('খ\n')
  expect(paths(await desk.api.getEntry({ params }))).toEqual(paths(arrived))
  await desk.api.updateEntry({ params, body: { files: [first, second] } })
  expect(names(await published())).toEqual(['ক', 'খ'])
})

test('merges changes of the text and the files of a published notice', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  const body = { title: 'ফল', body: 'প্রথম লেখা' }
  const file = [sheet('ক'), sheet('খ')]
  const { _id } = await desk.api.createEntry({ params: notices, body, file })
  const params = { ...notices, id: _id }
  const [first = '', second = ''] = paths(await desk.api.getEntry({ params }))
  await school.stop()

  const update = async (change: object, ...added: File[]) => {
    await desk.api.updateEntry({ params, body: { __v: 0, ...change }, file: added })
    return desk.api.getEntry({ params })
  }
  expect(names(await update({ files: [second, null, first] }, sheet('গ')))).toEqual(['খ', 'গ', 'ক'])
  // Without an order, a new file replaces the first.
  const replaced = await update({ body: 'দ্বিতীয় লেখা' }, sheet('ঘ'))
  expect([names(replaced), replaced.body]).toEqual([['ঘ', 'গ', 'ক'], 'দ্বিতীয় লেখা'])
  const [fourth = '', third = ''] = paths(replaced)
  const emptied = await update({ files: [third, null, fourth], body: '' }, sheet('ঙ'))
  expect(names(emptied)).toEqual(['গ', 'ঙ', 'ঘ'])
  expect([emptied.body, emptied.excerpt]).toEqual([undefined, undefined])

  await school.start()
  await settled(desk)
  const arrived = await published()
  expect([names(arrived), arrived.body, arrived.title]).toEqual([['গ', 'ঙ', 'ঘ'], undefined, 'ফল'])
  expect(desk.app.state()).toMatchObject({ waiting: 0, attention: 0 })
})

test('reads a text offline only if it was read before, and never loses an unread one', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  const create = (title: string) =>
    school.admin.createEntry({ params: notices, body: { title, body: `${title}র লেখা` } })
  const [read, unread] = [await create('পড়া'), await create('না-পড়া')]
  await desk.api.listEntries({ params: notices })
  await desk.api.getEntry({ params: { ...notices, id: read._id } })
  await desk.api.listEntries({ params: notices })
  await school.stop()

  expect(await desk.api.getEntry({ params: { ...notices, id: read._id } })).toMatchObject({
    body: 'পড়ার লেখা',
  })
  const params = { ...notices, id: unread._id }
  await expect(desk.api.getEntry({ params })).rejects.toThrow('no answer')
  const renamed = await desk.api.updateEntry({ params, body: { title: 'নতুন নাম', __v: 0 } })
  expect(renamed).toMatchObject({ title: 'নতুন নাম', excerpt: 'না-পড়ার লেখা' })
  await school.start()
  await settled(desk)
  expect(await school.admin.getEntry({ params })).toMatchObject({
    title: 'নতুন নাম',
    body: 'না-পড়ার লেখা',
  })
})

test('compares text and files with those of another admin, and keeps mine without removed files', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(school.url, folder, tokens)
  const file = [sheet('ক'), sheet('খ')]
  const body = { title: 'ফল', body: 'শুরু' }
  const { _id } = await before.api.createEntry({ params: notices, body, file })
  const params = { ...notices, id: _id }
  const [first = '', second = ''] = paths(await before.api.getEntry({ params }))
  await school.stop()
  const mine = { body: 'আমার', files: [second, null, first], __v: 0 }
  await before.api.updateEntry({ params, body: mine, file: sheet('গ') })
  await before.close()
  await school.start()
  await school.admin.updateEntry({ params, body: { body: 'তাঁর', files: [first] } })
  const desk = await openTestDesktopApp(folder, tokens)
  await settled(desk)

  const [conflict] = await (await desk.page('/desktop/outbox')).json()
  expect(conflict).toMatchObject({ hasText: true, fileNames: ['গ.txt'] })
  const at = `/desktop/outbox/${conflict.seq}`
  expect(await (await desk.page(`${at}/comparison`)).json()).toMatchObject({
    mine: { body: 'আমার', fileNames: ['গ.txt', 'ক.txt'] },
    theirs: { body: 'তাঁর', fileNames: ['ক.txt'] },
  })
  expect((await desk.page(`${at}/keep-mine`, { method: 'POST' })).status).toBe(204)
  await settled(desk)
  const kept = await published()
  expect([kept.body, names(kept)]).toEqual(['আমার', ['গ', 'ক']])
})

test('refuses files that exceed the limit of one request', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  await desk.api.session()
  await school.stop()
  const megabytes = (size: number) => new File([new Uint8Array(size * 1024 ** 2)], 'স্ক্যান.pdf')
  const create = (file: File[]) =>
    desk.api.createEntry({ params: notices, body: { title: 'ফল' }, file })
  await expect(create([megabytes(26)])).rejects.toMatchObject({ status: 413, code: 'too_large' })
  const tooMuch = create([megabytes(20), megabytes(20), megabytes(11)])
  await expect(tooMuch).rejects.toMatchObject({
    status: 413,
    message: validationCopy['valid.file.allTooBig'].bn.replace('{max}', '৫০'),
  })
  expect(desk.app.state().waiting).toBe(0)
  // Each file is below the limit, but two are not.
  const { _id } = await create([megabytes(24)])
  const params = { ...notices, id: _id }
  const [path = ''] = paths(await desk.api.getEntry({ params }))
  const more = [megabytes(20), megabytes(20)]
  await desk.api.updateEntry({ params, body: { files: [path, null, null] }, file: more })
  await desk.api.updateEntry({ params, body: {}, file: megabytes(24) })
  expect(desk.app.state().waiting).toBe(3)
})

test('writes a page of the menu offline, and moves a published one', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  const pages = { collection: 'pages' } as const
  const list = { params: pages, query: { state: 'all', sort: 'order' } } as const
  const write = (title: string) =>
    desk.api.createEntry({ params: pages, body: { title, body: 'লেখা', menu: 'intro' } })
  const [fees, uniform] = [await write('ফি'), await write('পোশাক')]
  await desk.api.listEntries(list)
  await school.stop()
  const params = { ...pages, id: uniform._id }
  const order = (fees.order ?? 0) - 1
  expect(await desk.api.updateEntry({ params, body: { order } })).toMatchObject({ order })
  await desk.api.updateEntry({ params, body: { order: order - 1 } })
  await write('অভিযোগ')
  const offline = await desk.api.listEntries(list)
  expect(offline.find(({ _id }) => _id === uniform._id)).toMatchObject({ order: order - 1 })
  expect(offline.find(({ title }) => title === 'অভিযোগ')).toMatchObject({ menu: 'intro' })

  await school.start()
  await settled(desk)
  const arrived = await school.admin.listEntries(list)
  expect(arrived.map(({ title }) => title)).toEqual(['পোশাক', 'ফি', 'অভিযোগ'])
  expect(arrived[0]?.updatedAt).toBe(uniform.updatedAt)
})
