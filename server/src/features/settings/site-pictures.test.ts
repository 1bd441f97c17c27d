import fs from 'node:fs/promises'
import path from 'node:path'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SitePictureName } from '@bidyaloy/shared/features/settings/settings'
import { MAX_VERSIONS } from '@bidyaloy/shared/school/versions'
import { crestIcons, siteFiles } from '@bidyaloy/shared/site-addresses'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const set = (picture: SitePictureName, file: File) =>
  school.admin.setSitePicture({ params: { picture }, body: {}, file })

async function photo(name = 'photo.jpg'): Promise<File> {
  const sideways = await twoColors(720, 400)
    .withExif({ IFD0: { Copyright: 'SECRET-NAME' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  return fileOf(sideways, name)
}

const storedFiles = (folder: string) => fs.readdir(path.join(school.dataDir, folder))
const statusOf = async (filePath = '') => (await school.fetch(`/${filePath}`)).status

describe('a picture of the site', () => {
  it('is stored upright, without metadata and in several sizes, and is public', async () => {
    const settings = await set('headTeacher', await photo())
    expect(settings).toMatchObject({ __v: 1, pictures: { crest: null, banner: null } })
    expect(settings.updatedAt).not.toBeNull()
    const { headTeacher } = settings.pictures
    expect(headTeacher).toMatchObject({
      width: 400,
      height: 720,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      sizes: [
        { width: 128, height: 230 },
        { width: 320, height: 576 },
      ],
    })
    expect(await school.visitor.getSettings()).toEqual(settings)
    for (const address of [headTeacher?.filePath, headTeacher?.sizes[0]?.filePath]) {
      const response = await school.fetch(`/${address}`)
      expect(response.headers.get('content-type')).toMatch(/^image\/(jpeg|webp)$/)
      expect(Buffer.from(await response.arrayBuffer()).includes('SECRET')).toBe(false)
    }
  })

  it('is independent of the other settings, except for their version', async () => {
    const { updatedAt, pictures, ...empty } = emptySiteSettings
    const identity = { ...empty.identity, motto: 'শিক্ষাই আলো' }
    await school.admin.updateSettings({ body: { ...empty, identity } })
    const { pictures: set1, __v } = await set('banner', await photo())
    const before = await school.visitor.getSettings()
    expect(before.identity.motto).toBe('শিক্ষাই আলো')
    expect(__v).toBe(2)
    // A form that was opened before has an outdated version.
    const stale = school.admin.updateSettings({ body: { ...empty, __v: 1 } })
    await expect(stale).rejects.toMatchObject({ code: 'conflict' })
    const after = await school.admin.updateSettings({ body: { ...empty, __v } })
    expect(after).toMatchObject({ __v: 3, pictures: set1 })
  })

  it('replaces the former one, which a former version of the settings keeps', async () => {
    const first = (await set('crest', await photo())).pictures.crest
    const second = (await set('crest', await photo('again.jpg'))).pictures.crest
    expect(second?.filePath).not.toBe(first?.filePath)
    expect(await statusOf(first?.filePath)).toBe(404)
    school = await school.restart()
    expect(await storedFiles('orphans')).toEqual([])
    expect(await statusOf(second?.filePath)).toBe(200)
    expect((await school.visitor.getSettings()).pictures.crest).toEqual(second)

    const former = await school.fetchAsAdmin(`/${first?.filePath}?version`)
    expect(former.headers.get('content-type')).toBe('image/jpeg')
    const record = { recordType: 'settings', id: 'current' } as const
    const [version] = await school.admin.listVersions({ params: record })
    expect(version?.files).toMatchObject([{ filePath: first?.filePath, fileName: 'photo.jpg' }])
    await school.admin.restoreVersion({ params: { ...record, n: String(version?.n) } })
    expect((await school.visitor.getSettings()).pictures.crest).toEqual(first)
    expect(await statusOf(first?.filePath)).toBe(200)
    expect(await statusOf(second?.filePath)).toBe(404)
  })

  it('is kept for 20 changes of the settings, then its files are removed', async () => {
    await set('crest', await photo())
    await set('crest', await photo('again.jpg'))
    const { updatedAt, pictures, __v, ...settings } = await school.visitor.getSettings()
    for (let change = 0; change < MAX_VERSIONS; change += 1) {
      expect(await storedFiles('uploads')).toHaveLength(6)
      await school.admin.updateSettings({ body: settings })
    }
    expect(await storedFiles('uploads')).toHaveLength(3)
    expect(await statusOf(pictures.crest?.filePath)).toBe(200)
  })

  it('can be removed; one that is not set is not found', async () => {
    const { pictures } = await set('banner', await photo())
    const params = { picture: 'banner' } as const
    const without = await school.admin.removeSitePicture({ params })
    expect(without).toMatchObject({ __v: 2, pictures: { banner: null } })
    expect(await statusOf(pictures.banner?.filePath)).toBe(404)
    const again = school.admin.removeSitePicture({ params })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is rejected if it is not a picture, and the present one stays', async () => {
    const present = await set('crest', await photo())
    const svg = fileOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'crest.svg')
    for (const file of [pdfFile(), svg]) {
      await expect(set('crest', file)).rejects.toMatchObject({
        code: 'unsupported_media_type',
        fields: { file: expect.stringContaining('PNG') },
      })
    }
    const none = await school.fetchAsAdmin('/api/settings/pictures/crest', {
      method: 'PUT',
      body: new FormData(),
    })
    expect(none.status).toBe(400)
    expect(await school.visitor.getSettings()).toEqual(present)
    expect(await storedFiles('uploads')).toHaveLength(3)
    expect(await storedFiles('staging')).toEqual([])
  })

  it.skipIf(IS_POSTGRES)('leaves no file if the transaction fails', async () => {
    const present = await set('banner', await photo())
    const { db } = school.server.internals
    await db.write((tx) => tx.query('ALTER TABLE activity RENAME TO elsewhere'))
    await expect(set('banner', await photo())).rejects.toMatchObject({ code: 'internal' })
    expect(await school.visitor.getSettings()).toEqual(present)
    expect(await statusOf(present.pictures.banner?.filePath)).toBe(200)
    expect(await storedFiles('uploads')).toHaveLength(2)
  })
})

it('the site’s share card shows the uploaded crest, or else the built-in one', async () => {
  const corner = async () => {
    const card = Buffer.from(await (await school.fetch(siteFiles.shareCard)).arrayBuffer())
    const crest = { left: 90, top: 50, width: 40, height: 40 }
    const { data } = await sharp(card).extract(crest).removeAlpha().raw().toBuffer({
      resolveWithObject: true,
    })
    return data.toString('hex')
  }
  const builtIn = await corner()
  await set('crest', fileOf(await twoColors(300, 300).png().toBuffer(), 'crest.png'))
  const own = await corner()
  expect(own).not.toBe(builtIn)
  expect(own).toContain('ff0000')
  await school.admin.removeSitePicture({ params: { picture: 'crest' } })
  expect(await corner()).toBe(builtIn)
})

it('the icons of page and manifest show the uploaded crest', async () => {
  const iconsOf = async () => {
    const html = await (await school.fetch('/')).text()
    const manifest = await (await school.fetch(siteFiles.manifest)).text()
    const named = [...`${html}${manifest}`.matchAll(/"([^"]*(?:icon)[^"]*\.(?:png|svg))"/g)]
    return new Set(named.map(([, address]) => address))
  }
  const builtIn = await iconsOf()
  expect(builtIn).toContain('/favicon.svg')
  expect((await school.fetch(crestIcons.icon192)).status).toBe(404)

  // Taller than wide, on a transparent background.
  await set('crest', fileOf(await twoColors(200, 400).png().toBuffer(), 'crest.png'))
  expect(await iconsOf()).toEqual(new Set(Object.values(crestIcons)))
  const sides = { icon32: 32, icon192: 192, icon512: 512, iconMaskable: 512, appleTouchIcon: 180 }
  for (const name of ['icon32', 'icon192', 'icon512', 'iconMaskable', 'appleTouchIcon'] as const) {
    const response = await school.fetch(crestIcons[name])
    expect([name, response.headers.get('content-type')]).toEqual([name, 'image/png'])
    const icon = sharp(await response.arrayBuffer())
    const { data, info } = await icon.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([name, info.width, info.height]).toEqual([name, sides[name], sides[name]])
    const colorAt = (x: number, y: number) => {
      const at = 4 * (Math.round(info.height * y) * info.width + Math.round(info.width * x))
      return data.subarray(at, at + 4).toString('hex')
    }
    const ground = name === 'iconMaskable' || name === 'appleTouchIcon' ? 'ff' : '00'
    const [corner, left, right] = [colorAt(0, 0).slice(6), colorAt(0.4, 0.5), colorAt(0.6, 0.5)]
    expect([name, corner, left, right]).toEqual([
      name,
      ground,
      expect.stringMatching(/^f.0.0.ff$/),
      expect.stringMatching(/^0.0.f.ff$/),
    ])
  }

  await school.admin.removeSitePicture({ params: { picture: 'crest' } })
  expect(await iconsOf()).toEqual(builtIn)
})
