import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf, noticePdf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const
const pdf = async () => fileOf(await noticePdf(), 'notice.pdf')
const photo = async () => fileOf(await twoColors(40, 60).jpeg().toBuffer(), 'photo.jpg')

async function draftOf(file: File) {
  const body = { title: 'পরীক্ষার সময়সূচি', body: 'লেখা', status: 'draft', kind: 'exam' } as const
  const days = { classes: ['Nine'], startsOn: '2026-12-01' }
  return school.admin.createEntry({
    params: notices,
    body: { ...body, ...days, classes: ['Nine'] },
    file: [file],
  })
}

test('moves a draft to another collection, with its text and files', async () => {
  const { _id: id, __v, filePath = '' } = await draftOf(await pdf())
  const params = { ...notices, id }
  const moved = await school.admin.updateEntry({
    params,
    body: { collection: 'downloads', __v },
  })
  expect(moved).toMatchObject({ _id: id, title: 'পরীক্ষার সময়সূচি', classes: ['Nine'], filePath })
  expect(moved).not.toHaveProperty('kind')
  expect(moved).not.toHaveProperty('startsOn')
  await expect(school.admin.getDraft({ params })).rejects.toMatchObject({ code: 'not_found' })
  const there = { collection: 'downloads', id } as const
  expect((await school.admin.getDraft({ params: there })).body).toBe('লেখা')
  // It is published there, with what that collection has.
  const body = { status: 'published', kind: 'form', __v: moved.__v } as const
  const published = await school.admin.updateEntry({ params: there, body })
  expect(published).toMatchObject({ kind: 'form', filePath })
  expect(await school.visitor.listEntries({ params: notices })).toEqual([])
  expect(await school.visitor.listEntries({ params: { collection: 'downloads' } })).toHaveLength(1)
  expect((await school.fetch(`/${filePath}`)).status).toBe(200)
})

test('publishes a draft in another collection with one request, which can be repeated', async () => {
  const { _id: id, __v } = await draftOf(await photo())
  const body = { collection: 'news', status: 'published', __v } as const
  const publish = () =>
    school.admin.updateEntry(
      { params: { ...notices, id }, body },
      { idempotencyKey: 'k'.repeat(24) },
    )
  const published = await publish()
  expect(await publish()).toEqual(published)
  const news = await school.visitor.listEntries({ params: { collection: 'news' } })
  expect(news.map(({ _id }) => _id)).toEqual([id])
  const found = await school.visitor.search({ query: { q: 'সময়সূচি' } })
  expect(found.map(({ collection }) => collection)).toEqual(['news'])
})

test('refuses a collection that does not take the files, and loses nothing', async () => {
  const { _id: id, __v } = await draftOf(await pdf())
  const move = school.admin.updateEntry({
    params: { ...notices, id },
    body: { collection: 'albums', __v },
  })
  await expect(move).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { collection: expect.stringContaining('JPG') },
  })
  expect(await school.admin.getDraft({ params: { ...notices, id } })).toMatchObject({
    __v,
    kind: 'exam',
  })
})

test('does not move what is published, nor a change of it', async () => {
  const body = { title: 'নোটিশ', body: 'লেখা' }
  const { _id: id, __v } = await school.admin.createEntry({ params: notices, body })
  for (const status of [undefined, 'draft', 'published'] as const) {
    const change = { collection: 'news', __v, draftVersion: 0, ...(status && { status }) } as const
    const move = school.admin.updateEntry({ params: { ...notices, id }, body: change })
    await expect(move).rejects.toMatchObject({ fields: { collection: expect.any(String) } })
  }
  expect(await school.visitor.listEntries({ params: notices })).toHaveLength(1)
})
