import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { resumeUpload, type SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import { ChangeProgress } from '@bidyaloy/shared/desktop/desktop-api'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startCuttingProxy } from '../../e2e/support/cutting-proxy.ts'
import { type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { notices, openTestDesktopApp, signedIn, type TestDesktopApp } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { createMemoryTokenStore } from './token-store.ts'

const MB = 1024 * 1024

let school: SchoolServer
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

async function brokenLine(bytes: number) {
  const line = await startCuttingProxy(school.url, bytes)
  onTestFinished(() => line.close())
  return line
}

/** Returns a unique PDF of this many bytes. */
function pdf(bytes: number): File {
  const noise = randomBytes(bytes).toString('base64').slice(0, bytes)
  const text = `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%${noise}`.slice(0, bytes - 6)
  return new File([`${text}\n%%EOF`], 'ফল.pdf', { type: 'application/pdf' })
}

const progressOf = async (desk: TestDesktopApp, key: string) =>
  ChangeProgress.parse(await (await desk.page(`/desktop/changes/${key}`)).json())

const settled = (desk: TestDesktopApp) => desk.app.school()?.outbox.settled()

/** Expects one notice with this file, unchanged. */
async function expectArrived(file: File): Promise<void> {
  const [notice, ...more] = await school.admin.listEntries({ params: notices })
  expect(more).toEqual([])
  expect(notice).toMatchObject({ fileName: file.name, size: file.size })
  const stored = await fetch(`${school.url}/${notice?.filePath}`)
  const [here, there] = [await file.arrayBuffer(), await stored.arrayBuffer()]
  expect(Buffer.from(there).equals(Buffer.from(here))).toBe(true)
}

test('uploads a large file once over a broken connection, with the server’s progress', async () => {
  const line = await brokenLine(1.2 * MB)
  const desk = await signedIn(line.url, await temporaryFolder())
  const file = pdf(6 * MB)
  const key = 'large.1'
  const created = desk.api.createEntry(
    { params: notices, body: { title: 'ফল' }, file },
    { idempotencyKey: key },
  )
  let isOver = false
  const ended = created.finally(() => {
    isOver = true
  })
  const seen: number[] = []
  while (!isOver) {
    const { sent, total } = await progressOf(desk, key)
    const [name] = await fs.readdir(path.join(school.dataDir, 'unfinished'))
    const arrived =
      name && (await fs.stat(path.join(school.dataDir, 'unfinished', name)).catch(() => null))
    if (sent > 0 && arrived) {
      expect(total).toBe(file.size)
      expect(sent).toBeLessThanOrEqual(arrived.size)
      seen.push(sent)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await ended
  await settled(desk)
  await expectArrived(file)
  expect(new Set(seen).size).toBeGreaterThan(3)
  expect(line.cuts()).toBeGreaterThanOrEqual(3)
  expect(line.sent() / file.size).toBeLessThan(1.6)
})

test('resumes an upload after a restart of the app', async () => {
  const line = await brokenLine(Number.POSITIVE_INFINITY)
  const folder = await temporaryFolder()
  const tokens = createMemoryTokenStore()
  const before = await signedIn(line.url, folder, tokens)
  const file = pdf(12 * MB)
  const key = 'restarted.1'
  const body = { title: 'ফল' }
  void before.api
    .createEntry({ params: notices, body, file }, { idempotencyKey: key })
    .catch(() => undefined)
  await expect
    .poll(async () => (await progressOf(before, key)).sent, { interval: 1 })
    .toBeGreaterThan(4 * MB)
  await before.close()
  expect(await school.admin.listEntries({ params: notices })).toEqual([])

  const sent = line.sent()
  const desk = await openTestDesktopApp(folder, tokens)
  await settled(desk)
  await expectArrived(file)
  expect(line.sent() - sent).toBeLessThan(9 * MB)
  expect(desk.app.state()).toMatchObject({ waiting: 0, attention: 0 })
})

/** Starts a proxy before the school. @param answer answers instead of it; returns whether it did */
async function startProxy(
  answer: (req: http.IncomingMessage, res: http.ServerResponse) => boolean,
): Promise<string> {
  const proxy = http.createServer((req, res) => {
    if (answer(req, res)) return
    const { method, headers } = req
    const on = http.request(school.url + req.url, { method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    req.pipe(on)
  })
  onTestFinished(() => void proxy.close())
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const { port } = proxy.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('sends the file in the form to a server without resumable uploads', async () => {
  const asked: string[] = []
  const address = await startProxy((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    const isUpload = req.url?.startsWith(UPLOADS_PATH) ?? false
    if (isUpload) res.writeHead(404).end('{}')
    return isUpload
  })
  const desk = await signedIn(address, await temporaryFolder())
  const file = pdf(2 * MB)
  await desk.api.createEntry({ params: notices, body: { title: 'ফল' }, file })
  await expectArrived(file)
  expect(asked).toContain(`POST ${UPLOADS_PATH}`)
})

test('keeps a change whose file a proxy drops', async () => {
  let drops = true
  const address = await startProxy((req, res) => {
    if (req.method !== 'PATCH' || !drops) return false
    req.resume().on('end', () => res.writeHead(204, { 'upload-offset': '0' }).end())
    return true
  })
  const desk = await signedIn(address, await temporaryFolder())
  const file = pdf(2 * MB)
  await desk.api.createEntry({ params: notices, body: { title: 'ফল' }, file })
  expect(desk.app.state()).toMatchObject({ waiting: 1, attention: 0 })
  drops = false
  await settled(desk)
  await expectArrived(file)
})

test('brings a file of an older site that is larger than those of entries', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  const send: SendUpload = async ({ method, path: to, headers, body }) => {
    const response = await desk.page(to, {
      method,
      headers,
      ...(body && { body: await body.arrayBuffer() }),
    })
    const text = await response.text()
    return { status: response.status, text, header: (name) => response.headers.get(name) }
  }
  const zip = new File([new Uint8Array(26 * MB)], 'আগের সাইট.zip')
  const sent = await resumeUpload(zip, {
    send,
    onStart: () => {},
    retryDelays: [],
    isSource: true,
    chunkBytes: 8 * MB,
  })
  const move = new FormData()
  move.set('uploads', JSON.stringify([sent.kind === 'complete' && sent.id]))
  const response = await desk.page('/api/admin/move-in', { method: 'POST', body: move })
  expect([response.status, await response.json()]).toMatchObject([
    202,
    { source: { files: [{ name: zip.name, size: zip.size }] } },
  ])
})
