import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import { twoColors } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  commandOn,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const main = { collection: 'main-gallery' } as const
const linkOf = (videoId: string) => `https://youtu.be/${videoId}`
const FIRST = 'aaaaaaaaaaa'
const SECOND = 'bbbbbbbbbbb'

/** Stands in for the video service's host of pictures. */
let asked: string[]
let respond: (res: http.ServerResponse) => void
let host: http.Server
let school: TestServer

beforeEach(async () => {
  const picture = await twoColors(320, 180).jpeg().toBuffer()
  asked = []
  respond = (res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
  host = http.createServer((req, res) => {
    asked.push(req.url ?? '')
    respond(res)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const { port } = host.address() as AddressInfo
  school = await startTestServer({ env: { VIDEO_PICTURES: `http://127.0.0.1:${port}` } })
})
afterEach(async () => {
  host.closeAllConnections()
  host.close()
  await school.stop()
})

const addVideo = (videoId = FIRST) =>
  school.admin.createEntry({ params: main, body: { title: 'ভিডিও', videoLink: linkOf(videoId) } })
const shown = async () => (await school.visitor.listEntries({ params: main }))[0]
const pictureShown = async () => {
  await expect.poll(async () => (await shown())?.videoPicture).toBeDefined()
  return (await shown())?.videoPicture?.filePath ?? ''
}
const storedPictures = async () =>
  (await fs.readdir(path.join(school.dataDir, 'gallery-uploads'))).filter(
    (name) => !name.startsWith('.'),
  )
/** Waits until no preview is fetched any more. */
const isSettled = () =>
  expect
    .poll(async () => {
      const { db } = school.server.internals
      return db.read.query('SELECT count(*) AS n FROM entry WHERE video_pending')
    })
    .toMatchObject([{ n: expect.toSatisfy((n) => Number(n) === 0) }])

describe('the preview of a video', () => {
  it('is fetched once, and comes from this site', async () => {
    const { _id: id } = await addVideo()
    const picture = await pictureShown()
    expect(asked).toEqual([`/vi/${FIRST}/mqdefault.jpg`])
    const response = await school.fetch(`/${picture}`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const page = await (await school.fetch('/photo-gallery')).text()
    expect(page).toContain(`src="/${picture}"`)
    expect(page).not.toContain('i.ytimg.com')

    await school.admin.updateEntry({ params: { ...main, id }, body: { title: 'নতুন নাম' } })
    expect(await shown()).toMatchObject({ title: 'নতুন নাম', videoPicture: { filePath: picture } })
    school = await school.restart()
    expect(await pictureShown()).toBe(picture)
    expect(asked).toHaveLength(1)
  })

  it('is replaced with the link, and goes with the video', async () => {
    const { _id: id } = await addVideo()
    const before = await pictureShown()
    const params = { ...main, id }
    await school.admin.updateEntry({ params, body: { videoLink: linkOf(SECOND) } })
    await expect.poll(async () => (await shown())?.videoPicture?.filePath).not.toBe(before)
    const after = await pictureShown()
    expect((await school.fetch(`/${before}`, { redirect: 'manual' })).status).toBe(404)
    expect(await storedPictures()).toEqual([path.basename(after)])

    await school.admin.deleteEntry({ params })
    expect((await school.fetch(`/${after}`)).status).toBe(404)
    await school.admin.restoreTrash({ params: { id } })
    expect(await pictureShown()).toBe(after)
    expect(asked).toHaveLength(2)
  })

  it('comes with a backup and a static copy', async () => {
    const { _id: id } = await addVideo()
    const picture = await pictureShown()
    const { admin } = school
    await admin.makeBackup()
    const { outcome } = await backupTaskEnded(admin)
    await admin.updateEntry({ params: { ...main, id }, body: { videoLink: linkOf(SECOND) } })
    await isSettled()
    await admin.restoreBackup({
      params: { id: outcome?.backupId ?? '' },
      body: { currentPassword: ADMIN.password },
    })
    await backupTaskEnded(school.admin)
    expect(await pictureShown()).toBe(picture)
    expect((await school.fetch(`/${picture}`)).status).toBe(200)

    const copy = `${school.dataDir}-copy`
    const command = createCli({
      ...commandOn(school.dataDir),
      stdin: Readable.from(['']),
      stdout: { write: () => undefined },
      endWith: () => undefined,
    })
    await command.parseAsync(['export-static', copy], { from: 'user' })
    expect(await fs.readdir(path.join(copy, 'gallery-uploads'))).toContain(path.basename(picture))
    await fs.rm(copy, { recursive: true })
  })

  it('is not shown where there is none, or what comes is no picture', async () => {
    for (const answer of [
      (res: http.ServerResponse) => res.writeHead(404).end('nothing'),
      (res: http.ServerResponse) =>
        res.writeHead(200, { 'content-type': 'image/jpeg' }).end('<script>alert(1)</script>'),
      (res: http.ServerResponse) => res.writeHead(200).end(Buffer.alloc(600 * 1024, 1)),
    ]) {
      respond = answer
      await addVideo()
      await isSettled()
    }
    const videos = await school.visitor.listEntries({ params: main })
    expect(videos.map(({ videoPicture }) => videoPicture)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await storedPictures()).toEqual([])
    expect(asked).toHaveLength(3)
  })

  it('is asked for once while the service is away, whatever else is published', async () => {
    respond = (res) => res.destroy()
    await addVideo()
    await expect.poll(() => asked).toHaveLength(1)
    for (const title of ['এক', 'দুই', 'তিন']) {
      await school.admin.createEntry({
        params: { collection: 'notices' },
        body: { title, body: title },
      })
    }
    // Fetched after all that.
    await addVideo(SECOND)
    await expect.poll(() => asked.some((url) => url.includes(SECOND))).toBe(true)
    expect(asked.filter((url) => url.includes(FIRST))).toHaveLength(1)
  })

  it('does not make saving wait, follows no redirect, and is fetched after the next start', async () => {
    respond = (res) => res.writeHead(302, { location: `/vi/${SECOND}/mqdefault.jpg` }).end()
    expect(await addVideo()).toMatchObject({ videoId: FIRST })
    await expect.poll(() => asked.length).toBe(1)
    expect(asked).toEqual([`/vi/${FIRST}/mqdefault.jpg`])
    const picture = await twoColors(320, 180).jpeg().toBuffer()
    // Does not respond: the stop does not wait for it.
    respond = () => undefined
    school = await school.restart()
    await expect.poll(() => asked.length).toBe(2)
    respond = (res) => res.writeHead(200).end(picture)
    school = await school.restart()
    expect(await pictureShown()).toMatch(/^gallery-uploads\//)
  })
})
