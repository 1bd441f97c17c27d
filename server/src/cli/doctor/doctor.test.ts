import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newBackupName } from '../../features/backup/backup-format.ts'
import { SOME_SUBSCRIPTION } from '../../openapi/request-body.ts'
import { fileOf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { examine, exitCodeOf } from './doctor.ts'
import type { Finding } from './finding.ts'
import { nodeFinding, papersFinding } from './machine.ts'

/* The built program, as it is run on the machine. */
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))

const BACKUP = newBackupName('nightly', new Date())

let school: TestServer
let filePath: string
beforeEach(async () => {
  school = await startTestServer()
  const entry = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটি' },
    // No PDF, whose pages would be rendered meanwhile.
    file: fileOf('ছুটি', 'notice.txt'),
  })
  filePath = entry.filePath ?? ''
  await fs.writeFile(inFolder('backups', BACKUP), 'as good as one')
})
afterEach(() => school.stop())

const inFolder = (...names: string[]) => path.join(school.dataDir, ...names)

const look = (env: Record<string, string> = {}, now = new Date()) =>
  examine({ DATA_DIR: school.dataDir, PORT: new URL(school.url).port, ...env }, now)

/** Returns the findings that are not good as lines. */
const complaints = (findings: Finding[]) =>
  findings
    .filter(({ level, about }) => level !== 'good' && about !== 'disk')
    .map(({ level, about, text }) => `${level} ${about}: ${text}`)

describe('the doctor', () => {
  it('finds nothing wrong with a healthy data folder, with and without a running server', async () => {
    // Exists if a webhook is configured.
    await fs.writeFile(inFolder('webhook.sqlite'), '', { mode: 0o600 })
    await school.visitor.subscribe({ body: SOME_SUBSCRIPTION })
    const served = await look()
    expect(complaints(served)).toEqual([])
    expect(served.map(({ text }) => text).join()).toContain('It is running and responds')
    await school.server.stop()
    const stopped = await look()
    expect(complaints(stopped)).toEqual([])
    const texts = stopped.map(({ text }) => text).join()
    expect(texts).toContain('It is not running')
    expect(texts).toContain('by push service: https://push.example.com 0 and 1 pending.')
    // The doctor has changed nothing.
    school = await startTestServer({ dataDir: school.dataDir })
  })

  it('finds files without a record, and missing or changed files of records', async () => {
    await fs.writeFile(inFolder('uploads', 'orphan.pdf'), 'of no record')
    expect(complaints(await look())).toEqual([
      expect.stringMatching(/^warning files: Files that belong to no record: 1 \(orphan\.pdf\)/),
    ])
    await fs.appendFile(inFolder(filePath), 'tampered with')
    expect(complaints(await look())).toEqual([
      expect.stringMatching(
        `^bad files: Files of records that are missing or changed: 1 .${filePath}.`,
      ),
    ])
    await fs.rm(inFolder(filePath))
    expect(complaints(await look())).toEqual([
      expect.stringMatching(
        `^bad files: Files of records that are missing or changed: 1 .${filePath}.`,
      ),
    ])
    school = await school.restart()
    expect(complaints(await look())).toContainEqual(
      expect.stringMatching(
        /^warning files: .*orphans contains files that belonged to no record: 1 /,
      ),
    )
  })

  it('finds entries that the search index lacks or has too many, until the next start', async () => {
    const index = new Sqlite(inFolder('bidyaloy.sqlite'))
    index.exec('DELETE FROM entry_search')
    index.exec("INSERT INTO entry_search (rowid, title) VALUES (98, 'a'), (99, 'b')")
    index.close()
    expect(complaints(await look())).toEqual([
      expect.stringMatching(/^warning search: .*: 1 entry missing, 2 rows too many\. Restart/),
    ])
    school = await school.restart()
    expect(complaints(await look())).toEqual([])
    expect(await school.visitor.search({ query: { q: 'ছুটি' } })).toHaveLength(1)
  })

  it('finds a damaged database and names the remedy', async () => {
    await school.server.stop()
    const database = inFolder('bidyaloy.sqlite')
    const bytes = await fs.readFile(database)
    const damaged = Buffer.from(bytes).fill(0xa5, 4096, 45_056)
    for (const broken of [damaged, Buffer.from('no database')]) {
      await fs.writeFile(database, broken)
      const [complaint] = complaints(await look())
      expect(complaint).toMatch(/^bad database: .*npm run admin -- restore/)
      expect((await fs.readFile(database)).equals(broken)).toBe(true)
    }
    await fs.rm(database)
    expect(complaints(await look())[0]).toMatch(/^bad database: .* does not exist/)
    await fs.writeFile(database, bytes)
    school = await startTestServer({ dataDir: school.dataDir })
  })

  it('finds a foreign trigger in the database, with which the server does not start', async () => {
    await school.server.stop()
    const bytes = await fs.readFile(inFolder('bidyaloy.sqlite'))
    const database = new Sqlite(inFolder('bidyaloy.sqlite')).unsafeMode()
    database.pragma('writable_schema = ON')
    database.exec(`INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('trigger',
      'sqlite_twin', 'activity', 0, 'CREATE TRIGGER sqlite_twin AFTER INSERT ON activity BEGIN
        UPDATE admin SET disabled_at = NULL; END')`)
    database.close()
    const message = /trigger sqlite_twin.*npm run admin -- restore/
    expect(complaints(await look())).toEqual([expect.stringMatching(message)])
    await expect(startTestServer({ dataDir: school.dataDir })).rejects.toThrow(message)
    await fs.writeFile(inFolder('bidyaloy.sqlite'), bytes)
    school = await startTestServer({ dataDir: school.dataDir })
  })

  it('checks clock, backups, secret, port and settings', async () => {
    const year = (text: string) => look({}, new Date(text))
    expect(complaints(await year('2019-01-01T00:00:00Z'))[0]).toMatch(/^bad clock: .*Set its clock/)
    const soon = new Date(Date.now() - 60 * 60_000).toISOString()
    expect(complaints(await year(soon))[0]).toMatch(/^bad clock: .*the latest change was at/)
    const later = new Date(Date.now() + 9 * DAY_MS).toISOString()
    expect(complaints(await year(later))).toEqual([
      expect.stringMatching(/^warning backup: The newest backup is 9 days old.*admin -- backup/),
    ])
    await fs.rm(inFolder('backups', BACKUP))
    expect(complaints(await look())).toEqual([
      expect.stringMatching(/^warning backup: No backup exists/),
    ])
    await fs.writeFile(inFolder('backups', BACKUP), 'as good as one')

    if (process.platform !== 'win32') {
      await fs.chmod(inFolder('signing-secret'), 0o644)
      expect(complaints(await look())).toEqual([expect.stringMatching(/^bad secret: .*chmod 600/)])
      await fs.chmod(inFolder('signing-secret'), 0o600)
      await fs.chmod(school.dataDir, 0o755)
      expect(complaints(await look())).toEqual([
        expect.stringMatching(/^warning privacy: Other users .*chmod 700/),
      ])
      await fs.chmod(school.dataDir, 0o700)
    }
    expect(complaints(await look({ PORT: '1' }))).toEqual([
      expect.stringMatching(/^warning server: It is running but does not respond/),
    ])
    expect(complaints(await look({ PORT: 'eighty' }))).toEqual([
      expect.stringMatching(/^bad settings: PORT/),
    ])
    const nowhere = inFolder('nowhere')
    expect(complaints(await look({ DATA_DIR: nowhere }))).toEqual([
      `bad folder: ${nowhere} does not exist. Start the server once, or set DATA_DIR.`,
    ])
    await expect(fs.access(nowhere)).rejects.toThrow()
  })

  it('rejects versions of Node that package.json does not name', async () => {
    const enginesOf = async (file: string) => JSON.parse(await fs.readFile(file, 'utf8')).engines
    expect((await enginesOf('package.json')).node).toBe('^22.13 || >=24.11')
    // On an older Node, `npm ci` installs a supported one.
    const { node } = await enginesOf('tools/node/package.json')
    expect(node).toBe('<22.13 || 23 || >=24.0 <24.11')
    const levels = (...versions: string[]) => versions.map((one) => nodeFinding(one).level)
    expect(levels('22.13.0', '24.11.0', '24.22.3', '26.0.0')).not.toContain('bad')
    expect(levels('20.20.2', '22.12.9', '23.11.0', '24.10.0')).not.toContain('good')
    expect(nodeFinding('20.20.2').text).toMatch(/24\.11 or newer.*this is Node 20\.20\.2/)
  })

  it('says whether papers are read, and why not', () => {
    // Sold as 1 GB.
    expect(papersFinding({ readPapers: undefined }, 960).level).toBe('good')
    const small = papersFinding({ readPapers: undefined }, 480)
    expect(small.level).toBe('warning')
    expect(small.text).toContain('takes 900 MB of memory, the machine has 480')
    expect(papersFinding({ readPapers: true }, 480).text).toBe('Papers are read.')
    expect(papersFinding({ readPapers: false }).text).toContain('READ_PAPERS is off')
  })

  it('has an exit code for each level', () => {
    const finding = (level: Finding['level']) => ({ about: 'a', level, text: 'b' })
    expect(exitCodeOf([finding('good')])).toBe(0)
    expect(exitCodeOf([finding('good'), finding('warning')])).toBe(2)
    expect(exitCodeOf([finding('bad'), finding('warning')])).toBe(1)
  })

  it('prints text or JSON', async () => {
    await fs.rm(inFolder(filePath))
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [CLI, 'doctor', ...words], {
        cwd: school.dataDir,
        env: { PATH: process.env.PATH, DATA_DIR: school.dataDir, PORT: '1' },
        encoding: 'utf8',
      })
    const read = run()
    expect([read.status, read.stderr]).toEqual([1, ''])
    expect(read.stdout).toMatch(
      /^Bidyaloy \S+( \(\w+\))?\nok {4}Node: .*\n(.*\n)*BAD {3}files: .*\n(.*\n)*.*see BAD\.\n$/,
    )
    const printed: { findings: Finding[] } = JSON.parse(run('--json').stdout)
    expect(printed.findings).toContainEqual(
      expect.objectContaining({ about: 'files', level: 'bad' }),
    )
  })
})
