import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

/** An S3-compatible bucket at this machine. */
export interface TestBucket {
  /** STORAGE_URL. */
  url: string
  /** Number of requests by method. */
  requests: Record<string, number>
  /** Handles requests instead of the bucket; returns false for those it leaves to it. */
  intercept: (req: http.IncomingMessage, res: http.ServerResponse) => boolean
  /** URL of another bucket of the service. */
  copiesUrl: string
  /** Returns the keys of all objects but those that name installations. @param of name of a bucket */
  keys(of?: string): Promise<string[]>
  /** Removes an object behind the server's back. */
  remove(key: string): Promise<void>
  /** Removes all objects. */
  clear(): Promise<void>
  /** Ends all connections and accepts no more. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** s3rver accepts this pair only. */
const KEY = 'S3RVER'
const NAME = 'files'
const COPIES = 'copies'

/** Starts a bucket in a temporary folder. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-bucket-'))
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [NAME, COPIES].map((name) => ({ name, configs: [] })),
  })
  await s3.configureBuckets()
  const respond = s3.callback()
  let server: http.Server
  const listen = async (port: number): Promise<number> => {
    server = http.createServer((req, res) => {
      const { method = '' } = req
      bucket.requests[method] = (bucket.requests[method] ?? 0) + 1
      if (!bucket.intercept(req, res)) respond(req, res)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const bucket: TestBucket = {
    url: '',
    copiesUrl: '',
    requests: {},
    intercept: () => false,
    async keys(of = NAME) {
      const names = await fs.readdir(path.join(directory, of), { recursive: true })
      const objects = names.filter((name) => name.endsWith('._S3rver_object'))
      const keys = objects.map((name) => name.slice(0, -'._S3rver_object'.length))
      return keys.filter((key) => !key.includes('/used-by/')).sort()
    },
    async remove(key) {
      const file = path.join(directory, NAME, key)
      const folder = path.dirname(file)
      for (const name of await fs.readdir(folder)) {
        if (name.startsWith(`${path.basename(file)}.`)) await fs.rm(path.join(folder, name))
      }
    },
    async clear() {
      for (const name of await fs.readdir(path.join(directory, NAME))) {
        await fs.rm(path.join(directory, NAME, name), { recursive: true })
      }
    },
    goAway: close,
    async comeBack() {
      await listen(port)
    },
    async stop() {
      if (server.listening) await close()
      await fs.rm(directory, { recursive: true, force: true })
    },
  }
  const port = await listen(0)
  bucket.url = `http://${KEY}:${KEY}@127.0.0.1:${port}/${NAME}`
  bucket.copiesUrl = new URL(COPIES, bucket.url).href
  return bucket
}
