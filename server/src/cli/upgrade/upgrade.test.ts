import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openDataFolder } from '../../data-folder.ts'
import { migrations } from '../../engines/sqlite/migrate.ts'
import { SqlMigration } from '../../engines/sqlite/migrations/sql-migration.ts'
import { findRecords } from '../../find-records.ts'
import { sha256OfFile } from '../../lib/sha256.ts'
import { freePort } from '../../test/free-port.ts'
import { createInstallation, type TestInstallation } from '../../test/releases.ts'
import { silentLog } from '../../test/schools-server.ts'
import { ADMIN } from '../../test/test-server.ts'
import { compareVersions } from './installation.ts'
import { findServices } from './services.ts'
import { rollback, type UpgradeOptions, upgrade } from './upgrade.ts'

let installed: TestInstallation
let said: string[]
beforeEach(async () => {
  installed = await createInstallation()
  said = []
})
afterEach(() => installed.stop())

/** Lets the link name a version, and starts it. */
async function begin(options: Parameters<TestInstallation['layOut']>[0]): Promise<void> {
  const folder = await installed.layOut(options)
  await fs.symlink(path.basename(folder), path.join(installed.opt, 'bidyaloy'))
  await (await optionsOf()).services.restartAs(options.version, 20_000)
  installed.asked.length = 0
}

async function optionsOf(limitMs = 5000): Promise<UpgradeOptions> {
  const { systemctl, opt, unitFolder } = installed
  const say = (line: string) => void said.push(line)
  // Its own commands get the environment of the test.
  Object.assign(process.env, installed.environment())
  const config = readConfig(installed.environment())
  const services = await findServices({ systemctl, config, say })
  return { program: path.join(opt, 'bidyaloy'), config, services, limitMs, unitFolder, say }
}

/** Runs a command of the installed version. */
async function bidyaloy(...words: string[]) {
  const child = spawn(path.join(installed.opt, 'bidyaloy', 'bin', 'bidyaloy'), words, {
    env: { ...installed.environment(), INIT_CWD: installed.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { kill, ended }
}

/** A version that changes the records and then never becomes ready. */
const brokenServer = () => `import http from 'node:http'
await fetch('${installed.helperUrl}')
http.createServer((_, res) => res.writeHead(503).end('{}')).listen(process.env.PORT)
`

/** Changes the records as a newer version does. */
async function migrate(): Promise<void> {
  class Later2000000000000 extends SqlMigration {
    name = 'Later2000000000000'
    statements = ['ALTER TABLE entry ADD COLUMN later TEXT']
  }
  const config = readConfig({ DATA_DIR: installed.dataDir })
  const steps = [...migrations, Later2000000000000]
  const folder = await openDataFolder(config.dataDir)
  const records = await findRecords({ config, log: silentLog, steps }, folder)
  // Already changed, it is only opened.
  await (await records.open()).close()
}

test('a new version that is never ready goes back with its records, also after a kill', async () => {
  await begin({ version: '1.0.0', isReal: true })
  const url = `http://127.0.0.1:${installed.port}`
  const api = (token?: string) => {
    const send = fetchSend(url)
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    return createHttpApi((request) =>
      send({ ...request, headers: { ...request.headers, ...headers } }),
    )
  }
  const { token } = await api().login({ body: ADMIN })
  const notice = { params: { collection: 'notices' } } as const
  await api(token).createEntry({ ...notice, body: { title: 'ভর্তি', body: 'আগামীকাল' } })
  installed.helper = migrate
  const archive = await installed.pack({ version: '1.0.1', isReal: true, main: brokenServer() })

  const words = ['upgrade', path.basename(archive), '--systemctl', installed.systemctl]
  const first = await bidyaloy(...words, '--wait', '0.5')
  installed.before = (asked) => asked === 'stop bidyaloy' && first.kill()
  await first.ended
  expect(await installed.linked()).toBe('bidyaloy-1.0.1')

  installed.before = () => undefined
  const [[status], output, errors] = await (await bidyaloy(...words, '--wait', '0.5')).ended
  expect({ status, errors }).toEqual({
    status: 1,
    errors: expect.stringMatching(
      /^1\.0\.1 does not start: bidyaloy answers as not ready at .* Its log: journalctl -u 'bidyaloy' -n 50\. 1\.0\.0 runs again\.\n$/,
    ),
  })
  expect(output).toContain('1.0.1 is installed already.')
  expect(output).toMatch(/Restored from .*-before-upgrade\.zip/)
  expect(await installed.linked()).toBe('bidyaloy-1.0.0')
  expect(await installed.linked('bidyaloy-upgrading')).toBeNull()
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ok', version: '1.0.0' })
  const entries = await api().listEntries(notice)
  expect(entries.map(({ title }) => title)).toEqual(['ভর্তি'])
  const backups = await fs.readdir(path.join(installed.dataDir, 'backups'))
  for (const kind of ['manual', 'before-upgrade', 'before-restore'])
    expect(backups.filter((name) => name.endsWith(`-${kind}.zip`)).length).toBeGreaterThan(0)
})

/** The ports of two processes, in the order in which they restart. */
async function twoPorts(): Promise<number[]> {
  return [installed.port, await freePort()].sort((one, other) => one - other)
}

test('several processes restart one after the other, there and back', async () => {
  const ports = await twoPorts()
  const states: string[] = []
  installed.units = ports.map((port) => `bidyaloy@${port}`)
  await begin({ version: '1.0.0' })
  const unit = path.join(installed.unitFolder, 'bidyaloy@.service')
  await fs.writeFile(unit, '# 1.0.0')
  // Another name of the file shows whether it is replaced as a whole.
  await fs.link(unit, `${unit}.kept`)
  await fs.writeFile(path.join(installed.opt, 'bidyaloy-1.0.0', '.env'), 'LOG_LEVEL=silent\n')
  for (const version of ['0.8.0', '0.9.0']) await installed.layOut({ version })
  await fs.mkdir(path.join(installed.opt, 'bidyaloy-0.8.0', 'data'))
  const versionAt = async (port?: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    return response && JSON.stringify(await response.json())
  }
  installed.before = async (asked) => {
    states.push(`${asked}: ${(await Promise.all(ports.map(versionAt))).filter(Boolean).length}`)
  }
  const archive = await installed.pack({ version: '1.1.0' })
  const sums = path.join(installed.folder, 'SHA256SUMS')
  await fs.writeFile(sums, `${await sha256OfFile(archive)}  ${path.basename(archive)}\n`)
  await upgrade(archive, await optionsOf())
  const [one, two] = installed.units
  // Each of them finds the other one running.
  expect(states).toEqual(['daemon-reload: 2', `restart ${one}: 2`, `restart ${two}: 2`])
  expect(await Promise.all(ports.map(versionAt))).toEqual([
    expect.stringContaining('1.1.0'),
    expect.stringContaining('1.1.0'),
  ])
  expect(await installed.linked()).toBe('bidyaloy-1.1.0')
  expect(await installed.linked('bidyaloy-former')).toBe('bidyaloy-1.0.0')
  expect(await fs.readFile(unit, 'utf8')).toBe('# 1.1.0')
  expect(await fs.readFile(`${unit}.kept`, 'utf8')).toBe('# 1.0.0')
  expect(await fs.readFile(path.join(installed.opt, 'bidyaloy-1.1.0/.env'), 'utf8')).toContain(
    'LOG',
  )
  expect(await fs.readFile(path.join(installed.dataDir, 'commands'), 'utf8')).toMatch(/backup\n/)
  expect((await fs.readdir(installed.opt)).sort()).toEqual(
    ['bidyaloy', 'bidyaloy-0.8.0', 'bidyaloy-1.0.0', 'bidyaloy-1.1.0', 'bidyaloy-former'].sort(),
  )
  expect(said.join('\n')).toMatch(/has the sum of SHA256SUMS[\s\S]*0\.8\.0 has files of yours/)

  states.length = 0
  await rollback(await optionsOf())
  expect(states.filter((line) => line.startsWith('restart'))).toHaveLength(2)
  expect(await installed.linked()).toBe('bidyaloy-1.0.0')
  expect(await fs.readFile(unit, 'utf8')).toBe('# 1.0.0')
  await expect(rollback(await optionsOf())).rejects.toThrow('There is no former version')

  // One that ends at once goes back without waiting; the other process never stops.
  const broken = await installed.pack({ version: '1.2.0', main: 'process.exit(1)' })
  states.length = 0
  await expect(upgrade(broken, await optionsOf(60_000))).rejects.toThrow(
    /^1\.2\.0 does not start: bidyaloy@\d+ ends after each start.* 1\.0\.0 runs again\.$/,
  )
  expect(states.filter((line) => line.includes(`${two}:`))).toEqual([])
  expect(await Promise.all(ports.map(versionAt))).toEqual([
    expect.stringContaining('1.0.0'),
    expect.stringContaining('1.0.0'),
  ])
})

test('a version that was ready once is not left for a fault that came later', async () => {
  await begin({ version: '1.0.0' })
  const archive = await installed.pack({ version: '1.1.0' })
  await upgrade(archive, await optionsOf())
  const main = path.join(installed.opt, 'bidyaloy-1.1.0', 'server', 'dist', 'main.js')
  const sound = await fs.readFile(main, 'utf8')
  await fs.writeFile(main, 'process.exit(1)')
  const { services } = await optionsOf()
  await services.stopAll()
  await expect(upgrade(archive, await optionsOf())).rejects.toThrow(
    /^1\.1\.0 does not start: .*\. Back to bidyaloy-1\.0\.0: bin\/bidyaloy rollback$/,
  )
  expect(await installed.linked()).toBe('bidyaloy-1.1.0')
  expect(await installed.linked('bidyaloy-former')).toBe('bidyaloy-1.0.0')

  // Neither for one of the next version, from which it goes back to this one.
  await fs.writeFile(main, sound)
  const broken = await installed.pack({ version: '1.2.0', main: 'process.exit(1)' })
  await expect(upgrade(broken, await optionsOf())).rejects.toThrow(/ 1\.1\.0 runs again\.$/)
  await rollback(await optionsOf())
  expect(await installed.linked()).toBe('bidyaloy-1.0.0')
})

test('where the records cannot go back, the newer version runs again', async () => {
  await begin({ version: '1.0.0' })
  await upgrade(await installed.pack({ version: '1.1.0' }), await optionsOf())
  const { databaseFile } = await openDataFolder(installed.dataDir)
  const database = new Sqlite(databaseFile)
  database.exec("CREATE TABLE migrations (name TEXT); INSERT INTO migrations VALUES ('Later2')")
  database.close()
  const command = path.join(installed.opt, 'bidyaloy-1.0.0', 'bin', 'bidyaloy')
  const whole = await fs.readFile(command, 'utf8')
  const failing = `[ "$1" = restore ] && { echo 'No backup is there.' >&2; exit 1; }`
  await fs.writeFile(command, whole.replace('\n', `\n${failing}\n`))
  await expect(rollback(await optionsOf())).rejects.toThrow(
    /^No backup is there\. 1\.1\.0 runs again\.$/,
  )
  expect(installed.asked.slice(-2)).toEqual(['stop bidyaloy', 'restart bidyaloy'])
  expect(await (await fetch(`http://127.0.0.1:${installed.port}/readyz`)).json()).toEqual({
    status: 'ok',
    version: '1.1.0',
  })
  expect(await installed.linked('bidyaloy-former')).toBe('bidyaloy-1.0.0')

  // Its records go back, but it does not start: the command says what runs, and where the reason is.
  await fs.writeFile(command, whole)
  const main = path.join(installed.opt, 'bidyaloy-1.0.0', 'server', 'dist', 'main.js')
  await fs.writeFile(main, 'process.exit(1)')
  await expect(rollback(await optionsOf())).rejects.toThrow(
    /^1\.0\.0 does not start: bidyaloy ends after each start\. Its log: journalctl .*\. Run this again\.$/,
  )
})

test('an upgrade that was interrupted is finished before the next one', async () => {
  await begin({ version: '1.0.0' })
  // As a power cut leaves it after the link was changed.
  const cutOff = await installed.layOut({ version: '1.1.0', main: 'process.exit(1)' })
  const sound = await fs.readFile(
    path.join(installed.opt, 'bidyaloy-1.0.0', 'server', 'dist', 'main.js'),
  )
  const cut = async () => {
    await fs.symlink('bidyaloy-1.0.0', path.join(installed.opt, 'bidyaloy-upgrading'))
    await fs.rm(path.join(installed.opt, 'bidyaloy'))
    await fs.symlink(path.basename(cutOff), path.join(installed.opt, 'bidyaloy'))
  }
  await cut()
  const next = await installed.pack({ version: '1.2.0' })
  await expect(upgrade(next, await optionsOf())).rejects.toThrow(/ 1\.0\.0 runs again\.$/)
  expect(await installed.linked()).toBe('bidyaloy-1.0.0')

  await cut()
  await fs.writeFile(path.join(cutOff, 'server', 'dist', 'main.js'), sound)
  await upgrade(next, await optionsOf())
  expect(await installed.linked()).toBe('bidyaloy-1.2.0')
  expect(await installed.linked('bidyaloy-former')).toBe('bidyaloy-1.1.0')
  expect(said.join('\n')).toContain('The upgrade to 1.1.0 was interrupted')
})

test('starts all processes again where the last attempt has stopped them', async () => {
  installed.units = (await twoPorts()).map((port) => `bidyaloy@${port}`)
  await begin({ version: '1.0.0' })
  const { services } = await optionsOf()
  await services.stopAll()
  installed.asked.length = 0
  await upgrade(await installed.pack({ version: '1.1.0' }), await optionsOf())
  expect(installed.asked).toEqual(installed.units.map((unit) => `restart ${unit}`))
})

test('refuses what this machine cannot run or go back from, and changes nothing', async () => {
  await begin({ version: '1.0.0', manifest: {} })
  const refusal = async (options: Parameters<TestInstallation['pack']>[0]) =>
    upgrade(await installed.pack(options), await optionsOf()).catch((error: Error) => error.message)
  expect(await refusal({ version: '0.9.0' })).toMatch(/^0\.9\.0 is older than 1\.0\.0.*rollback$/)
  expect(await refusal({ version: '1.1.0', manifest: { cpu: ['other'] } })).toMatch(
    /is for other, and this machine is/,
  )
  expect(await refusal({ version: '1.1.0', manifest: { name: 'other' } })).toMatch(
    /is not the unpacked archive of a release/,
  )
  const archive = await installed.pack({ version: '1.1.0' })
  await fs.writeFile(
    path.join(installed.folder, 'SHA256SUMS'),
    `${'0'.repeat(64)}  ${path.basename(archive)}\n`,
  )
  const attempt = async (file: string, changed: Partial<UpgradeOptions> = {}) =>
    upgrade(file, { ...(await optionsOf()), ...changed }).catch((error: Error) => error.message)
  expect(await attempt(archive)).toMatch(/SHA256SUMS has another sum/)
  await fs.rm(path.join(installed.folder, 'SHA256SUMS'))
  expect(await attempt(`${archive}.gone`)).toMatch(/no such file/)
  await fs.writeFile(`${archive}.txt`, 'not an archive')
  expect(await attempt(`${archive}.txt`)).toMatch(/is not a \.tar\.gz file/)
  const inside = { DATA_DIR: path.join(installed.opt, 'bidyaloy-1.0.0', 'data') }
  expect(await attempt(archive, { config: readConfig(inside) })).toMatch(/^DATA_DIR: .*elsewhere/)
  // Also through the link, which names another folder after the upgrade.
  await fs.mkdir(inside.DATA_DIR)
  const byLink = { DATA_DIR: path.join(installed.opt, 'bidyaloy', 'data') }
  expect(await attempt(archive, { config: readConfig(byLink) })).toMatch(/^DATA_DIR: .*elsewhere/)
  // Tried out before, it has a school of its own.
  const tried = await installed.layOut({ version: '1.1.0' })
  await fs.mkdir(path.join(tried, 'data'))
  expect(await attempt(archive)).toMatch(/has files of yours \(data\)\. Move them elsewhere/)
  expect(await fs.readdir(tried)).toContain('data')
  await fs.rm(tried, { recursive: true })
  expect(await attempt(archive, { program: installed.opt })).toMatch(/is not the unpacked archive/)
  expect(installed.asked).toEqual([])
  expect((await fs.readdir(installed.opt)).sort()).toEqual(['bidyaloy', 'bidyaloy-1.0.0'])
  expect(
    ['1.0.0', '1.10.0', '1.0.1', '1.0.0-rc.2', '1.0.0-rc.10', '0.9.0'].sort(compareVersions),
  ).toEqual(['0.9.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '1.10.0'])
})
