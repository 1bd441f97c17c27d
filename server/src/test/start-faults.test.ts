import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { EntryRow } from '../db/entities.ts'
import {
  type BuiltServer,
  type BuiltServerOptions,
  endBuiltServer,
  harmlessUser,
  startBuiltServer,
} from './built-server.ts'

let root: string
let dataDir: string
let file: string
const started: BuiltServer[] = []
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-fault-'))
  dataDir = path.join(root, 'data')
  file = path.join(dataDir, 'bidyaloy.sqlite')
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(endBuiltServer))
  await fs.rm(root, { recursive: true, force: true })
})

function run(options: Partial<BuiltServerOptions> = {}): BuiltServer {
  const program = startBuiltServer({ dataDir, spawnOptions: { cwd: root }, ...options })
  started.push(program)
  return program
}

/** The one line that it prints instead of starting. */
async function refusal(options?: Partial<BuiltServerOptions>): Promise<string> {
  const { exit, output } = run(options)
  expect(await exit).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toMatch(/^Bidyaloy cannot start\. /)
  return output()
}

/** A database with so many notices, closed. */
async function makeDatabase(notices: number): Promise<void> {
  await fs.mkdir(path.join(dataDir, 'backups'), { recursive: true })
  const database = await openDatabase(file, path.join(dataDir, 'backups'))
  const text = 'ষাণ্মাসিক পরীক্ষার সময়সূচি '
  const at = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: notices }, (_, index) => ({
    id: `notice${index}`,
    collection: 'notices' as const,
    title: text + index,
    searchText: text + index,
    date: at,
    year: 2026,
    createdAt: at,
    updatedAt: at,
    version: 0,
  }))
  await database.write(async (tx) => {
    for (let first = 0; first < rows.length; first += 200) {
      await tx.insert(EntryRow, rows.slice(first, first + 200))
    }
  })
  await database.close()
}

describe('a damaged database stops the start with one line that names what helps', () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['overwritten at its head', (bytes) => Buffer.from(bytes).fill('x', 0, 4096)],
    ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    [
      'overwritten for 40 KB in the middle',
      (bytes) => Buffer.from(bytes).fill(0xa5, bytes.length / 2, bytes.length / 2 + 40_960),
    ],
  ]
  it.each(damages)('%s', async (_, damage) => {
    await makeDatabase(2000)
    const damaged = damage(await fs.readFile(file))
    await fs.writeFile(file, damaged)
    const line = await refusal()
    expect(line).toContain(file)
    expect(line).toContain('npm run admin -- restore')
    expect((await fs.readFile(file)).equals(damaged)).toBe(true)
  })

  it.each([
    ['emptied', async () => fs.truncate(file)],
    ['gone', async () => fs.rm(file)],
  ])('%s, while the files of its records are there', async (_, spoil) => {
    await makeDatabase(1)
    await fs.mkdir(path.join(dataDir, 'uploads'))
    const upload = path.join(dataDir, 'uploads', 'aaaaaaaaaaaaaaaaaaaa.pdf')
    await fs.writeFile(upload, 'a notice')
    await spoil()
    expect(await refusal()).toMatch(/1 files? that belong.*npm run admin -- restore/)
    expect(await fs.readFile(upload, 'utf8')).toBe('a notice')
  })
})

describe('a place that cannot be used stops the start with one line', () => {
  it('where the port is taken, and says which', async () => {
    const port = new URL(await run().ready()).port
    const line = await refusal({ dataDir: path.join(root, 'other'), env: { PORT: port } })
    expect(line).toContain(`PORT: another program uses port ${port} of 127.0.0.1`)
  })

  it('where the address is none of this machine', async () => {
    expect(await refusal({ env: { HOST: '192.0.2.1' } })).toContain('HOST: 192.0.2.1')
  })

  it('where the data folder is a file', async () => {
    await fs.writeFile(dataDir, 'somebody’s notes')
    expect(await refusal()).toMatch(/DATA_DIR: .*data is not a folder/)
    expect(await fs.readFile(dataDir, 'utf8')).toBe('somebody’s notes')
  })

  const user = harmlessUser()
  const asUser = { cwd: '/', ...user }

  it.runIf(user)('where the data folder may not be written', async () => {
    await makeDatabase(1)
    await fs.chmod(root, 0o755)
    await fs.chmod(dataDir, 0o555)
    try {
      const line = await refusal({ spawnOptions: asUser })
      expect(line).toContain(dataDir)
      expect(line).toMatch(/cannot be written/)
    } finally {
      await fs.chmod(dataDir, 0o755)
    }
  })

  it.runIf(user)('where it is to be made and may not be', async () => {
    await fs.chmod(root, 0o555)
    try {
      expect(await refusal({ spawnOptions: asUser })).toMatch(/DATA_DIR: .*cannot be written/)
    } finally {
      await fs.chmod(root, 0o755)
    }
  })
})
