import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  server = await startSchoolsServer(postgres.url, { env: { STORAGE_URL: bucket.url } })
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

test('lists schools while the bucket is away', async () => {
  await server.addSignedIn('west')
  await bucket.goAway()
  expect(await admin('schools', 'list')).toMatch(/^west +west\.example/m)
  await expect(admin('schools', 'list', '--measure')).rejects.toThrow(/bucket cannot be reached/)
  await bucket.comeBack()
}, 60_000)
