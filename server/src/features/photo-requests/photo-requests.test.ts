import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { PHOTO_REQUEST_PATH } from '@bidyaloy/shared/features/photo-requests/paths'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { query } from '../../db/engine.ts'
import { PhotoRequestRow } from '../../db/entities.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { MAX_OPEN, MAX_OPEN_OF_PHOTO } from './photo-request-commands.ts'
import { MAX_REQUESTS } from './photo-requests.ts'

const albums = { collection: 'albums' } as const

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-21T04:30:00Z')
  school = await startTestServer({ clock: () => now, env: { TRUST_PROXY: '1' } })
})
afterEach(() => school.stop())

const later = (days: number) => {
  now = new Date(now.getTime() + days * DAY_MS)
}

async function picture(n: number): Promise<File> {
  return fileOf(
    await twoColors(400, 300 + n)
      .png()
      .toBuffer(),
    `${n}.png`,
  )
}

/** Publishes an album of two photos, the second of which its text shows. @returns the address of each */
async function album() {
  const body = { title: 'ক্রীড়া', body: 'শুরু\n\n![দৌড়](file 2)\n\nশেষ' }
  const file = [await picture(1), await picture(2)]
  const entry = await school.admin.createEntry({ params: albums, body, file })
  const photos = filesOf(entry).map(({ filePath }) => `albums/${entry._id}/${fileStemOf(filePath)}`)
  return { entry, params: { ...albums, id: entry._id }, photos }
}

/** Asks from a network address. */
const ask = (photo: string | undefined, from = '203.0.113.1', fields = {}) =>
  school.fetch('/api/photo-requests', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ photo, who: 'guardian', ...fields }),
  })
const sendForm = (fields: Record<string, string>, headers = {}) =>
  school.fetch(PHOTO_REQUEST_PATH, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
const requests = () => school.admin.listPhotoRequests()
const actions = async () =>
  (await school.admin.listActivity({ query: {} })).map(({ by, action }) => `${by} ${action}`)

it('goes from the page of a photo to the head, who hides it and takes that back', async () => {
  const { entry, params, photos } = await album()
  const [, photo = ''] = photos
  const address = `${PHOTO_REQUEST_PATH}?photo=${photo}`
  const page = await school.fetch(address)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('ক্রীড়া, ছবি ২')

  const phone = '০১৭১১-০০০০০০'
  const reason = 'আমার মেয়ে <ছবিতে>'
  const sent = await sendForm({ photo, who: 'guardian', reason, phone })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/photo-request?sent=1'])
  expect(await (await school.fetch('/photo-request?sent=1')).text()).toContain('জানানো হয়েছে')
  // The same address joins its request.
  expect((await sendForm({ photo, who: 'other', reason: 'আরেকটি', phone: '' })).status).toBe(303)
  const [asked, ...others] = await requests()
  expect(others).toEqual([])
  expect(asked).toMatchObject({ who: 'guardian', reason, phone, title: 'ক্রীড়া', place: 2 })
  expect(asked?.file?.filePath).toContain(fileStemOf(filesOf(entry)[1]?.filePath ?? ''))
  expect((await school.admin.adminOverview()).photoRequests).toBe(1)

  const id = asked?._id ?? ''
  const hidden = await school.admin.answerPhotoRequest({
    params: { id },
    body: { answer: 'hidden' },
  })
  expect(hidden).toMatchObject({ answer: { answer: 'hidden', by: 'admin', canReopen: true } })
  expect(hidden).not.toHaveProperty('phone')
  const without = await school.visitor.getEntry({ params })
  expect([filesOf(without).length, without.body]).toEqual([1, 'শুরু\n\nশেষ'])
  expect((await school.fetch(address)).status).toBe(404)
  const again = school.admin.answerPhotoRequest({ params: { id }, body: { answer: 'hidden' } })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })

  await school.admin.reopenPhotoRequest({ params: { id } })
  const back = await school.visitor.getEntry({ params })
  expect([filesOf(back).length, back.body]).toEqual([2, entry.body])
  expect((await actions()).slice(0, 2)).toEqual(['admin reverted', 'admin photoHidden'])
  expect((await requests())[0]).not.toHaveProperty('answer')

  const refusal = { answer: 'refused', reason: 'ছবিতে কারও মুখ নেই।' } as const
  const empty = { ...refusal, reason: ' ' }
  const unsaid = school.admin.answerPhotoRequest({ params: { id }, body: empty })
  await expect(unsaid).rejects.toMatchObject({ code: 'validation_failed' })
  await school.admin.answerPhotoRequest({ params: { id }, body: refusal })
  expect((await requests())[0]?.answer).toMatchObject(refusal)
  expect((await actions())[0]).toBe('admin photoRefused')
  expect((await school.fetch(address)).status).toBe(200)

  const { read } = school.server.internals.db
  const [row] = await read.find(PhotoRequestRow)
  expect(JSON.stringify(row)).not.toMatch(/sender|phone/)
})

it('moves an entry that is only the photo to the trash, and keeps a person without it', async () => {
  const gallery = await school.admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'জয়ন্তী' },
    file: await picture(1),
  })
  const person = await school.admin.createEntry({
    params: { collection: 'people' },
    body: { title: 'রহিমা' },
    file: await picture(2),
  })
  for (const [collection, { _id, filePath = '' }] of [
    ['gallery', gallery],
    ['people', person],
  ] as const) {
    expect((await ask(`${collection}/${_id}/${fileStemOf(filePath)}`)).status).toBe(204)
  }
  const answered = []
  for (const { _id: id } of await requests()) {
    const body = { answer: 'hidden' } as const
    answered.push(await school.admin.answerPhotoRequest({ params: { id }, body }))
  }
  expect(await school.visitor.listEntries({ params: { collection: 'gallery' } })).toEqual([])
  const [shown] = await school.visitor.listEntries({ params: { collection: 'people' } })
  expect(shown).toMatchObject({ title: 'রহিমা' })
  expect(shown).not.toHaveProperty('filePath')
  expect(await school.admin.listTrash()).toMatchObject([{ title: 'জয়ন্তী' }])
  for (const { _id: id } of answered) await school.admin.reopenPhotoRequest({ params: { id } })
  expect(await school.visitor.listEntries({ params: { collection: 'gallery' } })).toHaveLength(1)
  expect(await school.admin.listTrash()).toEqual([])
})

it('does not take a hiding back over a later change of the entry', async () => {
  const { entry, params, photos } = await album()
  await ask(photos[0])
  const id = (await requests())[0]?._id ?? ''
  await school.admin.answerPhotoRequest({ params: { id }, body: { answer: 'hidden' } })
  await school.admin.updateEntry({ params, body: { title: `${entry.title} ২` } })
  const reopen = school.admin.reopenPhotoRequest({ params: { id } })
  await expect(reopen).rejects.toMatchObject({ code: 'conflict' })
})

it('leaves a hidden photo out of the change of its entry that is not published yet', async () => {
  const { entry, params, photos } = await album()
  const { __v } = entry
  await school.admin.updateEntry({ params, body: { title: 'পরে', status: 'draft', __v } })
  await ask(photos[1])
  const id = (await requests())[0]?._id ?? ''
  await school.admin.answerPhotoRequest({ params: { id }, body: { answer: 'hidden' } })
  const draft = await school.admin.getDraft({ params })
  expect([draft.title, filesOf(draft).length]).toEqual(['পরে', 1])
  await school.admin.updateEntry({ params, body: { status: 'published', __v: draft.__v } })
  expect(filesOf(await school.visitor.getEntry({ params }))).toHaveLength(1)
})

it('shows what is wrong with a form and what was typed, and takes none from another site', async () => {
  const { photos } = await album()
  const [photo = ''] = photos
  const typed = { photo, reason: '"><b>x', phone: 'কাল' }
  const refused = await sendForm(typed)
  const html = await refused.text()
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store'])
  expect(html).toContain('পাঠানো হয়নি')
  expect(html).toContain('ফোন নম্বরটি আবার দেখুন')
  expect(html).toContain('>&quot;&gt;&lt;b&gt;x</textarea>')
  expect(html).toContain('value="কাল"')
  expect(html).not.toContain('type="module"')
  const whole = { photo, who: 'student' }
  for (const elsewhere of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
  ]) {
    expect((await sendForm(whole, elsewhere)).status).toBe(403)
  }
  const large = { ...whole, reason: 'ক'.repeat(10_000) }
  expect((await sendForm(large)).status).toBe(413)
  for (const unknown of ['albums/k3v9x0c2m1qa/4f1c9a0b7e2d5c8a6f3b', 'https://evil.example/', '']) {
    const target = `${PHOTO_REQUEST_PATH}?photo=${encodeURIComponent(unknown)}`
    expect((await school.fetch(target)).status).toBe(404)
    expect((await sendForm({ ...whole, photo: unknown })).status).toBe(404)
  }
  expect(await requests()).toEqual([])
})

it('takes no request about what visitors do not see', async () => {
  const draft = await school.admin.createEntry({
    params: albums,
    body: { title: 'খসড়া', status: 'draft' },
    file: await picture(1),
  })
  const photo = `albums/${draft._id}/${fileStemOf(draft.filePath ?? '')}`
  expect((await ask(photo)).status).toBe(404)
  expect((await school.fetch(`${PHOTO_REQUEST_PATH}?photo=${photo}`)).status).toBe(404)
})

it('bounds the requests of an address, about a photo, and of a school', async () => {
  const { photos } = await album()
  const [photo, other] = photos
  for (let n = 0; n < MAX_OPEN_OF_PHOTO + 2; n += 1) {
    expect((await ask(photo, `203.0.113.${n}`)).status).toBe(204)
  }
  expect(await requests()).toHaveLength(MAX_OPEN_OF_PHOTO)

  const statuses = []
  for (let n = 0; n <= MAX_REQUESTS; n += 1)
    statuses.push((await ask(other, '198.51.100.7')).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await requests()).toHaveLength(MAX_OPEN_OF_PHOTO + 1)
  const limited = await sendForm(
    { photo: other ?? '', who: 'other', reason: 'লেখা' },
    { 'x-forwarded-for': '198.51.100.7' },
  )
  expect(limited.status).toBe(429)
  const html = await limited.text()
  expect(html).toContain('অনেকবার পাঠানো হয়েছে')
  expect(html).toContain('>লেখা</textarea>')

  const { db } = school.server.internals
  const [row] = await db.read.find(PhotoRequestRow)
  await db.writePrivate(async (tx) => {
    for (let n = 0; n < MAX_OPEN; n += 1) {
      await tx.insert(PhotoRequestRow, { ...row, id: `filled${n}`, stem: `filled${n}` })
    }
  })
  expect((await ask(other, '192.0.2.9')).status).toBe(429)
})

it('hides a photo by itself when another address asks within seven days, if the settings say so', async () => {
  const { params, photos } = await album()
  const [first, second] = photos
  const shown = async () => filesOf(await school.visitor.getEntry({ params })).length
  await ask(first, '203.0.113.1')
  await ask(first, '203.0.113.2')
  expect(await shown()).toBe(2)
  const { pictures, updatedAt, ...settings } = emptySiteSettings
  await school.admin.updateSettings({ body: { ...settings, hidesAskedPhotos: true } })
  await ask(second, '203.0.113.1')
  await ask(second, '203.0.113.1')
  later(7)
  await ask(second, '203.0.113.2')
  expect(await shown()).toBe(2)
  later(6)
  await ask(second, '203.0.113.3')
  expect(await shown()).toBe(1)
  const answered = (await requests()).filter(({ answer }) => answer)
  expect(answered.map(({ answer }) => [answer?.answer, answer?.by])).toEqual(
    Array(3).fill(['hidden', '']),
  )
  expect((await actions())[0]).toBe(' photoHidden')
  await school.admin.reopenPhotoRequest({ params: { id: answered[0]?._id ?? '' } })
  expect(await shown()).toBe(2)
})

it('ends by itself: hashes of addresses, answered and open requests', async () => {
  const { photos } = await album()
  const [first = '', second = ''] = photos
  await ask(first, '203.0.113.1', { phone: '01711000000' })
  later(1 / 1440)
  await ask(second, '203.0.113.1')
  const [open, answered] = await requests()
  await school.admin.answerPhotoRequest({
    params: { id: answered?._id ?? '' },
    body: { answer: 'refused', reason: 'না' },
  })
  const { internals } = school.server
  const stored = () =>
    query<{ data: string }>(internals.db.read, 'SELECT data FROM photo_request ORDER BY at, id')
  expect(JSON.stringify(await stored())).not.toContain('203.0.113.1')
  const withHash = async () => (await stored()).filter(({ data }) => data.includes('sender')).length
  const maintain = () => internals.runMaintenance()
  later(6)
  await maintain()
  expect(await withHash()).toBe(1)
  later(1)
  await maintain()
  expect(await withHash()).toBe(0)
  later(24)
  await maintain()
  expect(await stored()).toHaveLength(1)
  later(148)
  await maintain()
  expect(JSON.stringify(await stored())).toContain(open?.phone)
  later(2)
  await maintain()
  expect(await stored()).toEqual([])
})

it('is deleted by the head', async () => {
  const { photos } = await album()
  await ask(photos[0])
  const id = (await requests())[0]?._id ?? ''
  await school.admin.removePhotoRequest({ params: { id } })
  expect(await requests()).toEqual([])
  const again = school.admin.removePhotoRequest({ params: { id } })
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})
