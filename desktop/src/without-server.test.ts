import fs from 'node:fs/promises'
import path from 'node:path'
import { CACHED_AT_HEADER, QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { notices, openTestDesktopApp, paper, signedIn, titles } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { createMemoryTokenStore } from './token-store.ts'

let school: SchoolServer
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

describe('without the server', () => {
  test('queues a notice offline, shows it as pending and publishes it once', async () => {
    const folder = await temporaryFolder()
    const tokens = createMemoryTokenStore()
    const desk = await signedIn(school.url, folder, tokens)
    await desk.api.createEntry({ params: notices, body: { title: 'আগের' }, file: paper() })
    expect(await titles(desk)).toEqual(['আগের'])
    await desk.api.session()
    await school.stop()

    await desk.api.createEntry({ params: notices, body: { title: 'ছুটির নোটিশ' }, file: paper() })
    expect(desk.lastHeader(QUEUED_HEADER)).toBe('1')
    expect(await titles(desk)).toEqual(['ছুটির নোটিশ (অপেক্ষায়)', 'আগের'])
    expect(desk.lastHeader(CACHED_AT_HEADER)).toMatch(/^20/)

    // The app restarts, still offline.
    await desk.close()
    const again = await openTestDesktopApp(folder, tokens)
    expect(await again.api.session()).toMatchObject({ username: 'admin' })
    expect(await titles(again)).toEqual(['ছুটির নোটিশ (অপেক্ষায়)', 'আগের'])
    // After a manual check it is still offline; the list comes from the cache.
    expect((await again.page('/desktop/outbox/send', { method: 'POST' })).status).toBe(204)
    expect(again.app.state()).toMatchObject({
      serverAnswers: false,
      lastAnswerAt: expect.stringMatching(/^20/),
    })
    expect(await (await again.page('/desktop/outbox')).json()).toMatchObject([
      {
        // It retries.
        state: expect.stringMatching(/^(waiting|sending)$/),
        endpoint: 'createEntry',
        title: 'ছুটির নোটিশ',
        fileNames: ['notice.txt'],
      },
    ])

    await school.start()
    await again.app.school()?.outbox.settled()
    await expect.poll(() => titles(again)).toEqual(['ছুটির নোটিশ', 'আগের'])
    const published = await school.admin.listEntries({ params: notices })
    expect(published.map(({ title }) => title)).toEqual(['ছুটির নোটিশ', 'আগের'])
    expect(await (await again.page('/desktop/outbox')).json()).toMatchObject([{ state: 'sent' }])
  })

  test('shows pending entries in the list of all collections', async () => {
    const desk = await signedIn(school.url, await temporaryFolder())
    const list = async (query: { collection?: 'news'; state?: 'draft' } = {}) =>
      (await desk.api.listAllEntries({ query })).map(
        ({ collection, title, queued }) => `${collection} ${title}${queued ? ' (অপেক্ষায়)' : ''}`,
      )
    const old = await desk.api.createEntry({
      params: notices,
      body: { title: 'আগের' },
      file: paper(),
    })
    const news = { collection: 'news' as const }
    expect(await list()).toEqual(['notices আগের'])
    for (const query of [news, { state: 'draft' as const }]) expect(await list(query)).toEqual([])
    await school.stop()

    await desk.api.createEntry({ params: news, body: { title: 'মেলা' }, file: paper() })
    // Listed apart.
    await desk.api.createEntry({ params: { collection: 'people' }, body: { title: 'শিরীন' } })
    await desk.api.updateEntry({ params: { ...notices, id: old._id }, body: { title: 'নতুন নাম' } })
    expect(await list()).toEqual(['news মেলা (অপেক্ষায়)', 'notices নতুন নাম (অপেক্ষায়)'])
    expect(await list(news)).toEqual(['news মেলা (অপেক্ষায়)'])
    expect(await list({ state: 'draft' })).toEqual([])
    await desk.api.deleteEntries({ params: notices, body: { ids: [old._id] } })
    expect(await list()).toEqual(['news মেলা (অপেক্ষায়)'])

    await school.start()
    await desk.app.school()?.outbox.settled()
    await expect.poll(() => list()).toEqual(['news মেলা'])
  })

  test('renames and deletes pending entries, and undoes a deletion', async () => {
    const desk = await signedIn(school.url, await temporaryFolder())
    const old = await desk.api.createEntry({
      params: notices,
      body: { title: 'পুরোনো' },
      file: paper(),
    })
    await titles(desk)
    await school.stop()

    const fresh = await desk.api.createEntry({
      params: notices,
      body: { title: 'নতুন' },
      file: paper(),
    })
    await desk.api.updateEntry({
      params: { ...notices, id: fresh._id },
      body: { title: 'আরও নতুন', __v: 0 },
    })
    await desk.api.updateEntry({
      params: { ...notices, id: old._id },
      body: { title: 'কম পুরোনো', __v: 0 },
    })
    await desk.api.updateEntry({
      params: { ...notices, id: old._id },
      body: { title: 'নতুন নাম', __v: 0 },
    })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)', 'নতুন নাম (অপেক্ষায়)'])

    await desk.api.deleteEntry({ params: { ...notices, id: old._id } })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)'])
    await desk.api.restoreTrash({ params: { id: old._id } })
    expect(await titles(desk)).toEqual(['আরও নতুন (অপেক্ষায়)', 'নতুন নাম (অপেক্ষায়)'])

    await school.start()
    await desk.app.school()?.outbox.settled()
    const published = await school.admin.listEntries({ params: notices })
    expect(published.map(({ title }) => title).sort()).toEqual(['আরও নতুন', 'নতুন নাম'].sort())
    expect(await school.admin.listTrash()).toEqual([])
  })

  test('deletes several entries together and undoes it', async () => {
    const desk = await signedIn(school.url, await temporaryFolder())
    const ids: string[] = []
    for (const title of ['এক', 'দুই', 'তিন', 'চার']) {
      const body = { title }
      const { _id } = await desk.api.createEntry({ params: notices, body, file: paper() })
      ids.push(_id)
    }
    const [first = '', ...others] = ids
    await desk.api.deleteEntries({ params: notices, body: { ids: [first] } })
    expect(desk.lastHeader(QUEUED_HEADER)).toBeNull()
    expect(await titles(desk)).toEqual(['চার', 'তিন', 'দুই'])
    await school.stop()
    await desk.api.deleteEntries({ params: notices, body: { ids: others } })
    expect(desk.lastHeader(QUEUED_HEADER)).toBe('1')
    expect(await titles(desk)).toEqual([])
    await desk.api.restoreFromTrash({ body: { ids: others.slice(1) } })
    expect(await titles(desk)).toEqual(['চার', 'তিন'])
    const [, ...spared] = others
    await desk.api.deleteEntries({ params: notices, body: { ids: spared } })

    // Another admin deletes one meanwhile; the others are still deleted.
    await desk.page('/desktop/outbox')
    await school.start()
    await desk.app.school()?.outbox.settled()
    expect(await school.admin.listEntries({ params: notices })).toEqual([])
    expect(desk.app.state()).toMatchObject({ waiting: 0, attention: 0 })
  })

  test('clears cached reads on sign-out but not pending changes', async () => {
    const folder = await temporaryFolder()
    const desk = await signedIn(school.url, folder)
    await desk.api.createEntry({ params: notices, body: { title: 'গোপন খসড়া' }, file: paper() })
    expect(await titles(desk)).toEqual(['গোপন খসড়া'])
    const filesWith = async (text: string) => {
      const files = await fs.readdir(folder, { recursive: true, withFileTypes: true })
      const paths = files.filter((f) => f.isFile()).map((f) => path.join(f.parentPath, f.name))
      const contents = await Promise.all(paths.map((file) => fs.readFile(file, 'utf8')))
      return contents.filter((content) => content.includes(text)).length
    }
    await expect.poll(() => filesWith('গোপন খসড়া')).toBe(1)
    await school.stop()
    await desk.api.createEntry({ params: notices, body: { title: 'অপেক্ষায়' }, file: paper() })

    await desk.api.logout()
    expect(await filesWith('গোপন খসড়া')).toBe(0)
    expect(await (await desk.page('/desktop/outbox')).json()).toContainEqual(
      expect.objectContaining({ title: 'অপেক্ষায়' }),
    )
  })

  test('shows only pending entries in a list that was never read, and reports it', async () => {
    const desk = await signedIn(school.url, await temporaryFolder())
    await school.stop()
    await expect(titles(desk)).rejects.toThrow('no answer')
    await desk.api.createEntry({ params: notices, body: { title: 'নতুন' }, file: paper() })
    expect(await titles(desk)).toEqual(['নতুন (অপেক্ষায়)'])
    expect(desk.app.state().unread).toEqual(['/api/notices'])
    await school.start()
    await desk.app.school()?.outbox.settled()
    await expect.poll(() => titles(desk)).toEqual(['নতুন'])
    expect(desk.app.state().unread).toEqual([])
  })

  test('accumulates several changes of one record on screen and on the server', async () => {
    const desk = await signedIn(school.url, await temporaryFolder())
    const { _id: id } = await desk.api.createEntry({
      params: notices,
      body: { title: 'শুরু', date: '2026-01-01' },
      file: paper(),
    })
    await titles(desk)
    const params = { ...notices, id }
    await school.stop()
    await desk.api.updateEntry({ params, body: { title: 'নতুন নাম', __v: 0 } })
    await desk.api.updateEntry({ params, body: { date: '2026-02-02', __v: 0 } })
    await desk.api.updateEntry({ params, body: { __v: 0 }, file: paper('অন্য ফাইল') })
    const [shown] = await desk.api.listEntries({ params: notices })
    expect(shown).toMatchObject({ title: 'নতুন নাম', date: '2026-02-01T18:00:00.000Z' })

    const count = { className: 'Nine', shift: 'Morning', section: 'A', girls: 20 } as const
    const made = await desk.api.createStudentCount({ body: count })
    await desk.api.updateStudentCount({ params: { id: made._id }, body: { girls: 30, __v: 0 } })
    expect(desk.app.state().waiting).toBeLessThan(5)

    await school.start()
    await desk.app.school()?.outbox.settled()
    expect(desk.app.state()).toMatchObject({ waiting: 0 })
    expect(await school.admin.getEntry({ params })).toMatchObject({
      title: 'নতুন নাম',
      date: '2026-02-01T18:00:00.000Z',
      size: Buffer.byteLength('অন্য ফাইল\n'),
    })
    expect(await school.admin.listStudentCounts()).toMatchObject([{ girls: 30 }])
  })

  test("reports a conflict with another admin's change until the user decides", async () => {
    const folder = await temporaryFolder()
    const tokens = createMemoryTokenStore()
    const before = await signedIn(school.url, folder, tokens)
    const { _id: id } = await before.api.createEntry({
      params: notices,
      body: { title: 'শুরু' },
      file: paper(),
    })
    await titles(before)
    const params = { ...notices, id }
    await school.stop()
    await before.api.updateEntry({ params, body: { title: 'আমার', __v: 0 } })
    // The app is closed meanwhile, or its change would arrive first.
    await before.close()
    await school.start()
    await school.admin.updateEntry({ params, body: { title: 'অন্যের' } })
    const desk = await openTestDesktopApp(folder, tokens)
    await desk.app.school()?.outbox.settled()

    const [conflict] = await (await desk.page('/desktop/outbox')).json()
    expect(conflict).toMatchObject({ state: 'attention', refusal: { code: 'conflict' } })
    const compared = await desk.page(`/desktop/outbox/${conflict.seq}/comparison`)
    expect(await compared.json()).toMatchObject({
      mine: { title: 'আমার' },
      theirs: { title: 'অন্যের' },
    })
    expect(
      (await desk.page(`/desktop/outbox/${conflict.seq}/keep-mine`, { method: 'POST' })).status,
    ).toBe(204)
    await desk.app.school()?.outbox.settled()
    expect(await school.admin.getEntry({ params })).toMatchObject({ title: 'আমার' })
  })
})

test('edits a refused change or compares it with the current record', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(school.url, folder, tokens)
  const facts = { morningShift: '৭টা', dayShift: '১২টা', withoutShift: 'নেই', totalLand: 2 }
  const rooms = { totalBuildings: 2, totalClasses: 20, multimediaClasses: 2, ictLabs: 1 }
  const more = { scienceLabs: 1, librarySeats: 40, totalStudents: 900 }
  const info = { ...facts, ...rooms, ...more, boundaryWall: 'Yes', auditorium: 'No' } as const
  const { _id: id } = await before.api.createSchoolInfo({ body: info })
  await school.stop()
  const wrong = { ...info, totalStudents: -5 }
  await before.api.updateSchoolInfo({ params: { id }, body: { ...wrong, __v: 0 } })
  await before.close()
  await school.start()
  const desk = await openTestDesktopApp(folder, tokens)
  await desk.app.school()?.outbox.settled()

  const [refused] = await (await desk.page('/desktop/outbox')).json()
  expect(refused).toMatchObject({
    state: 'attention',
    editable: true,
    endpoint: 'updateSchoolInfo',
  })
  expect(refused.refusal.fields).toMatchObject({ totalStudents: expect.any(String) })
  const at = `/desktop/outbox/${refused.seq}`
  expect(await (await desk.page(`${at}/comparison`)).json()).toMatchObject({
    mine: { totalStudents: -5 },
    theirs: { totalStudents: 900 },
  })
  expect(await (await desk.page(`${at}/fields`)).json()).toMatchObject({ totalStudents: -5 })
  const put = (fields: object) => desk.page(at, { method: 'PUT', body: JSON.stringify(fields) })
  expect((await put({ other: 1 })).status).toBe(400)
  expect((await put({ __v: 7 })).status).toBe(400)
  expect((await put({ totalStudents: 950 })).status).toBe(204)
  await desk.app.school()?.outbox.settled()
  expect(desk.app.state()).toMatchObject({ waiting: 0 })
  expect(await school.admin.getSchoolInfo()).toMatchObject({ totalStudents: 950 })
})
