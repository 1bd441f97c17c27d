import http from 'node:http'
import type net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startBucket } from '../../src/test/bucket.ts'
import type { BuiltServer } from '../../src/test/built-server.ts'
import { type PostgresServer, startPostgres } from '../../src/test/postgres-server.ts'
import { assertThat, type ScenarioContext } from './scenario.ts'

/** A client that gets no answer repeats its request for this long. */
export const GIVE_UP_MS = 60_000
/** Longest time in which another process does the work of one that was killed. */
const TAKE_OVER_MS = 20_000

/** Settings of processes on the same database and bucket. */
export type Shared = Record<string, string>

/** Runs `work` with a database and a bucket, which are removed after it. */
export async function withShared<T>(
  work: (env: Shared, postgres: PostgresServer) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres()
  const bucket = await startBucket()
  try {
    return await work({ DATABASE_URL: postgres.url, STORAGE_URL: bucket.url }, postgres)
  } finally {
    await bucket.stop()
    await postgres.stop()
  }
}

/** Starts a process with a data folder of its own. */
export function startProcess(
  { start, root }: ScenarioContext,
  name: string,
  env: Shared,
): BuiltServer {
  return start({ dataDir: path.join(root, name), env: { READ_PAPERS: 'off', ...env } })
}

/** Receives webhook messages. */
export async function startReceiver() {
  const told: string[] = []
  const receiver = http.createServer((req, res) => {
    told.push(String(req.headers['bidyaloy-delivery']))
    req.resume()
    res.end()
  })
  receiver.unref()
  const port = await listenAnywhere(receiver)
  return {
    told,
    env: {
      WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      WEBHOOK_SECRET: 'a secret of this scenario',
    },
    /** Waits until that many entries are told. */
    async allTold(count: number): Promise<void> {
      const since = performance.now()
      while (new Set(told).size < count) {
        const isLate = performance.now() - since > TAKE_OVER_MS + GIVE_UP_MS
        assertThat(!isLate, `all ${count} entries are told; instead ${told.length}`)
        await wait(100)
      }
    },
  }
}

async function listenAnywhere(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
