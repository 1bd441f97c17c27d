import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'

const albums = { collection: 'albums' } as const
const DAY = '2026-11-12'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const photo = async () => fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'a.jpg')
const addAlbum = async (fields: object = {}) =>
  school.admin.createEntry({
    params: albums,
    body: { title: 'বার্ষিক ক্রীড়া', ...fields },
    file: [await photo(), await photo()],
  })

describe('the consent of parents to an album', () => {
  it('is a day, or for functions without close-ups, and may be missing', async () => {
    const { admin } = school
    const { _id: id, consent } = await addAlbum({ consent: DAY })
    expect(consent).toBe(DAY)
    const params = { ...albums, id }
    for (const answer of ['distant', null, DAY]) {
      const changed = await admin.updateEntry({ params, body: { consent: answer } })
      expect(changed.consent).toBe(answer ?? undefined)
    }
    const { consent: none } = await admin.updateEntry({ params, body: { consent: '' } })
    expect(none).toBeUndefined()
    const [{ data } = { data: {} }] = await admin.listVersions({
      params: { recordType: 'albums', id },
    })
    expect(data).toMatchObject({ consent: DAY })
  })

  it('is refused where it is no day, and by other collections', async () => {
    const { _id: id } = await addAlbum()
    for (const consent of ['2026-02-31', 'yes', 1]) {
      const response = await school.fetchAsAdmin(`/api/albums/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ consent }),
      })
      expect([response.status, (await problemOf(response)).fields]).toMatchObject([
        400,
        { consent: expect.any(String) },
      ])
    }
    const gallery = school.admin.createEntry({
      params: { collection: 'gallery' },
      body: { title: 'ক', consent: DAY },
      file: await photo(),
    })
    await expect(gallery).rejects.toMatchObject({ fields: { consent: expect.any(String) } })
  })

  it('is shown to admins only', async () => {
    const { admin } = school
    const { _id: id } = await addAlbum({ consent: DAY })
    const draft = await addAlbum({ consent: 'distant', status: 'draft' })
    const params = { ...albums, id }
    await admin.updateEntry({ params, body: { consent: 'distant', status: 'draft' } })
    expect(await admin.getEntry({ params })).toMatchObject({ consent: DAY })
    expect(await admin.getDraft({ params })).toMatchObject({ consent: 'distant' })
    expect(await admin.listAllEntries({ query: {} })).toMatchObject([{ consent: DAY }])
    expect(await admin.listEntries({ params: albums, query: { state: 'draft' } })).toMatchObject([
      { consent: 'distant' },
      { consent: 'distant' },
    ])
    const previews = await Promise.all(
      [id, draft._id].map((one) => admin.previewEntry({ params: { ...albums, id: one } })),
    )
    const addresses = [
      '/api/albums',
      `/api/albums/${id}`,
      `/api/albums/${id}/neighbours`,
      '/api/albums/stats',
      `/api/search?q=${encodeURIComponent('ক্রীড়া')}`,
      '/',
      '/albums',
      `/albums/${id}`,
      '/feed.xml',
      ...previews.map(({ url }) => url),
    ]
    for (const address of addresses) {
      const text = await (await school.fetch(address)).text()
      expect(text, address).not.toMatch(/consent|distant/i)
    }
    expect(await (await school.fetch(previews[0]?.url ?? '')).text()).toContain('বার্ষিক ক্রীড়া')
  })
})
