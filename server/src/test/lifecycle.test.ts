import fs from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type BuiltServer, endBuiltServer, startBuiltServer } from './built-server.ts'
import { nestedFormsPdf } from './hostile-files.ts'
import { fileOf, pdfBytes, pdfFile } from './sample-files.ts'
import { ADMIN } from './test-server.ts'

const pdf = pdfBytes()

let dataDir: string
const started: BuiltServer[] = []
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-life-'))
})
afterEach(async () => {
  for (const program of started.splice(0)) await endBuiltServer(program)
  await fs.rm(dataDir, { recursive: true, force: true })
})

/** Starts the server on a data folder that does not exist yet. */
function run(env: Record<string, string> = {}, { detached = false } = {}): BuiltServer {
  const program = startBuiltServer({
    dataDir: path.join(dataDir, 'data'),
    env,
    spawnOptions: { cwd: dataDir, detached },
  })
  started.push(program)
  return program
}

async function signIn(url: string): Promise<string> {
  const { token } = await createHttpApi(fetchSend(url)).login({ body: ADMIN })
  return token
}

it('loads no code of PostgreSQL, a bucket or many schools without their settings', async () => {
  const coverage = path.join(dataDir, 'coverage')
  const server = run({ NODE_V8_COVERAGE: coverage })
  await fetch(await server.ready())
  server.child.kill('SIGTERM')
  await server.exit
  const scripts: string[] = []
  for (const name of await fs.readdir(coverage)) {
    const text = await fs.readFile(path.join(coverage, name), 'utf8')
    scripts.push(...Loaded.parse(JSON.parse(text)).result.map(({ url }) => url))
  }
  expect(scripts.some((url) => url.includes('/node_modules/typeorm/'))).toBe(true)
  const packages = /\/node_modules\/(pg|pg-[a-z-]+|aws4fetch)\//
  const modules = /\/(postgres|cluster|bucket|open-bucket|file-copies|start-schools)[^/]*$/
  expect(scripts.filter((url) => packages.test(url) || modules.test(url))).toEqual([])
})

/** What V8 writes of a process: the scripts that it has run. */
const Loaded = z.object({ result: z.array(z.object({ url: z.string() })) })

/** Sends an upload without its last bytes. */
function heldUpload(url: string, token: string) {
  const boundary = 'held'
  const head = [
    `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nধীর লাইনের নোটিশ\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="n.pdf"\r\n`,
    'Content-Type: application/pdf\r\n\r\n',
  ].join('')
  const request = http.request(`${url}/api/notices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  request.write(head)
  request.write(pdf.subarray(0, 20))
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  return {
    status,
    leave: () => request.destroy(),
    finish: () =>
      request.end(Buffer.concat([pdf.subarray(20), Buffer.from(`\r\n--${boundary}--\r\n`)])),
  }
}

/** Waits until the staging folder has this many items. */
async function stagedItems(count = 1): Promise<void> {
  const folder = path.join(dataDir, 'data', 'staging')
  await expect
    .poll(async () => (await fs.readdir(folder)).length, { timeout: 5000 })
    .toBeGreaterThanOrEqual(count)
}

/** Waits until rendering the only PDF has been tried this often. */
async function renderingTries(count: number): Promise<void> {
  const database = new Sqlite(path.join(dataDir, 'data', 'bidyaloy.sqlite'), { readonly: true })
  const tries = database
    .prepare<[], number>("SELECT json_extract(file, '$.drawTries') FROM entry")
    .pluck()
  await expect.poll(() => tries.get(), { timeout: 5000 }).toBe(count)
  database.close()
}

async function killed({ child, exit }: ReturnType<typeof run>): Promise<void> {
  child.kill('SIGKILL')
  await exit
}

/** Waits until the server accepts no connections. */
async function stoppedListening(url: string): Promise<void> {
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
}

describe('the built server', () => {
  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ MAX_UPLOAD_MB: '-3' }, 'MAX_UPLOAD_MB'],
    [{ PUBLIC_URL: 'school' }, 'PUBLIC_URL'],
    [{ DATABASE_URL: 'mysql://db/school' }, 'DATABASE_URL'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
  ])('exits with %j and names the setting in one line', async (env, name) => {
    const { exit, output } = run(env)
    expect(await exit).toBe(1)
    expect(output().trim().split('\n')).toHaveLength(1)
    expect(output()).toContain(name)
    await expect(fs.access(path.join(dataDir, 'data'))).rejects.toThrow()
  })

  it.skipIf(process.platform === 'win32')(
    'makes the data folder private, also one that other users could read',
    async () => {
      const data = path.join(dataDir, 'data')
      await fs.mkdir(data, { mode: 0o755 })
      await fs.chmod(data, 0o755)
      const modes = async () => {
        const found: Record<string, string> = {}
        for (const name of ['.', ...(await fs.readdir(data))]) {
          const { mode } = await fs.stat(path.join(data, name))
          found[name] = (mode & 0o777).toString(8)
        }
        return found
      }
      const isOpen = ([, mode]: [string, string]) => !mode.endsWith('00')
      const first = run()
      await first.ready()
      expect(await modes()).toMatchObject({ '.': '700', 'bidyaloy.sqlite': '600' })
      expect(Object.entries(await modes()).filter(isOpen)).toEqual([])
      first.child.kill('SIGTERM')
      await first.exit

      // As an earlier version made them.
      await fs.chmod(data, 0o755)
      const files = ['bidyaloy.sqlite', 'signing-secret', 'server-key']
      for (const name of files) await fs.chmod(path.join(data, name), 0o644)
      await run().ready()
      expect(Object.entries(await modes()).filter(isOpen)).toEqual([])
    },
  )

  it('exits with a message when its port is in use', async () => {
    const first = run()
    const port = new URL(await first.ready()).port
    const second = run({ PORT: port, DATA_DIR: path.join(dataDir, 'other') })
    expect(await second.exit).toBe(1)
    expect(second.output()).toMatch(/^Bidyaloy cannot start\. PORT: .+\n$/)
  })

  it('exits and keeps the file when the database file is not a database', async () => {
    const file = path.join(dataDir, 'data', 'bidyaloy.sqlite')
    await fs.mkdir(path.dirname(file))
    await fs.writeFile(file, 'notes, not a database '.repeat(100))
    const before = await fs.readFile(file)
    const { exit, output } = run()
    expect(await exit).toBe(1)
    expect(output()).toContain('bidyaloy.sqlite')
    expect(await fs.readFile(file)).toEqual(before)
  })

  it('prints a generated password once', async () => {
    const first = run({ ADMIN_PASSWORD: '' })
    const url = await first.ready()
    const password = /password: (\S+)/.exec(first.output())?.[1]
    expect(password?.length).toBeGreaterThanOrEqual(16)
    const api = createHttpApi(fetchSend(url))
    await api.login({ body: { username: 'admin', password: String(password) } })
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    const second = run({ ADMIN_PASSWORD: '' })
    await second.ready()
    expect(second.output()).not.toContain('password')
  })

  it('discards an aborted upload without logging an error', async () => {
    const server = run()
    const url = await server.ready()
    const upload = heldUpload(url, await signIn(url))
    upload.status.catch(() => undefined)
    await stagedItems()
    upload.leave()
    const folder = path.join(dataDir, 'data', 'staging')
    await expect.poll(async () => fs.readdir(folder)).toEqual([])
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    expect(server.output()).not.toContain('"level":50')
  })

  it('finishes a running upload on SIGTERM, then exits with 0', async () => {
    const server = run()
    const url = await server.ready()
    const upload = heldUpload(url, await signIn(url))
    await stagedItems()
    server.child.kill('SIGTERM')
    await stoppedListening(url)
    upload.finish()
    expect(await upload.status).toBe(201)
    expect(await server.exit).toBe(0)

    const again = run()
    const notices = await (await fetch(`${await again.ready()}/api/notices`)).json()
    expect(notices).toMatchObject([{ title: 'ধীর লাইনের নোটিশ' }])
  })

  it('finishes a running upload on repeated signals', async () => {
    const server = run()
    const url = await server.ready()
    const upload = heldUpload(url, await signIn(url))
    await stagedItems()
    // A service manager signals every process of the service, and npm forwards its own signal.
    server.child.kill('SIGTERM')
    await stoppedListening(url)
    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    upload.finish()
    expect(await upload.status).toBe(201)
    expect(await server.exit).toBe(0)
  })

  it('finishes a picture when a terminal interrupts the whole process group', async () => {
    const server = run({}, { detached: true })
    const url = await server.ready()
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = sharp({
      create: { width: 1500, height: 1500, channels: 3, background: '#fff', noise },
    })
    const form = new FormData()
    form.set('title', 'বড় ছবি')
    form.set('file', new File([Uint8Array.from(await picture.jpeg().toBuffer())], 'big.jpg'))
    const headers = { authorization: `Bearer ${await signIn(url)}` }
    const upload = fetch(`${url}/api/gallery`, { method: 'POST', headers, body: form })
    // The upload, and the folder in which its sizes are made.
    await stagedItems(2)
    process.kill(-Number(server.child.pid), 'SIGINT')
    expect((await upload).status).toBe(201)
    expect(await server.exit).toBe(0)
  })

  it('exits when another server uses the data folder, without touching its uploads', async () => {
    const first = run()
    const url = await first.ready()
    const upload = heldUpload(url, await signIn(url))
    await stagedItems()
    const second = run()
    expect(await second.exit).toBe(1)
    expect(second.output()).toMatch(/^Bidyaloy cannot start\. DATA_DIR: .+\n$/)
    upload.finish()
    expect(await upload.status).toBe(201)
    first.child.kill('SIGKILL')
    await first.exit
    await run().ready()
  })

  it('keeps acknowledged entries and discards the upload that SIGKILL interrupted', async () => {
    const server = run()
    const url = await server.ready()
    const token = await signIn(url)
    const form = new FormData()
    form.set('title', 'আগের নোটিশ')
    form.set('file', pdfFile())
    const headers = { authorization: `Bearer ${token}` }
    const created = await fetch(`${url}/api/notices`, { method: 'POST', headers, body: form })
    expect(created.status).toBe(201)
    const upload = heldUpload(url, token)
    upload.status.catch(() => undefined)
    await stagedItems()
    server.child.kill('SIGKILL')
    await server.exit

    const again = run()
    const restarted = await again.ready()
    const notices = await createHttpApi(fetchSend(restarted)).listEntries({
      params: { collection: 'notices' },
    })
    expect(notices.map((notice) => notice.title)).toEqual(['আগের নোটিশ'])
    const file = await fetch(`${restarted}/${notices[0]?.filePath}`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf)
    const staging = await fs.readdir(path.join(dataDir, 'data', 'staging'))
    const uploads = await fs.readdir(path.join(dataDir, 'data', 'uploads'))
    expect({ staging: staging.length, uploads: uploads.length }).toEqual({ staging: 0, uploads: 1 })
  })

  it('renders a PDF three times at most when SIGKILL interrupts it', async () => {
    const started = run()
    const url = await started.ready()
    const token = await signIn(url)
    const form = new FormData()
    form.set('title', 'ধীর পাতার নোটিশ')
    form.set('file', fileOf(nestedFormsPdf(3, 'gradient'), 'slow.pdf'))
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${url}/api/notices`, { method: 'POST', headers, body: form })
    await renderingTries(1)
    await killed(started)
    for (const tries of [2, 3]) {
      const again = run()
      await again.ready()
      await renderingTries(tries)
      await killed(again)
    }

    const visitor = createHttpApi(fetchSend(await run().ready()))
    const list = () => visitor.listEntries({ params: { collection: 'notices' } })
    await expect.poll(list).toMatchObject([{ pages: [], pageCount: 0 }])
  })
})
