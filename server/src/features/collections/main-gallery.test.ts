import { collectionNames, collections } from '@bidyaloy/shared/collections/registry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

describe('the main gallery', () => {
  const main = { collection: 'main-gallery' } as const
  const videoLink = 'https://youtu.be/dQw4w9WgXcQ?si=tracking'

  it('accepts a picture, only a title, or a video link', async () => {
    const file = fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'a.jpg')
    const body = { title: 'ছবি' }
    const picture = await school.admin.createEntry({ params: main, body, file })
    expect(picture.filePath).toMatch(/^gallery-uploads\/[0-9a-z]{20}\.jpg$/)
    const video = await school.admin.createEntry({
      params: main,
      body: { title: 'ভিডিও', videoLink },
    })
    expect(video).toMatchObject({
      videoId: 'dQw4w9WgXcQ',
      videoLink: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    })
    expect(video.filePath).toBeUndefined()
    const form = new FormData()
    form.set('title', 'শুধু শিরোনাম')
    const alone = await school.fetchAsAdmin('/api/main-gallery', { method: 'POST', body: form })
    expect(alone.status).toBe(201)
  })

  it('takes a title alone, by a form or JSON, as a draft or at once', async () => {
    const body = { title: 'শুধু শিরোনাম' }
    const draft = { ...body, status: 'draft' } as const
    expect(await school.admin.createEntry({ params: main, body: draft })).toMatchObject(draft)
    expect(await school.admin.createEntry({ params: main, body })).toMatchObject(body)
    await school.admin.createEntry({ params: main, body, file: [] })
    expect(await school.visitor.listEntries({ params: main })).toMatchObject([body, body])
  })

  it('changes the link of a video and restores it, and takes one for a draft', async () => {
    const { admin } = school
    const { _id: id } = await admin.createEntry({
      params: main,
      body: { title: 'ভিডিও', videoLink },
    })
    const params = { ...main, id }
    const other = 'https://www.youtube.com/watch?v=aaaaaaaaaaa'
    const changed = await admin.updateEntry({ params, body: { videoLink: other } })
    expect(changed).toMatchObject({ videoLink: other, videoId: 'aaaaaaaaaaa' })
    await admin.restoreVersion({ params: { recordType: 'main-gallery', id, n: '0' } })
    expect(await admin.getEntry({ params })).toMatchObject({ videoId: 'dQw4w9WgXcQ' })
    const draft = await admin.createEntry({ params: main, body: { title: 'খ', status: 'draft' } })
    const body = { videoLink: other, status: 'published' } as const
    await admin.updateEntry({ params: { ...main, id: draft._id }, body })
    const [shown] = await school.visitor.listEntries({ params: main })
    expect(shown).toMatchObject({ title: 'খ', videoId: 'aaaaaaaaaaa' })
  })

  it('takes no link beside a file, or for another collection', async () => {
    const file = fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'a.jpg')
    const refused = { code: 'validation_failed', fields: { file: expect.any(String) } }
    for (const collection of ['main-gallery', 'news'] as const) {
      const params = { collection }
      const { _id: id } = await school.admin.createEntry({ params, body: { title: 'ক' }, file })
      const change = school.admin.updateEntry({ params: { ...params, id }, body: { videoLink } })
      await expect(change).rejects.toMatchObject(refused)
    }
  })

  it('rejects links that are not of videos', async () => {
    const links = [
      'http://youtu.be/dQw4w9WgXcQ',
      'https://example.org/watch?v=dQw4w9WgXcQ',
      'https://youtu.be/short',
      'javascript:alert(1)',
    ]
    for (const link of links) {
      const body = { title: 'ভিডিও', videoLink: link }
      await expect(school.admin.createEntry({ params: main, body })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { videoLink: expect.any(String) },
      })
    }
    expect(await school.visitor.listEntries({ params: main })).toEqual([])
  })

  it('accepts a video or an entry without a file, unlike collections of papers and photos', async () => {
    for (const collection of collectionNames.filter((name) => collections[name].fileRequired)) {
      for (const body of [{ title: 'x' }, { title: 'x', videoLink }]) {
        await expect(
          school.admin.createEntry({ params: { collection }, body }),
        ).rejects.toMatchObject({
          code: 'validation_failed',
          fields: { file: expect.any(String) },
        })
      }
    }
  })
})
