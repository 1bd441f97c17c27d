import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AdminRow } from './db/entities.ts'
import { createLog } from './log.ts'
import { openLogFile } from './log-file.ts'
import { startTestServer, type TestServer } from './test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

it('a failed write is logged without its values', async () => {
  const lines: string[] = []
  const log = createLog(
    { logLevel: 'info', production: true },
    { write: (line) => lines.push(line) },
  )
  const { db } = school.server.internals
  const [admin] = await db.read.find(AdminRow)
  const passwordHash = '$argon2id$a-secret'
  const again = db.writePrivate((tx) => tx.insert(AdminRow, { ...admin, passwordHash }))
  await again.catch((error: unknown) => log.error({ err: error }, 'failed'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/unique constraint/i)
  expect(lines[0]).not.toContain('a-secret')
  expect(lines[0]).not.toContain(admin?.id)
})

it('a file of the log becomes a former one when it is full, of which two stay', () => {
  const file = path.join(school.dataDir, 'server.log')
  const log = createLog({ logLevel: 'info', production: true }, openLogFile(file, 100))
  for (let n = 0; n < 9; n += 1) log.info({ n }, 'a line of the log with more than a hundred bytes')
  const linesOf = (name: string) =>
    fs
      .readFileSync(name, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n)
  expect([file, `${file}.1`, `${file}.2`].map(linesOf)).toEqual([[8], [7], [6]])
  expect(fs.existsSync(`${file}.3`)).toBe(false)
  // A restart goes on in the same file.
  openLogFile(file).write('{"n":9}\n')
  expect(linesOf(file)).toEqual([8, 9])
  expect(() => createLog({ logLevel: 'info', logFile: `${file}/x`, production: true })).toThrow(
    /^LOG_FILE: .*x cannot be written \(ENOTDIR\)/,
  )
})

it('the log goes on in the same file where no new one can begin', () => {
  const file = path.join(school.dataDir, 'stuck.log')
  // As a file that another program holds open on Windows.
  fs.mkdirSync(path.join(`${file}.2`, 'held'), { recursive: true })
  fs.writeFileSync(`${file}.1`, '')
  const log = createLog({ logLevel: 'info', production: true }, openLogFile(file, 100))
  for (let n = 0; n < 5; n += 1) log.info({ n }, 'a line of the log with more than a hundred bytes')
  expect(fs.readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(5)
})
