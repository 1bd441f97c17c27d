import fs from 'node:fs/promises'
import path from 'node:path'
import { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, longPdf, noticePdf, twoColors } from '../../test/sample-files.ts'
import { backupTaskEnded, startTestServer, type TestServer } from '../../test/test-server.ts'

const notices = { collection: 'notices' } as const
const BODY = '## ছুটি\n\nভারী বৃষ্টির কারণে **কাল বিদ্যালয় বন্ধ থাকবে।**\n\n![মাঠ](file 2)'
const EXCERPT = 'ছুটি ভারী বৃষ্টির কারণে কাল বিদ্যালয় বন্ধ থাকবে।'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const pictureFile = async (name: string, width = 40) =>
  fileOf(await twoColors(width, 60).png().toBuffer(), name)
const idOf = ({ _id: id }: Entry) => ({ ...notices, id })
const namesOf = (entry: Entry) => filesOf(entry).map(({ fileName }) => fileName)
const stored = () => fs.readdir(path.join(school.dataDir, 'uploads'))
const statusOf = async (file: string | undefined) =>
  (await school.fetch(`/${file}`, { redirect: 'manual' })).status

async function publishSheets(...names: string[]): Promise<Entry> {
  const file = await Promise.all(names.map((name) => pictureFile(name)))
  return school.admin.createEntry({ params: notices, body: { title: 'রুটিন' }, file })
}

describe('a text', () => {
  it('stands instead of a file, whole on its entry and as an excerpt in lists', async () => {
    const entry = await school.admin.createEntry({
      params: notices,
      body: { title: 'কাল বিদ্যালয় বন্ধ', body: BODY },
    })
    expect(entry).toMatchObject({ body: BODY, excerpt: EXCERPT })
    expect(entry).not.toHaveProperty('filePath')
    expect(await school.visitor.getEntry({ params: idOf(entry) })).toEqual(entry)
    const { body, ...listed } = entry
    expect(await school.visitor.listEntries({ params: notices })).toEqual([listed])
  })

  it('is changed and removed alone, but not where nothing would be left', async () => {
    const entry = await school.admin.createEntry({
      params: notices,
      body: { title: 'ছুটি', body: BODY },
      file: await pictureFile('১.png'),
    })
    const params = idOf(entry)
    const renamed = await school.admin.updateEntry({ params, body: { title: 'বন্ধ' } })
    expect(renamed).toMatchObject({ title: 'বন্ধ', body: BODY, filePath: entry.filePath })
    const shorter = await school.admin.updateEntry({ params, body: { body: 'বন্ধ।' } })
    expect(shorter).toMatchObject({ body: 'বন্ধ।', excerpt: 'বন্ধ।' })
    const without = await school.admin.updateEntry({ params, body: { body: '' } })
    expect(without).not.toHaveProperty('body')
    expect(without).not.toHaveProperty('excerpt')
    const empty = school.admin.updateEntry({ params, body: { files: [] } })
    await expect(empty).rejects.toMatchObject({ fields: { file: expect.any(String) } })
    expect(await school.visitor.getEntry({ params })).toEqual(without)
  })

  it.each([
    ['notices', { title: 'ছুটি' }, 'file'],
    ['notices', { title: 'ছুটি', body: ' ' }, 'file'],
    ['notices', { title: 'ছুটি', body: 'ক'.repeat(20_001) }, 'body'],
    ['gallery', { title: 'ছবি', body: 'লেখা' }, 'body'],
  ] as const)('of %s is rejected: %j', async (collection, body, field) => {
    const refused = school.admin.createEntry({ params: { collection }, body })
    await expect(refused).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  })

  it('has at most 20,000 letters, also beside a file', async () => {
    const body = 'ক'.repeat(20_000)
    const fields = { title: 'দীর্ঘ', body }
    const entry = await school.admin.createEntry({
      params: notices,
      body: fields,
      file: await pictureFile('১.png'),
    })
    expect(entry.body).toBe(body)
  })

  it('is normalized to NFC', async () => {
    const body = { title: 'ছুটি', body: 'বিদ্যাল\u09af\u09bc' }
    const entry = await school.admin.createEntry({ params: notices, body })
    expect(entry.body).toBe('বিদ্যাল\u09df'.normalize('NFC'))
  })
})

describe('several files', () => {
  it('belong to one entry in the order of their parts', async () => {
    const entry = await publishSheets('১.png', '২.png', '৩.png')
    expect(namesOf(entry)).toEqual(['১.png', '২.png', '৩.png'])
    expect(entry).toMatchObject({ fileName: '১.png', filePath: entry.files?.[0]?.filePath })
    for (const { filePath } of filesOf(entry)) expect(await statusOf(filePath)).toBe(200)
    expect(await school.visitor.listEntries({ params: notices })).toEqual([entry])
  })

  it('are reordered, removed and added without sending them again', async () => {
    const entry = await publishSheets('১.png', '২.png', '৩.png')
    const params = idOf(entry)
    const [one = '', two = '', three = ''] = filesOf(entry).map(({ filePath }) => filePath)
    const reordered = await school.admin.updateEntry({
      params,
      body: { files: [three, one, two] },
    })
    expect(namesOf(reordered)).toEqual(['৩.png', '১.png', '২.png'])
    const changed = await school.admin.updateEntry({
      params,
      body: { files: [one, null, three] },
      file: [await pictureFile('নতুন.png'), await pictureFile('শেষ.png')],
    })
    expect(namesOf(changed)).toEqual(['১.png', 'নতুন.png', '৩.png', 'শেষ.png'])
    // The address of a removed file redirects to the notice's first.
    expect(await statusOf(two)).toBe(301)
    for (const files of [['uploads/none.png'], [one, one], [null]]) {
      const refused = school.admin.updateEntry({ params, body: { files } })
      await expect(refused).rejects.toMatchObject({ fields: { files: expect.any(String) } })
    }
    expect(await school.visitor.getEntry({ params })).toEqual(changed)
  })

  it('stay when a client without them replaces the first', async () => {
    const entry = await publishSheets('১.png', '২.png')
    const changed = await school.admin.updateEntry({
      params: idOf(entry),
      body: {},
      file: await pictureFile('নতুন.png'),
    })
    expect(namesOf(changed)).toEqual(['নতুন.png', '২.png'])
  })

  it('are all refused with one that is not accepted, or one too many', async () => {
    const create = (file: File[]) =>
      school.admin.createEntry({ params: notices, body: { title: 'রুটিন' }, file })
    const text = fileOf('MZ\0\0', 'program.exe')
    await expect(create([await pictureFile('১.png'), text])).rejects.toMatchObject({
      code: 'unsupported_media_type',
      // Which of them it was.
      fields: { file: expect.stringMatching(/^program\.exe: /) },
    })
    await expect(create([text])).rejects.toMatchObject({
      fields: { file: expect.not.stringContaining('program.exe') },
    })
    const many = await Promise.all(
      Array.from({ length: 21 }, (_, index) => pictureFile(`${index}.png`)),
    )
    await expect(create(many)).rejects.toMatchObject({ fields: { file: expect.any(String) } })
    expect(await stored()).toEqual([])
    expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
  })

  it('have page previews if they are PDFs', async () => {
    const file = [fileOf(await noticePdf(), '১.pdf'), fileOf(longPdf(2), '২.pdf')]
    const entry = await school.admin.createEntry({ params: notices, body: { title: 'রুটিন' }, file })
    const counts = async () =>
      filesOf(await school.visitor.getEntry({ params: idOf(entry) })).map(
        ({ pageCount }) => pageCount,
      )
    await expect.poll(counts).toEqual([1, 2])
    const { files } = await school.visitor.getEntry({ params: idOf(entry) })
    expect(await statusOf(files?.[1]?.pages?.[1]?.sizes[0]?.filePath)).toBe(200)
  })
})

it('text and files survive trash, restart, backup and restore', async () => {
  const entry = await school.admin.createEntry({
    params: notices,
    body: { title: 'ছুটি', body: BODY },
    file: [await pictureFile('১.png'), await pictureFile('২.png')],
  })
  const params = idOf(entry)
  await school.admin.deleteEntry({ params })
  expect(await statusOf(entry.files?.[1]?.filePath)).toBe(404)
  expect(await school.admin.restoreTrash({ params: { id: entry._id } })).toEqual(entry)

  await school.admin.makeBackup()
  const { backups } = await backupTaskEnded(school.admin)
  await school.admin.updateEntry({ params, body: { body: '', files: [entry.filePath ?? ''] } })
  const [backup] = backups
  const confirmed = { currentPassword: 'a long enough password' }
  await school.admin.restoreBackup({ params: { id: backup?._id ?? '' }, body: confirmed })
  await backupTaskEnded(school.admin)
  school = await school.restart()
  expect(await school.visitor.getEntry({ params })).toEqual(entry)
  expect(await statusOf(entry.files?.[1]?.filePath)).toBe(200)
  expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
})

it('keeps text and further files when an app without them changes title, date or file', async () => {
  const entry = await publishSheets('১.png', '২.png')
  await school.admin.updateEntry({ params: idOf(entry), body: { body: BODY } })
  const send = async (method: string, to: string, body: string | FormData) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    return Entry.parse(await (await school.fetchAsAdmin(to, { method, headers, body })).json())
  }
  const at = `/api/notices/${entry._id}`
  const rename = JSON.stringify({ title: 'নতুন', date: '2026-11-22', __v: 1 })
  expect(await send('PUT', at, rename)).toMatchObject({ title: 'নতুন' })
  const replacement = new FormData()
  replacement.set('__v', '2')
  replacement.set('file', await pictureFile('৩.png', 48))
  expect(await send('PUT', at, replacement)).toMatchObject({ fileName: '৩.png', __v: 3 })
  const changed = await school.visitor.getEntry({ params: idOf(entry) })
  expect([changed.body, namesOf(changed)]).toEqual([BODY, ['৩.png', '২.png']])

  const created = new FormData()
  created.set('title', 'একটি ফাইল')
  created.set('publishAt', '')
  created.set('file', await pictureFile('৪.png', 52))
  const single = await send('POST', '/api/notices', created)
  expect(single).toMatchObject({ title: 'একটি ফাইল', fileName: '৪.png' })
  expect(Object.keys(single)).not.toContain('files')
})
