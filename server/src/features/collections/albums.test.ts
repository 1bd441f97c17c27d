import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { ADMIN, startTestServer, type TestServer } from '../../test/test-server.ts'

const albums = { collection: 'albums' } as const

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const photos = async (count: number, from = 1) => {
  const png = await twoColors(400, 300).png().toBuffer()
  return Array.from({ length: count }, (_, i) => fileOf(png, `${from + i}.png`))
}
const namesOf = (album: Entry) =>
  filesOf(album).map(({ fileName }) => Number.parseInt(fileName, 10))
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const pathsOf = (album: Entry) => filesOf(album).map(({ filePath }) => filePath)
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

const paramsOf = ({ _id: id }: Entry) => ({ ...albums, id })
const versionsOf = ({ _id: id }: Entry) =>
  school.admin.listVersions({ params: { recordType: 'albums', id } })
const activitiesOf = async () =>
  (await school.admin.listActivity({ query: {} })).map(({ action }) => action)

/** Adds photos after those of an album. */
async function add(album: Entry, count: number, admin = school.admin) {
  const files = await photos(count, filesOf(album).length + 1)
  const order = [...pathsOf(album), ...files.map(() => null)]
  const body = { title: album.title, files: order, __v: album.__v }
  return admin.updateEntry({ params: paramsOf(album), body, file: files })
}

it('an album grows in its draft without former versions, and keeps those of real changes', async () => {
  let album = await school.admin.createEntry({
    params: albums,
    body: { title: 'ক্রীড়া', status: 'draft' },
    file: await photos(3),
  })
  for (let part = 0; part < 3; part += 1) {
    later(4)
    album = await add(album, 7)
  }
  const publishing = { status: 'published', __v: album.__v } as const
  album = await school.admin.updateEntry({ params: paramsOf(album), body: publishing })
  expect(namesOf(album)).toEqual(upTo(24))
  expect(await versionsOf(album)).toEqual([])
  expect((await activitiesOf()).slice(0, 1)).toEqual(['created'])

  // The cover is the first photo; lists have only that and the number.
  const [first = '', second = '', ...others] = pathsOf(album)
  later(1)
  const body = { files: [second, first, ...others], __v: album.__v }
  const arranged = await school.admin.updateEntry({ params: paramsOf(album), body })
  const [listed] = await school.visitor.listEntries({ params: albums })
  expect(listed).toMatchObject({ fileCount: 24, filePath: second })
  expect(listed).not.toHaveProperty('files')
  expect(await versionsOf(album)).toMatchObject([{ n: album.__v }])

  // Adding to a published one is a change of its own.
  const afterBreak = await add(arranged, 1)
  expect(await versionsOf(album)).toHaveLength(2)
  const other = { username: 'rahima', password: 'another long password' }
  await school.admin.createAdmin({ body: { ...other, currentPassword: ADMIN.password } })
  const { api } = await school.signIn(other)
  await add(afterBreak, 1, api)
  const versions = await versionsOf(album)
  expect(versions.map(({ files = [] }) => files.length)).toEqual([25, 24, 24])

  const restoring = { recordType: 'albums', id: album._id, n: String(album.__v) } as const
  await school.admin.restoreVersion({ params: restoring })
  const restored = await school.visitor.getEntry({ params: paramsOf(album) })
  expect(pathsOf(restored)).toEqual(pathsOf(album))
})

it('a repeated part adds its photos once', async () => {
  const album = await school.admin.createEntry({
    params: albums,
    body: { title: 'ক্রীড়া' },
    file: await photos(2),
  })
  const files = await photos(2, 3)
  const body = { files: [...pathsOf(album), null, null], __v: album.__v }
  const send = () =>
    school.admin.updateEntry(
      { params: paramsOf(album), body, file: files },
      { idempotencyKey: 'part-2' },
    )
  await Promise.allSettled([send(), send()])
  await send()
  expect(namesOf(await school.visitor.getEntry({ params: paramsOf(album) }))).toEqual(upTo(4))
})
