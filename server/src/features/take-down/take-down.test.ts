import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { shareCardPath } from '@bidyaloy/shared/collections/registry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startBucket, type TestBucket } from '../../test/bucket.ts'
import { fileOf } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const albums = { collection: 'albums' } as const
const currentPassword = ADMIN.password

let school: TestServer
let now: Date
let bucket: TestBucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())
afterEach(() => school.stop())

/** A photo of which no part is like another one. */
async function noise(seed: number): Promise<File> {
  const [width, height] = [800, 600]
  const raw = Buffer.alloc(width * height * 3)
  let state = seed
  for (let at = 0; at < raw.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    raw[at] = state >>> 24
  }
  const jpeg = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
  return fileOf(jpeg, `মেয়ে-${seed}.jpg`)
}

const addressesOf = ({ filePath = '', sizes = [] }: Partial<Entry>) =>
  [filePath, ...sizes.map((size) => size.filePath)].map((one) => `/${one}`)

/** Returns a part of the bytes of each copy that is served. */
async function tracesOf(addresses: readonly string[]): Promise<Buffer[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const bytes = Buffer.from(await (await school.fetch(address)).arrayBuffer())
      expect([address, bytes.length > 400]).toEqual([address, true])
      return bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 48)
    }),
  )
}

/** Returns the files below a folder, outside of backups, that contain one of the traces. */
async function filesWith(root: string, traces: readonly Buffer[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await fs.readdir(root, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(root, file)
    if (!entry.isFile() || name.startsWith('backups')) continue
    const bytes = await fs.readFile(file).catch(() => Buffer.alloc(0))
    if (traces.some((trace) => bytes.includes(trace))) found.push(name)
  }
  return found
}

async function start(env: Record<string, string> = {}): Promise<void> {
  now = new Date('2026-11-21T04:30:00Z')
  school = await startTestServer({ clock: () => now, env })
}

/** Publishes an album of three photos whose second one is in a former version and in a draft, too. */
async function album() {
  const file = [await noise(1), await noise(2), await noise(3)]
  const body = { title: 'ক্রীড়া', body: 'এক\n\n![মুখ](file 2)\n\n![দৌড়](file 3)' }
  let entry = await school.admin.createEntry(
    { params: albums, body, file },
    { idempotencyKey: 'the-answer-names-the-files' },
  )
  const params = { ...albums, id: entry._id }
  entry = await school.admin.updateEntry({ params, body: { title: 'ক্রীড়া ২০২৬' } })
  const draft = { title: 'পরে', status: 'draft', __v: entry.__v } as const
  await school.admin.updateEntry({ params, body: draft })
  const [, photo] = filesOf(entry)
  const stem = fileStemOf(photo?.filePath ?? '')
  return { entry, params, photo: photo ?? {}, stem, address: `albums/${entry._id}/${stem}` }
}

const ask = (photo: string) => school.visitor.askForPhoto({ body: { photo, who: 'student' } })
const statusOf = async (address: string) => {
  const { status, headers } = await school.fetch(address, { redirect: 'manual' })
  return [status, headers.get('cache-control')]
}

it('takes a photo of an album down everywhere but in backups, and leaves the others', async () => {
  await start()
  const { entry, params, photo, stem, address } = await album()
  await ask(address)
  const addresses = addressesOf(photo)
  const sha256 = createHash('sha256')
    .update(Buffer.from(await (await school.fetch(addresses[0] ?? '')).arrayBuffer()))
    .digest('hex')
  const verdict = async () => (await school.visitor.verifyFile({ query: { sha256 } })).state
  expect(await verdict()).toBe('published')
  const traces = await tracesOf(addresses)
  const cover = shareCardPath('albums', entry._id)
  expect((await school.fetch(cover)).status).toBe(200)
  await school.admin.makeBackup()
  await backupTaskEnded(school.admin)
  const inRecords = [...traces, Buffer.from(stem), Buffer.from('মেয়ে-2')]
  if (!IS_POSTGRES) expect((await filesWith(school.dataDir, inRecords)).length).toBeGreaterThan(3)

  const query = { photo: address }
  const facts = await school.admin.getTakeDown({ query })
  expect(facts).toMatchObject({ title: 'ক্রীড়া ২০২৬', files: 1, deletesEntry: false })
  expect(facts.backup?.at).toBe(now.toISOString())
  const wrong = { photo: address, currentPassword: 'not this one at all' }
  await expect(school.admin.takeDown({ body: wrong })).rejects.toMatchObject({ status: 400 })
  await school.admin.takeDown({ body: { photo: address, currentPassword } })

  expect(await filesWith(school.dataDir, traces)).toEqual([])
  if (!IS_POSTGRES) {
    // Its name is only in the list of what was withdrawn.
    expect(await filesWith(school.dataDir, [Buffer.from('মেয়ে-2')])).toEqual([])
    expect(await filesWith(school.dataDir, [Buffer.from(`${stem}.jpg`)])).toEqual([])
  }
  for (const gone of addresses)
    expect([gone, ...(await statusOf(gone))]).toEqual([gone, 404, 'no-store'])
  for (const query of ['?version', '?preview=x']) {
    const response = await school.fetchAsAdmin(`${addresses[0]}${query}`)
    expect([query, response.status]).toEqual([query, 404])
  }
  const left = await school.visitor.getEntry({ params })
  expect(filesOf(left).map(({ fileName }) => fileName)).toEqual(['মেয়ে-1.jpg', 'মেয়ে-3.jpg'])
  expect(left.body).toBe('এক\n\n![দৌড়](file 2)')
  for (const one of filesOf(left)) expect((await statusOf(`/${one.filePath}`))[0]).toBe(200)
  const draft = await school.admin.getDraft({ params })
  expect([draft.title, filesOf(draft).length]).toEqual(['পরে', 2])
  const [former] = await school.admin.listVersions({
    params: { recordType: 'albums', id: params.id },
  })
  expect(JSON.stringify(former)).not.toContain(stem)
  expect((await school.admin.listPhotoRequests())[0]?.answer?.answer).toBe('takenDown')
  expect((await school.admin.listActivity({}))[0]).toMatchObject({ action: 'takenDown' })
  expect(await verdict()).toBe('withdrawn')
  expect(await school.visitor.listWithdrawn()).toEqual([stem])
  expect(await (await school.fetch('/offline')).text()).toContain(`data-withdrawn="${stem}"`)
  await school.admin.updateEntry({ params, body: { status: 'published', __v: draft.__v } })
  expect(filesOf(await school.visitor.getEntry({ params }))).toHaveLength(2)
})

it('does not bring a withdrawn photo back with a restored backup', async () => {
  await start()
  const { params, photo, stem, address } = await album()
  const traces = await tracesOf(addressesOf(photo))
  await school.admin.makeBackup()
  await backupTaskEnded(school.admin)
  await school.admin.takeDown({ body: { photo: address, currentPassword } })
  const backup = (await school.admin.listBackups()).backups.find(({ kind }) => kind === 'manual')
  await school.admin.restoreBackup({ params: { id: backup?._id ?? '' }, body: { currentPassword } })
  await backupTaskEnded(school.admin)
  expect(filesOf(await school.visitor.getEntry({ params }))).toHaveLength(2)
  expect(await school.visitor.listWithdrawn()).toEqual([stem])
  expect(await filesWith(school.dataDir, traces)).toEqual([])
})

it('takes a photo down with what it was before its faces were blurred', async () => {
  await start()
  const { entry, params, photo } = await album()
  const traces = await tracesOf(addressesOf(photo))
  const blur = { photo: filesOf(entry)[1]?.filePath ?? '' }
  const blurred = await school.admin.blurPhoto({
    params,
    body: { file: blur.photo, areas: [{ left: 0, top: 0, width: 0.5, height: 0.5 }] },
  })
  const present = filesOf(blurred)[1]?.filePath ?? ''
  const named = `albums/${params.id}/${fileStemOf(present)}`
  await school.admin.takeDown({ body: { photo: named, currentPassword } })
  expect(await filesWith(school.dataDir, traces)).toEqual([])
  expect(await school.visitor.listWithdrawn()).toHaveLength(2)
})

it('deletes an entry of the trash with all it has and had', async () => {
  await start()
  const { params, entry } = await album()
  const traces = await tracesOf(filesOf(entry).flatMap(addressesOf))
  const { id } = params
  const early = school.admin.takeDown({ body: { trashed: id, currentPassword } })
  await expect(early).rejects.toMatchObject({ code: 'not_found' })
  await school.admin.deleteEntry({ params })
  expect(await school.admin.getTakeDown({ query: { trashed: id } })).toMatchObject({
    files: 3,
    deletesEntry: true,
  })
  await school.admin.takeDown({ body: { trashed: id, currentPassword } })
  expect(await school.admin.listTrash()).toEqual([])
  expect(await filesWith(school.dataDir, traces)).toEqual([])
  const title = Buffer.from('![দৌড়](file')
  if (!IS_POSTGRES) expect(await filesWith(school.dataDir, [title])).toEqual([])
})

it('deletes an entry that is only the photo, and the text of a paper', async () => {
  await start()
  const gallery = { collection: 'gallery' } as const
  const photo = await school.admin.createEntry({
    params: gallery,
    body: { title: 'জয়ন্তী' },
    file: await noise(9),
  })
  const traces = await tracesOf(addressesOf(photo))
  const named = `gallery/${photo._id}/${fileStemOf(photo.filePath ?? '')}`
  expect((await school.admin.getTakeDown({ query: { photo: named } })).deletesEntry).toBe(true)
  await school.admin.takeDown({ body: { photo: named, currentPassword } })
  expect(await school.visitor.listEntries({ params: gallery })).toEqual([])
  expect(await school.admin.listTrash()).toEqual([])
  expect(await filesWith(school.dataDir, traces)).toEqual([])

  const notices = { collection: 'notices' } as const
  const body = { title: 'তালিকা', body: 'নিচে দেখুন' }
  const paper = await school.admin.createEntry({ params: notices, body, file: await noise(10) })
  const params = { ...notices, id: paper._id }
  const stem = fileStemOf(paper.filePath ?? '')
  const pages = [{ file: paper.filePath ?? '', page: 1, text: 'রোকেয়াখাতুনবিশেষশব্দ' }]
  await school.admin.updateEntryText({ params, body: { pages } })
  const words = [Buffer.from('রোকেয়াখাতুনবিশেষশব্দ')]
  await school.admin.takeDown({ body: { photo: `notices/${paper._id}/${stem}`, currentPassword } })
  expect(await school.visitor.getEntry({ params })).not.toHaveProperty('filePath')
  if (!IS_POSTGRES) expect(await filesWith(school.dataDir, words)).toEqual([])
})

it.skipIf(IS_POSTGRES)(
  'tells which backup has it, and when that is deleted by itself',
  async () => {
    await start()
    const { address } = await album()
    const query = { photo: address }
    // Of before the album.
    const nightly = (stamp: string) =>
      fs.writeFile(path.join(school.dataDir, 'backups', `bidyaloy-${stamp}k3v9-nightly.zip`), '')
    await nightly('20261120t200000')
    expect(await school.admin.getTakeDown({ query })).not.toHaveProperty('backup')
    await nightly('20261121t200000')
    const at = '2026-11-21T20:00:00.000Z'
    const until = new Date(Date.parse(at) + 35 * DAY_MS).toISOString()
    expect((await school.admin.getTakeDown({ query })).backup).toEqual({ at, until })
    // A backup that was made by hand stays until ten others are made.
    await school.admin.makeBackup()
    await backupTaskEnded(school.admin)
    expect((await school.admin.getTakeDown({ query })).backup).toEqual({ at })
  },
)

it.skipIf(IS_POSTGRES)('deletes the objects of a bucket and their local copies', async () => {
  await start({ STORAGE_URL: bucket.url })
  const { photo, stem, address } = await album()
  const traces = await tracesOf(addressesOf(photo))
  expect((await bucket.keys()).filter((key) => key.includes(stem)).length).toBeGreaterThan(1)
  expect((await filesWith(school.dataDir, traces)).length).toBeGreaterThan(0)

  // The bucket refuses once: the rest is done by the daily work.
  bucket.intercept = (req, res) => {
    if (req.method !== 'DELETE') return false
    res.writeHead(403).end()
    return true
  }
  const refused = school.admin.takeDown({ body: { photo: address, currentPassword } })
  await expect(refused).rejects.toMatchObject({ status: 503 })
  bucket.intercept = () => false
  for (const gone of addressesOf(photo)) expect((await statusOf(gone))[0]).toBe(404)
  await school.server.internals.runMaintenance()
  expect((await bucket.keys()).filter((key) => key.includes(stem))).toEqual([])
  expect(await filesWith(school.dataDir, traces)).toEqual([])
})
