import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EntryRow } from '../db/entities.ts'
import { openDatabase } from '../engines/sqlite/sqlite-database.ts'
import {
  type BuiltServer,
  type BuiltServerOptions,
  endBuiltServer,
  startBuiltServer,
  unprivilegedUser,
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

/** Returns the line that a failed start prints. */
async function startError(options?: Partial<BuiltServerOptions>): Promise<string> {
  const { exit, output } = run(options)
  expect(await exit).toBe(1)
  expect(output().trim().split('\n')).toHaveLength(1)
  expect(output()).toMatch(/^Bidyaloy cannot start\. /)
  return output()
}

/** Creates a database with this many notices. */
async function makeDatabase(notices: number): Promise<void> {
  await fs.mkdir(path.join(dataDir, 'backups'), { recursive: true })
  const database = await openDatabase(file)
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

describe('a damaged database stops the start with one line that names the remedy', () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['overwritten at its start', (bytes) => Buffer.from(bytes).fill('x', 0, 4096)],
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
    const line = await startError()
    expect(line).toContain(file)
    expect(line).toContain('npm run admin -- restore')
    expect((await fs.readFile(file)).equals(damaged)).toBe(true)
  })

  it.each([
    ['emptied', async () => fs.truncate(file)],
    ['deleted', async () => fs.rm(file)],
  ])('%s, while the uploads still exist', async (_, spoil) => {
    await makeDatabase(1)
    await fs.mkdir(path.join(dataDir, 'uploads'))
    const upload = path.join(dataDir, 'uploads', 'aaaaaaaaaaaaaaaaaaaa.pdf')
    await fs.writeFile(upload, 'a notice')
    await spoil()
    expect(await startError()).toMatch(/1 files? that belong.*npm run admin -- restore/)
    expect(await fs.readFile(upload, 'utf8')).toBe('a notice')
  })
})

describe('a start error is a single line', () => {
  it('version of Node that is not supported', async () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`
    const module = `data:text/javascript;base64,${Buffer.from(pretend).toString('base64')}`
    const line = await startError({ env: { NODE_OPTIONS: `--import=${module}` } })
    expect(line).toContain('It needs Node 24.11 or newer')
    await expect(fs.access(dataDir)).rejects.toThrow()
  })

  it('port in use', async () => {
    const port = new URL(await run().ready()).port
    const other = { dataDir: path.join(root, 'other') }
    const env = { ADMIN_PASSWORD: '', READ_PAPERS: 'on' }
    const line = await startError({ ...other, env: { ...env, PORT: port } })
    expect(line).toContain(`PORT: another program uses port ${port} of 127.0.0.1`)
    const tesseract = { ...env, TESSERACT: path.join(root, 'missing') }
    expect(await startError({ ...other, env: tesseract })).toContain('TESSERACT: ')

    // The password of the first admin is shown only once, so no failed start may use it up.
    const next = run({ ...other, env })
    await next.ready()
    await expect.poll(next.output).toMatch(/First sign-in at .*password: /)
  })

  it('address of another machine', async () => {
    expect(await startError({ env: { HOST: '192.0.2.1' } })).toContain('HOST: 192.0.2.1')
  })

  it('data folder is a file', async () => {
    await fs.writeFile(dataDir, 'notes')
    expect(await startError()).toMatch(/DATA_DIR: .*data is not a folder/)
    expect(await fs.readFile(dataDir, 'utf8')).toBe('notes')
  })

  const user = unprivilegedUser()
  const asUser = { cwd: '/', ...user }

  it('.env is in UTF-16, as older PowerShells write it', async () => {
    await fs.writeFile(path.join(root, '.env'), '\uFEFFHOST=0.0.0.0\r\n', 'utf16le')
    expect(await startError()).toMatch(/ \S+\.env is no UTF-8 text\. Save it as UTF-8\./)
    await expect(fs.access(dataDir)).rejects.toThrow()
  })

  it.runIf(user)('.env belongs to somebody else', async () => {
    const settings = path.join(root, '.env')
    await fs.writeFile(settings, 'PORT=0\n')
    await fs.chmod(root, 0o755)
    await fs.chmod(settings, user && 'uid' in user ? 0o600 : 0)
    const line = await startError({ spawnOptions: { ...asUser, cwd: root } })
    expect(line).toContain(`${settings} cannot be read by this user (EACCES)`)
  })

  it.runIf(user)('data folder is read-only', async () => {
    await makeDatabase(1)
    await fs.chmod(root, 0o755)
    await fs.chmod(dataDir, 0o555)
    try {
      const line = await startError({ spawnOptions: asUser })
      expect(line).toContain(dataDir)
      expect(line).toMatch(/cannot be written/)
    } finally {
      await fs.chmod(dataDir, 0o755)
    }
  })

  it.runIf(user)('folder of the log is read-only, so that no new file could begin', async () => {
    const logs = path.join(root, 'logs')
    await fs.mkdir(logs)
    await fs.mkdir(dataDir)
    const log = path.join(logs, 'server.log')
    await fs.writeFile(log, '')
    for (const place of [root, logs]) await fs.chmod(place, 0o755)
    for (const place of [log, dataDir]) await fs.chown(place, user?.uid ?? -1, -1)
    if (user?.uid === undefined) await fs.chmod(logs, 0o555)
    const line = await startError({ spawnOptions: asUser, env: { LOG_FILE: log } })
    expect(line).toContain(`LOG_FILE: ${log} cannot be written (EACCES)`)
  })

  it.runIf(user)('data folder cannot be created', async () => {
    await fs.chmod(root, 0o555)
    try {
      expect(await startError({ spawnOptions: asUser })).toMatch(/DATA_DIR: .*cannot be written/)
    } finally {
      await fs.chmod(root, 0o755)
    }
  })
})

describe('.env', () => {
  it('may begin with a byte order mark', async () => {
    await fs.writeFile(path.join(root, '.env'), '\uFEFFHOST=192.0.2.1\nPORT=1\n')
    expect(await startError()).toContain('HOST: 192.0.2.1')
  })

  it('gives no setting a second value, and names unknown ones with their like', async () => {
    const text = 'DATADIR=/nowhere\nNODE_OPTIONS=--no-warnings\nFAVOURITE=1\nLOG_LEVEL=loud\n'
    await fs.writeFile(path.join(root, '.env'), text)
    const server = run()
    await server.ready()
    const warnings = server
      .output()
      .split('\n')
      .filter((line) => line.includes('.env'))
    expect(warnings).toEqual([
      expect.stringMatching(/^\S+\.env: DATADIR is no setting\. Did you mean DATA_DIR\?$/),
      expect.stringMatching(/^\S+\.env: FAVOURITE is no setting\.$/),
    ])
  })
})
