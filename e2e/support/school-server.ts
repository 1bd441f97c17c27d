import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

export const ADMIN = { username: 'admin', password: 'a long enough password' }

/** The built server in a separate process, on a temporary folder. */
export interface SchoolServer {
  url: string
  dataDir: string
  /** The API of a signed-in admin. */
  admin: Api
  /** Kills the process without warning, like a power cut. */
  kill(): Promise<void>
  /** Starts it again on the same folder and port. */
  start(): Promise<void>
  /** Stops it and removes the folder. */
  remove(): Promise<void>
}

/**
 * Starts the built server.
 * @param words further command-line arguments, such as `--demo`
 */
export async function startSchoolServer(...words: string[]): Promise<SchoolServer> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-e2e-'))
  let running = await launch(dataDir, '0', words)
  const { url } = running
  const port = new URL(url).port
  return {
    url,
    dataDir,
    admin: await signedInApi(url),
    kill: () => end(running.process, 'SIGKILL'),
    async start() {
      running = await launch(dataDir, port, words)
    },
    async remove() {
      await end(running.process, 'SIGTERM')
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The API client of the first admin. */
export async function signedInApi(url: string): Promise<Api> {
  const plain = fetchSend(url)
  const token = await signedInToken(url)
  const signed: Send = (request) =>
    plain({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  return createHttpApi(signed)
}

/** A new token of the first admin. */
export async function signedInToken(url: string): Promise<string> {
  return (await createHttpApi(fetchSend(url)).login({ body: ADMIN })).token
}

async function launch(
  dataDir: string,
  port: string,
  words: string[],
): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /ready at (\S+)/.exec(output)
      if (ready?.[1]) resolve(ready[1])
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}\n${output}`)))
  })
  return { process: child, url }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exited
}
