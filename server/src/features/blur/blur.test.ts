import fs from 'node:fs/promises'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf } from '../../test/sample-files.ts'
import { ADMIN, IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

const gallery = { collection: 'gallery' } as const
const albums = { collection: 'albums' } as const
const FACE: PhotoArea = { left: 0.25, top: 0.2, width: 0.25, height: 0.3 }
const WIDTH = 1000
const HEIGHT = 750

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

/** A photo of dots, so that each part of it has many edges. */
async function photo(name = 'a.jpg', format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<File> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isDark = (Math.floor(x / 25) + Math.floor(y / 25)) % 2 === 0
      data.fill(isDark ? 20 : 235, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)
    }
  }
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  return fileOf(await sharp(data, { raw }).toFormat(format).toBuffer(), name)
}

const addPhoto = async (fields: object = {}) =>
  school.admin.createEntry({
    params: gallery,
    body: { title: 'সমাবেশ', ...fields },
    file: await photo(),
  })

const blur = (entry: Entry, file = entry.filePath ?? '', areas = [FACE]) =>
  school.admin.blurPhoto({ params: { ...gallery, id: entry._id }, body: { file, areas } })

/** Returns the grey values of a part of a served picture. */
async function greysOf(filePath: string, area: PhotoArea): Promise<number[]> {
  const bytes = Buffer.from(await (await school.fetchAsAdmin(`/${filePath}`)).arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  const part = {
    left: Math.round(area.left * width),
    top: Math.round(area.top * height),
    width: Math.round(area.width * width),
    height: Math.round(area.height * height),
  }
  return [...(await sharp(bytes).extract(part).greyscale().raw().toBuffer())]
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

const pathsOf = ({ filePath = '', sizes = [] }: Pick<Entry, 'filePath' | 'sizes'>) => [
  filePath,
  ...sizes.map((size) => size.filePath),
]
const stemOf = (filePath = '') => fileStemOf(filePath)

/** Returns the names of files of the data folder, outside of the database, that have a text in their name. */
async function filesNamed(stem: string): Promise<string[]> {
  const names = await fs.readdir(school.dataDir, { recursive: true })
  return names.filter((name) => name.includes(stem))
}

describe('a blurred photo', () => {
  it('shows nothing of the area in any size, and all else as before', async () => {
    const before = await addPhoto()
    const beside = { left: 0.6, top: 0.1, width: 0.3, height: 0.8 }
    const earlier = []
    for (const filePath of pathsOf(before)) {
      expect(deviationOf(await greysOf(filePath, FACE)), filePath).toBeGreaterThan(60)
      earlier.push(await greysOf(filePath, beside))
    }
    const after = await blur(before)
    expect(after).toMatchObject({ width: WIDTH, height: HEIGHT, fileName: 'a.jpg' })
    expect(pathsOf(after)).toHaveLength(earlier.length)
    for (const [at, filePath] of pathsOf(after).entries()) {
      expect(deviationOf(await greysOf(filePath, FACE)), filePath).toBeLessThan(20)
      const old = earlier[at] ?? []
      const differences = (await greysOf(filePath, beside)).map((value, index) =>
        Math.abs(value - (old[index] ?? 0)),
      )
      expect(differences.reduce((sum, one) => sum + one, 0) / old.length).toBeLessThan(4)
    }
  })

  it('keeps 8 by 8 averages at most, whatever the size of the area', async () => {
    const before = await addPhoto()
    const areas = [{ left: 0, top: 0, width: 1, height: 1 }]
    const { filePath = '' } = await blur(before, before.filePath, areas)
    expect(deviationOf(await greysOf(filePath, FACE))).toBeLessThan(35)
    // Outside of the photo there is nothing.
    const outside = [{ left: 0.9, top: 0.9, width: 1, height: 1 }]
    expect((await blur(before, filePath, outside)).width).toBe(WIDTH)
  })

  it('takes the place of the one before, to which no address leads any more', async () => {
    const before = await addPhoto()
    const after = await blur(before)
    const [old = '', ...copies] = pathsOf(before)
    const response = await school.fetch(`/${old}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([301, `/${after.filePath}`])
    for (const copy of copies) expect((await school.fetch(`/${copy}`)).status).toBe(404)
    const page = await (await school.fetch('/golden-jubilee-photo-gallery')).text()
    expect(page).toContain(stemOf(after.filePath))
    expect(page).not.toContain(stemOf(old))
    expect(JSON.stringify(await school.visitor.listEntries({ params: gallery }))).not.toContain(
      stemOf(old),
    )
  })

  it.skipIf(IS_POSTGRES)('leaves nothing of the one before once the head confirms', async () => {
    const before = await addPhoto()
    const once = await blur(before)
    const twice = await blur(before, once.filePath, [{ ...FACE, left: 0.6 }])
    const { admin } = school
    const params = { ...gallery, id: before._id }
    const record = { recordType: 'gallery', id: before._id } as const
    const formerStems = async () =>
      (await admin.listVersions({ params: record })).map(({ files }) =>
        stemOf(files?.[0]?.filePath),
      )
    expect(await formerStems()).toEqual([stemOf(once.filePath), stemOf(before.filePath)])
    expect(await admin.getUnblurred({ params })).toEqual({ count: 2 })
    // The office can still see it; a version can be restored.
    expect((await school.fetchAsAdmin(`/${before.filePath}?version`)).status).toBe(200)

    await admin.deleteUnblurred({ params })
    expect(await formerStems()).toEqual([stemOf(twice.filePath), stemOf(twice.filePath)])
    expect(await admin.getUnblurred({ params })).toEqual({ count: 0 })
    for (const gone of [before, once]) {
      expect(await filesNamed(stemOf(gone.filePath))).toEqual([])
      const response = await school.fetchAsAdmin(`/${gone.filePath}?version`, {
        redirect: 'manual',
      })
      expect([301, 404]).toContain(response.status)
      expect(response.headers.get('location') ?? '').not.toContain(stemOf(gone.filePath))
    }
    await admin.restoreVersion({ params: { ...record, n: '0' } })
    expect((await admin.getEntry({ params })).filePath).toBe(twice.filePath)
    expect((await school.fetch(`/${twice.filePath}`)).status).toBe(200)
  })

  it.skipIf(IS_POSTGRES)('of a draft is the only one left', async () => {
    const draft = await addPhoto({ status: 'draft' })
    const after = await blur(draft)
    expect(after).toMatchObject({ status: 'draft' })
    expect(await filesNamed(stemOf(draft.filePath))).toEqual([])
    const params = { ...gallery, id: draft._id }
    expect(await school.admin.getUnblurred({ params })).toEqual({ count: 0 })
    const published = await school.admin.updateEntry({
      params,
      body: { status: 'published', __v: after.__v },
    })
    expect(published.filePath).toBe(after.filePath)
  })

  it('is replaced in an album, its share card and its change that is not published yet', async () => {
    const { admin } = school
    const album = await admin.createEntry({
      params: albums,
      body: { title: 'ক্রীড়া' },
      file: [await photo('1.jpg'), await photo('2.png', 'png'), await photo('3.webp', 'webp')],
    })
    const params = { ...albums, id: album._id }
    const [first, second, third] = filesOf(album).map(({ filePath }) => filePath)
    await admin.updateEntry({
      params,
      body: { title: 'বার্ষিক ক্রীড়া', status: 'draft', files: [second ?? '', first ?? ''] },
    })
    const card = async () =>
      Buffer.from(await (await school.fetch(`/share/albums/${album._id}.jpg`)).arrayBuffer())
    const cardBefore = await card()
    const body = { file: first ?? '', areas: [FACE] }
    const after = await admin.blurPhoto({ params, body })
    const [blurred] = filesOf(after).map(({ filePath }) => filePath)
    expect(filesOf(after).map(({ filePath }) => filePath)).toEqual([blurred, second, third])
    expect((await card()).equals(cardBefore)).toBe(false)
    const location = (await school.fetch(`/${first}`, { redirect: 'manual' })).headers
    expect(location.get('location')).toBe(`/${blurred}`)

    const draft = await admin.getDraft({ params })
    expect(filesOf(draft).map(({ filePath }) => filePath)).toEqual([second, blurred])
    const published = await admin.updateEntry({
      params,
      body: { status: 'published', __v: draft.__v, draftVersion: draft.draft?.version },
    })
    expect(filesOf(published).map(({ filePath }) => filePath)).toEqual([second, blurred])
    await expect(admin.blurPhoto({ params, body })).rejects.toMatchObject({ status: 400 })
  })

  it('is made by who may publish, and by clerks of their drafts', async () => {
    const { admin } = school
    const { pictures, updatedAt, ...settings } = await admin.getSettings()
    await admin.updateSettings({ body: { ...settings, approval: true } })
    const clerk = { username: 'clerk', password: 'another long password' }
    await admin.createAdmin({
      body: { ...clerk, role: 'clerk', currentPassword: ADMIN.password },
    })
    const { api } = await school.signIn(clerk)
    const shown = await addPhoto()
    const bodyOf = (entry: Entry) => ({ file: entry.filePath ?? '', areas: [FACE] })
    const params = { ...gallery, id: shown._id }
    await expect(api.blurPhoto({ params, body: bodyOf(shown) })).rejects.toMatchObject({
      status: 403,
    })
    await expect(api.deleteUnblurred({ params })).rejects.toMatchObject({ status: 403 })
    await expect(school.visitor.blurPhoto({ params, body: bodyOf(shown) })).rejects.toMatchObject({
      status: 401,
    })

    const own = await api.createEntry({
      params: gallery,
      body: { title: 'খসড়া', status: 'draft' },
      file: await photo(),
    })
    const ownParams = { ...gallery, id: own._id }
    const after = await api.blurPhoto({ params: ownParams, body: bodyOf(own) })
    expect(after.filePath).not.toBe(own.filePath)
    const wrong = { file: shown.filePath ?? '', areas: [FACE] }
    await expect(api.blurPhoto({ params: ownParams, body: wrong })).rejects.toMatchObject({
      fields: { file: expect.any(String) },
    })
  })

  it('refuses papers, and areas that are none', async () => {
    const { admin } = school
    const notice = await admin.createEntry({
      params: { collection: 'notices' },
      body: { title: 'নোটিশ' },
      file: fileOf('text', 'a.txt'),
    })
    const params = { collection: 'notices', id: notice._id } as const
    const body = { file: notice.filePath ?? '', areas: [FACE] }
    await expect(admin.blurPhoto({ params, body })).rejects.toMatchObject({ status: 400 })
    const shown = await addPhoto()
    for (const areas of [[], [{ ...FACE, left: -1 }], [{ ...FACE, width: 2 }]]) {
      await expect(blur(shown, shown.filePath, areas)).rejects.toMatchObject({ status: 400 })
    }
    const empty = [{ ...FACE, width: 0 }]
    expect((await blur(shown, shown.filePath, empty)).width).toBe(WIDTH)
  })
})
