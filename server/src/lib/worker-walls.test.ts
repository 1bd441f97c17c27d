import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDataFolder } from '../data-folder.ts'
import { childProcesses } from '../test/child-processes.ts'
import { createWorkerPool } from './worker-pool.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))
const HOSTILE = '../src/test/hostile-decoder'
const REFUSALS = /^ERR_(ACCESS_DENIED|DLOPEN_DISABLED|INVALID_MODULE)$/

interface Attempts {
  outcomes: Record<string, string>
  env: Record<string, string>
}

test.each([true, false])(
  'a decoder that was taken over reaches its own folder only, with native code: %s',
  async (addons) => {
    const root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-walls-')))
    const [folder, other] = [
      await openDataFolder(path.join(root, 'schools', 'own')),
      await openDataFolder(path.join(root, 'schools', 'other')),
    ]
    const secret = path.join(folder.root, 'signing-secret')
    const photo = path.join(other.uploads, 'photo.jpg')
    const own = folder.staging
    for (const file of [secret, folder.databaseFile, photo]) await fs.writeFile(file, '')
    await fs.writeFile(path.join(own, 'given'), 'ছবি')
    const connections: string[] = []
    const servers = [net.createServer(), net.createServer()]
    for (const server of servers) server.on('connection', () => connections.push('connection'))
    const [server, local] = servers
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => local?.listen(path.join(own, 'socket'), resolve))
    const address = server?.address()
    const port = typeof address === 'object' && address?.port
    process.env.SECRET_OF_SERVER = 'গোপন'

    const pool = createWorkerPool<object, Attempts, 'crashed'>({
      module: HOSTILE,
      processes: 1,
      timeoutMs: 30_000,
      school: folder.root,
      may: { addons, read: [path.join(SERVER, 'src/test/hostile-decoder.js'), own], write: [own] },
      crashError: 'crashed',
    })
    const job = {
      secret,
      database: folder.databaseFile,
      other: photo,
      root: folder.root,
      own,
      port,
    }
    const result = await pool.run(job)
    if (!('made' in result)) throw new Error(JSON.stringify(result))
    const { outcomes, env } = result.made
    expect(Object.keys(outcomes).length).toBeGreaterThan(30)
    const succeeded = Object.entries(outcomes).filter(([, code]) => !REFUSALS.test(code))
    expect(succeeded).toEqual([])
    expect(connections).toEqual([])
    expect(
      Object.keys(env).filter((name) => !/^(PATH|MALLOC_ARENA_MAX|NODE_CHANNEL.*)$/.test(name)),
    ).toEqual([])
    expect(await fs.readFile(path.join(own, 'made'), 'utf8')).toBe('ছবি')
    expect(await inherited('hostile-decoder')).toEqual([])

    pool.close()
    delete process.env.SECRET_OF_SERVER
    for (const one of servers) one.close()
    await fs.rm(root, { recursive: true })
  },
)

test('a decoder that was taken over does not end the server through their channel', async () => {
  const pool = createWorkerPool<object, string, 'crashed'>({
    module: HOSTILE,
    processes: 1,
    timeoutMs: 30_000,
    school: 'any',
    may: { read: [path.join(SERVER, 'src/test/hostile-decoder.js')] },
    crashError: 'crashed',
  })
  // What the server throws then would fail this test.
  expect(await pool.run({ confusion: 'acknowledge' })).toEqual({ made: 'sent' })
  expect(await pool.run({ confusion: 'sendHandle' })).toEqual({ made: 'sent' })
  expect(await pool.run({ confusion: 'garble' })).toMatchObject({ fault: 'crashed' })
  pool.close()
})

/** Returns the files and sockets of a process besides its channel; on Linux. */
async function inherited(name: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const [pid] = childProcesses(name)
  const folder = `/proc/${pid}/fd`
  const targets = await Promise.all(
    (await fs.readdir(folder)).map((fd) => fs.readlink(path.join(folder, fd))),
  )
  const [, ...sockets] = targets.filter((target) => target.startsWith('socket:'))
  const files = targets.filter((target) => target.startsWith('/') && target !== '/dev/null')
  return [...sockets, ...files]
}

/** What the processes of the server may do besides opening the files that their pools name. */
const POOLS: Record<string, string> = {
  'archive-worker': '',
  // Whether it makes or reads a backup; only what is read comes from others.
  'backup-worker': "'open all files' addons",
  'card-worker': 'addons',
  'detect-worker': '',
  'html-worker': '',
  'move-in-worker': '',
  'office-worker': '',
  'page-worker': 'addons',
  'picture-worker': 'addons',
  // It sends messages, and reads no files.
  'push-worker': 'network',
  // The Tesseract that the operator names is a program of its own.
  'read-worker': 'addons programs',
}

test('no process may do more than what is listed here, and nothing else starts any', async () => {
  const found: Record<string, string> = {}
  const starting: string[] = []
  for (const name of await fs.readdir(path.join(SERVER, 'src'), { recursive: true })) {
    if (!name.endsWith('.ts') || /\.test\.ts$|^test\//.test(name)) continue
    const source = await fs.readFile(path.join(SERVER, 'src', name), 'utf8')
    if (source.includes("from 'node:child_process'")) starting.push(name)
    if (!source.includes('createWorkerPool')) continue
    const parts = source.split(/(?=module: ')/).slice(1)
    for (const part of parts) {
      const [, module = ''] = /module: '([a-z-]+)'/.exec(part) ?? []
      const text = parts.length === 1 ? source : part
      const opened = text.match(/(?:addons|network|programs)(?=: true)|'open all files'/g) ?? []
      found[module] = [...new Set(opened)].sort().join(' ')
    }
  }
  expect(found).toEqual(POOLS)
  const built = await fs.readdir(path.join(SERVER, 'dist'))
  const workers = built.filter((name) => name.endsWith('-worker.js'))
  expect(workers.map((name) => path.basename(name, '.js')).sort()).toEqual(Object.keys(POOLS))
  expect(starting.sort()).toEqual([
    'cli/doctor/windows-acl.ts',
    'cli/give-to-owner.ts',
    'cli/upgrade/run-program.ts',
    'features/papers/paper-reader.ts',
    'lib/ocr/tesseract-program.ts',
    'lib/office/convert-office.ts',
    'lib/worker-pool.ts',
  ])
})
