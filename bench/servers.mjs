import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
/** As `npm start` runs it: a small server has better uses for memory than a roomy young space. */
const YOUNG_SPACE = '--max-semi-space-size=4'

/** Of the admin whom every measured server starts with. */
export const PASSWORD = 'a long enough password'
const REFERENCE = fileURLToPath(new URL('./reference-server.mjs', import.meta.url))

/**
 * Starts the built server with the sample school on a temporary folder.
 * @param prepare is given the data folder before the second start
 * @returns address, process id, milliseconds from spawn to ready of a second start (the first one
 *   makes the sample content), and `stop`
 */
export async function startSchool(prepare = async (_dataDir) => {}) {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-bench-'))
  const first = await launch(dataDir)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  await prepare(dataDir)
  const { child, url, readyMs } = await launch(dataDir)
  return {
    url,
    pid: child.pid,
    readyMs,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(dataDir) {
  const started = performance.now()
  const child = spawn(process.execPath, [YOUNG_SPACE, MAIN, '--demo'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
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

/** Starts the yardstick with the very bytes and headers that `url` answers. */
export async function startReference(url, headers) {
  const { headers: answered, body } = await rawGet(url, headers)
  const child = fork(REFERENCE)
  child.send({ headers: answered, body: body.toString('base64') })
  const [{ port }] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function rawGet(url, headers) {
  const http = await import('node:http')
  const request = http.get(url, { headers })
  const [response] = await once(request, 'response')
  const chunks = []
  for await (const chunk of response) chunks.push(chunk)
  const { date, connection, 'keep-alive': keepAlive, ...kept } = response.headers
  return { headers: kept, body: Buffer.concat(chunks) }
}
