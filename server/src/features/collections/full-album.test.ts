import fs from 'node:fs/promises'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  commandOn,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const albums = { collection: 'albums' } as const
const MAX = 200

let school: TestServer
let album: Entry
// Each test leaves the album as it was.
beforeAll(async () => {
  school = await startTestServer()
  const pixel = await twoColors(2, 2).png().toBuffer()
  const file = Array.from({ length: MAX }, (_, i) => fileOf(pixel, `${i + 1}.png`))
  album = await school.admin.createEntry({ params: albums, body: { title: 'দুই শ' }, file })
})
afterAll(() => school.stop())

const params = () => ({ ...albums, id: album._id })
const pathsOf = (entry: Entry) => filesOf(entry).map(({ filePath }) => filePath)
const present = async () => pathsOf(await school.visitor.getEntry({ params: params() }))
const inFolder = (...names: string[]) => path.join(school.dataDir, ...names)
const stored = async () => (await fs.readdir(inFolder('gallery-uploads'))).sort()
const orphans = () => fs.readdir(inFolder('orphans'))
const photo = async (name: string) => fileOf(await twoColors(3, 3).png().toBuffer(), name)

describe('an album of 200 photos', () => {
  it('is published whole, and takes no further photo', async () => {
    expect(filesOf(album).map(({ fileName }) => Number.parseInt(fileName, 10))).toEqual(
      Array.from({ length: MAX }, (_, i) => i + 1),
    )
    const last = await school.fetch(`/albums/${album._id}/file/200`, { redirect: 'manual' })
    expect(last.headers.get('location')).toBe(`/${pathsOf(album)[MAX - 1]}`)
    const body = { files: [...pathsOf(album), null] }
    const file = await photo('201.png')
    const more = school.admin.updateEntry({ params: params(), body, file })
    await expect(more).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await present()).toEqual(pathsOf(album))
  })

  it('returns whole from a former version and from the trash, past the sweep of unused files', async () => {
    const [first = '', ...others] = pathsOf(album)
    const body = { files: [...others.slice(149), null, first], __v: album.__v }
    const changed = await school.admin.updateEntry({
      params: params(),
      body,
      file: await photo('new.png'),
    })
    expect(filesOf(changed)).toHaveLength(52)
    // A photo that only a former version has is not public.
    expect((await school.fetch(`/${others[0]}`, { redirect: 'manual' })).status).toBe(301)
    school = await school.restart()
    expect([await orphans(), (await stored()).length]).toEqual([[], MAX + 1])

    const version = { recordType: 'albums', id: album._id, n: String(album.__v) } as const
    await school.admin.restoreVersion({ params: version })
    expect(await present()).toEqual(pathsOf(album))
    expect((await school.fetch(`/${others[0]}`)).status).toBe(200)

    await school.admin.deleteEntry({ params: params() })
    expect((await school.fetch(`/albums/${album._id}`)).status).toBe(404)
    expect((await school.fetch(`/${others[198]}`)).status).toBe(404)
    school = await school.restart()
    expect([await orphans(), (await stored()).length]).toEqual([[], MAX + 1])
    await school.admin.restoreFromTrash({ body: { ids: [album._id] } })
    expect(await present()).toEqual(pathsOf(album))
    const statuses = await Promise.all(
      pathsOf(album).map(async (filePath) => (await school.fetch(`/${filePath}`)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('is in a backup, made and restored without blocking the server', async () => {
    const pictures = (await stored()).length
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const memory = process.memoryUsage().rss
    const started = performance.now()
    delay.enable()
    await school.admin.makeBackup()
    const { outcome } = await backupTaskEnded(school.admin)
    const seconds = (performance.now() - started) / 1000
    delay.disable()
    expect(outcome).toMatchObject({ task: 'make', fault: null })
    expect(seconds).toBeLessThan(60)
    expect(delay.percentile(99) / 1e6).toBeLessThan(100)
    expect((process.memoryUsage().rss - memory) / 1024 ** 2).toBeLessThan(100)

    const [first = '', second = ''] = pathsOf(album)
    await school.admin.updateEntry({ params: params(), body: { files: [second, first] } })
    await school.admin.deleteEntry({ params: params() })
    const body = { currentPassword: ADMIN.password }
    await school.admin.restoreBackup({ params: { id: outcome?.backupId ?? '' }, body })
    const restored = await backupTaskEnded(school.admin)
    expect(restored.outcome).toMatchObject({
      task: 'restore',
      fault: null,
      contents: { entries: 1, pictures, missing: 0, unreadable: 0 },
    })
    expect(await present()).toEqual(pathsOf(album))
    expect(await orphans()).toEqual([])
  })

  it('is in a static copy with every photo and its address', async () => {
    const home = await fs.mkdtemp(`${school.dataDir}-copy-`)
    const folder = path.join(home, 'copy')
    let code = 0
    const program = createCli({
      ...commandOn(school.dataDir, { PUBLIC_URL: 'https://school.example' }),
      stdin: Readable.from(['']),
      stdout: { write: () => undefined },
      endWith: (ended) => {
        code = ended
      },
    })
    await program.parseAsync(['export-static', folder, '--json'], { from: 'user' })
    expect(code).toBe(0)
    const copied = await fs.readdir(path.join(folder, 'gallery-uploads'))
    expect(copied.sort()).toEqual(
      pathsOf(album)
        .map((file) => path.basename(file))
        .sort(),
    )
    const html = await fs.readFile(path.join(folder, 'albums', album._id, 'index.html'), 'utf8')
    for (const filePath of pathsOf(album)) expect(html).toContain(filePath)
    const address = path.join(folder, 'albums', album._id, 'file', '200', 'index.html')
    expect(await fs.readFile(address, 'utf8')).toContain(pathsOf(album)[MAX - 1])
    await fs.rm(home, { recursive: true })
  })
})
