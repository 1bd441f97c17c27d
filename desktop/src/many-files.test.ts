import { randomBytes } from 'node:crypto'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { openTestDesktopApp, signedIn, type TestDesktopApp } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { createMemoryTokenStore } from './token-store.ts'

let school: SchoolServer
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

const albums = { collection: 'albums' } as const
const people = { collection: 'people' } as const
const settled = (desk: TestDesktopApp) => desk.app.school()?.outbox.settled()
const names = (entry: Entry) => filesOf(entry).map(({ fileName }) => fileName)
const paths = (entry: Entry) => filesOf(entry).map(({ filePath }) => filePath)

test('sends 30 people pasted offline once and in order', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(school.url, folder, tokens)
  await before.api.listEntries({ params: people })
  await school.stop()
  const titles = Array.from({ length: 30 }, (_, i) => `শিক্ষক ${i + 1}`)
  for (const [index, title] of titles.entries()) {
    const body = { title, order: index + 1, fields: { post: 'সহকারী শিক্ষক' } }
    await before.api.createEntry({ params: people, body }, { idempotencyKey: `person${index}.1` })
  }
  expect(before.app.state()).toMatchObject({ waiting: 30, attention: 0 })
  await before.close()

  const desk = await openTestDesktopApp(folder, tokens)
  await school.start()
  await settled(desk)
  const query = { sort: 'order' } as const
  const arrived = await school.admin.listEntries({ params: people, query })
  expect(arrived.map(({ title }) => title)).toEqual(titles)
  // One after the other: the ids and times are in the order of the list.
  const times = arrived.map(({ createdAt }) => createdAt)
  expect(times).toEqual([...times].sort())
  expect(desk.app.state()).toMatchObject({ waiting: 0, attention: 0 })
})

test('publishes an album made offline in several changes, across a lost connection and a restart', async () => {
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(school.url, folder, tokens)
  await before.api.listEntries({ params: albums })
  await school.stop()
  // Two photos fit into one request.
  const photos = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => noise(`${n}.png`)))
  let album = await before.api.createEntry({
    params: albums,
    body: { title: 'ক্রীড়া', status: 'draft' },
    file: photos.slice(0, 2),
  })
  const params = { ...albums, id: album._id }
  for (const from of [2, 4]) {
    const files = [...paths(album), null, null]
    const status = from === 4 ? 'published' : 'draft'
    const body = { title: 'ক্রীড়া', files, status } as const
    album = await before.api.updateEntry({ params, body, file: photos.slice(from, from + 2) })
  }
  expect(names(album)).toEqual(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'])
  expect(filesOf(album)[5]).toMatchObject({ width: 900, height: 800 })
  expect(before.app.state().waiting).toBe(3)
  await before.close()

  const first = await openTestDesktopApp(folder, tokens)
  await school.start()
  const draftQuery = { params: albums, query: { state: 'draft' } } as const
  const draft = async () => (await school.admin.listEntries(draftQuery))[0]
  await expect.poll(draft, { timeout: 30_000 }).toBeDefined()
  await school.stop()
  await first.close()
  expect(first.app.state().waiting).toBeGreaterThan(0)

  const desk = await openTestDesktopApp(folder, tokens)
  await school.start()
  await settled(desk)
  expect(desk.app.state()).toMatchObject({ waiting: 0, attention: 0 })
  const [entry, ...others] = await school.admin.listEntries({ params: albums })
  expect(others).toEqual([])
  const arrived = await school.admin.getEntry({ params: { ...albums, id: entry?._id ?? '' } })
  expect(names(arrived)).toEqual(names(album))
  const versions = { recordType: 'albums', id: arrived._id } as const
  expect(await school.admin.listVersions({ params: versions })).toEqual([])
}, 120_000)

test('knows the dimensions of waiting pictures as they are shown', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  await school.stop()
  const sizes = async (file: File) => {
    const body = { title: 'ছবি' }
    const { width, height } = await desk.api.createEntry({ params: albums, body, file })
    return [width, height]
  }
  expect(await sizes(await turnedPhoto('jpeg'))).toEqual([60, 90])
  expect(await sizes(await turnedPhoto('webp'))).toEqual([90, 60])
  expect(await sizes(await turnedPhoto('png'))).toEqual([90, 60])
  expect(await sizes(new File(['\xff\xd8'], 'broken.jpg'))).toEqual([undefined, undefined])
})

/** A photo of 900×800 pixels and about two megabytes. */
async function noise(name: string): Promise<File> {
  const raw = { width: 900, height: 800, channels: 3 } as const
  const png = await sharp(randomBytes(900 * 800 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new File([new Uint8Array(png)], name, { type: 'image/png' })
}

/** A picture of 90×60 pixels; a JPEG was taken with the camera turned. */
async function turnedPhoto(format: 'jpeg' | 'webp' | 'png'): Promise<File> {
  const create = { width: 90, height: 60, channels: 3, background: '#006a4e' } as const
  const picture = sharp({ create }).toFormat(format)
  const bytes = await (format === 'jpeg'
    ? picture.withMetadata({ orientation: 6 })
    : picture
  ).toBuffer()
  return new File([new Uint8Array(bytes)], `ছবি.${format}`, { type: `image/${format}` })
}
