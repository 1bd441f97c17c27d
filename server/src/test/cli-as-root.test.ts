import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type BuiltServer,
  endBuiltServer,
  startBuiltServer,
  unprivilegedUser,
} from './built-server.ts'

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

let dataDir: string
/** Leads to it, as with a dynamic user of systemd. */
let link: string
const started: BuiltServer[] = []
beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-root-'))
  link = `${dataDir}-link`
  await fs.symlink(dataDir, link)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(endBuiltServer))
  await fs.rm(link)
  await fs.rm(dataDir, { recursive: true, force: true })
})

/** Runs `npm run admin -- …` as root. */
function admin(...words: string[]): void {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: link }
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...words], { env, cwd: dataDir })
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
}

const uid = process.getuid?.() === 0 ? unprivilegedUser()?.uid : undefined
if (uid === undefined)
  process.stderr.write('Skipped: the CLI as root, because this user is not root.\n')

it.skipIf(uid === undefined)(
  'commands run as root leave the data folder usable for the server’s user',
  async () => {
    const user = uid ?? 0
    await fs.chown(dataDir, user, user)
    const start = () => {
      const program = startBuiltServer({ dataDir, spawnOptions: { uid: user, cwd: dataDir } })
      started.push(program)
      return program
    }
    const first = start()
    await first.ready()
    admin('backup')
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    admin('restore', 'newest')

    await start().ready()
    const inside = await fs.readdir(dataDir, { recursive: true })
    const owners = inside.map(async (name) => (await fs.lstat(path.join(dataDir, name))).uid)
    expect(new Set(await Promise.all(owners))).toEqual(new Set([user]))
  },
)

it.skipIf(uid === undefined)('a user who forgot sudo is told so', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const line = (cwd: string) =>
    spawnSync(process.execPath, [CLI, 'reset-password'], { env, cwd, uid, encoding: 'utf8' }).stderr
  expect(line('/')).toMatch(/^DATA_DIR: \S+ cannot be read by this user\. .*sudo.*\n$/)
  await fs.chmod(dataDir, 0o755)
  expect(line('/')).toMatch(/^DATA_DIR: there is no database in/)
  const settings = path.join(dataDir, '.env')
  await fs.writeFile(settings, '', { mode: 0o600 })
  expect(line(dataDir)).toMatch(/^\S+\.env cannot be read by this user.*sudo.*\n$/)
})
