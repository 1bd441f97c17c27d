import { once } from 'node:events'
import fs from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolderAt, folderOfSchool } from '../data-folder.ts'
import { startBucket, type TestBucket } from '../test/bucket.ts'
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts'
import { fileOf, twoColors } from '../test/sample-files.ts'
import { type SchoolsServer, startSchoolsServer } from '../test/schools-server.ts'
import { runCli } from './create-cli.ts'

let postgres: PostgresServer
let bucket: TestBucket
let server: SchoolsServer
beforeAll(async () => {
  postgres = await startPostgres()
  bucket = await startBucket()
  const env = { STORAGE_URL: bucket.url }
  server = await startSchoolsServer(postgres.url, { env, idleMs: 0 })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await bucket.stop()
  await postgres.stop()
})

/** Runs `npm run admin -- …` beside the server. @returns its output */
async function admin(...words: string[]): Promise<string> {
  let printed = ''
  await runCli(
    {
      env: {
        DATA_DIR: server.dataDir,
        DATABASE_URL: postgres.url,
        STORAGE_URL: bucket.url,
        SCHOOLS: '1',
      },
      stdin: Readable.from([]),
      stdout: { write: (text) => (printed += text) },
    },
    words,
  )
  return printed
}
const keysOf = async (school: string) =>
  (await bucket.keys()).filter((key) => key.startsWith(`${school}/`))

/** Adds a school with a photo and a backup. */
async function addWithPhoto(name: string): Promise<void> {
  const { admin: api } = await server.addSignedIn(name)
  const file = fileOf(await twoColors(64, 48).jpeg().toBuffer(), 'photo.jpg')
  await api.createEntry({ params: { collection: 'gallery' }, body: { title: 'ছবি' }, file })
  await admin('backup', '--school', name)
}

test('removes the objects of a school with it, and takes its name again', async () => {
  await addWithPhoto('north')
  await addWithPhoto('south')
  const others = await keysOf('south')
  const objects = (await keysOf('north')).length
  expect(objects).toBeGreaterThan(1)
  const printed = await admin('schools', 'remove', 'north', '--yes')
  expect(Number(/(\d+) objects were removed/.exec(printed)?.[1])).toBeGreaterThanOrEqual(objects)
  expect(await keysOf('north')).toEqual([])
  expect(await keysOf('south')).toEqual(others)
  await admin('schools', 'add', 'north', '--host', 'north.example')

  await admin('schools', 'remove', 'south', '--yes', '--keep-files')
  expect(await keysOf('south')).toEqual(expect.arrayContaining(others))
  await expect(admin('schools', 'add', 'south', '--host', 'south.example')).rejects.toThrow(
    /schools remove south --yes/,
  )
  await admin('schools', 'remove', 'south', '--yes')
  expect(await keysOf('south')).toEqual([])
  await admin('schools', 'add', 'south', '--host', 'south.example')
  for (const name of ['north', 'south']) await admin('schools', 'remove', name, '--yes')
}, 60_000)

test('goes on with a removal that the bucket has interrupted, and lists schools meanwhile', async () => {
  await addWithPhoto('east')
  bucket.intercept = (req, res) => {
    if (req.method !== 'DELETE') return false
    res.writeHead(503).end()
    return true
  }
  await expect(admin('schools', 'remove', 'east', '--yes')).rejects.toThrow(
    /the bucket answered 503/,
  )
  bucket.intercept = () => false
  const left = (await keysOf('east')).length
  expect(left).toBeGreaterThan(0)
  const [backup] = await fs.readdir(path.join(server.dataDir, 'removed-schools'))
  expect(backup).toBeDefined()
  await expect(admin('schools', 'remove', 'east')).rejects.toThrow(/^Nothing was removed/)
  await admin('schools', 'remove', 'east', '--yes')
  expect(await keysOf('east')).toEqual([])
  await expect(admin('schools', 'remove', 'east', '--yes')).rejects.toThrow(
    /^There is no school east\.$/,
  )
}, 60_000)

test('makes a backup of a school that a visitor opens meanwhile', async () => {
  await addWithPhoto('coast')
  await server.server.internals.schools.closeIdle()
  const folder = dataFolderAt(folderOfSchool(server.dataDir, 'coast'))
  // As where there is no copy of the photo.
  for (const name of await fs.readdir(folder.galleryUploads)) {
    await fs.rm(path.join(folder.galleryUploads, name))
  }
  /** Sends an object as the bucket does, the end of it after the visit. */
  const sendInParts = async ({ url = '', headers }: IncomingMessage, res: ServerResponse) => {
    const { hostname, port } = new URL(bucket.url)
    const [answer] = await once(http.get({ hostname, port, path: url, headers }), 'response')
    const bytes = await buffer(answer)
    res.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 20))
    await expect.poll(() => fs.readdir(folder.staging)).toHaveLength(1)
    const { status } = await server.fetch('coast.example', '/api/about')
    res.end(bytes.subarray(20))
    return status
  }
  let visit: Promise<number> | undefined
  bucket.intercept = (req, res) => {
    if (!req.url?.includes('/coast/gallery-uploads/')) return false
    bucket.intercept = () => false
    visit = sendInParts(req, res)
    return true
  }
  expect(await admin('backup', '--school', 'coast')).toMatch(/^Backup made/)
  expect(await visit).toBe(200)
}, 60_000)

test('lists schools while the bucket is away', async () => {
  await server.addSignedIn('west')
  await bucket.goAway()
  expect(await admin('schools', 'list')).toMatch(/^west +west\.example/m)
  await expect(admin('schools', 'list', '--measure')).rejects.toThrow(/bucket cannot be reached/)
  await bucket.comeBack()
}, 60_000)
