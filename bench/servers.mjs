import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
const REFERENCE = fileURLToPath(new URL('./reference-server.mjs', import.meta.url))
/** Node flags of `npm start`. */
const HEAP = ['--max-semi-space-size=4', '--max-old-space-size=1024']
/** Password of the first admin of every measured server. */
const PASSWORD = 'a long enough password'

const newFolder = () => fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-bench-'))

let sample

/** A data folder with the sample school, created once for all groups. */
function sampleFolder() {
  sample ??= newFolder().then(async (folder) => {
    const { child, url } = await launch(folder)
    await previewsRendered(url)
    await stopped(child)
    return folder
  })
  return sample
}

/** Resolves when all page previews are rendered; rendering occupies a core. */
export async function previewsRendered(url) {
  const entries = []
  for (const collection of ['notices', 'news', 'downloads']) {
    entries.push(...(await (await fetch(`${url}/api/${collection}`)).json()))
  }
  const waiting = entries.some(({ mimeType, pages }) => mimeType === 'application/pdf' && !pages)
  if (!waiting) return
  await new Promise((resolve) => setTimeout(resolve, 500))
  await previewsRendered(url)
}

/** Removes the sample school's folder, if created. */
export async function removeSample() {
  if (sample) await fs.rm(await sample, { recursive: true, force: true })
}

/**
 * Starts the built server on a copy of the sample school.
 * @param prepare called with the data folder before the start
 * @param settings environment variables
 * @returns address, process id, data folder, milliseconds from spawn to ready, and `stop`
 */
export async function startSchool(prepare = async (_dataDir) => {}, settings = {}) {
  const dataDir = await newFolder()
  await fs.cp(await sampleFolder(), dataDir, { recursive: true })
  await prepare(dataDir)
  return startOn(dataDir, settings)
}

/**
 * Starts a server on an empty folder, with the sample school unless its database has it already, or
 * many.
 */
export async function startEmpty(settings) {
  return startOn(await newFolder(), settings)
}

async function startOn(dataDir, settings) {
  const { child, url, readyMs } = await launch(dataDir, settings)
  return {
    url,
    dataDir,
    pid: child.pid,
    readyMs,
    async stop() {
      await stopped(child)
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function stopped(child) {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function launch(dataDir, settings = {}) {
  const started = performance.now()
  const child = spawn(process.execPath, [...HEAP, MAIN, ...(settings.SCHOOLS ? [] : ['--demo'])], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // Reading takes the processor from what is measured.
      READ_PAPERS: 'off',
      // As in the service file and the container.
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const ready = /ready at (\S+)/.exec(output)
    if (ready) return { child, url: ready[1], readyMs: performance.now() - started }
  }
  throw new Error(`The server did not start:\n${output}`)
}

/** Signs in at a school. @returns the authorization header */
export async function signIn({ url }) {
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const { token } = await login.json()
  return { authorization: `Bearer ${token}` }
}

/**
 * Starts a reference server (`reference-server.mjs`) in a separate process.
 * @param order its job
 */
export async function startReference(order) {
  const child = fork(REFERENCE)
  child.send(order)
  const [{ port }] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: () => stopped(child),
  }
}

/** The job of sending the response of `url` from memory: status, headers, bytes. */
export async function sameAnswer(url, requestHeaders = {}) {
  const request = http.get(url, { headers: requestHeaders })
  const [response] = await once(request, 'response')
  const chunks = []
  for await (const chunk of response) chunks.push(chunk)
  const { date, connection, 'keep-alive': keepAlive, ...headers } = response.headers
  const body = Buffer.concat(chunks).toString('base64')
  return { kind: 'answer', status: response.statusCode, headers, body }
}
