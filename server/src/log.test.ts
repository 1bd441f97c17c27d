import { afterAll, beforeAll, expect, it } from 'vitest'
import { AdminRow } from './db/entities.ts'
import { createLog } from './log.ts'
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
