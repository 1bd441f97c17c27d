import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SessionRow } from '../db/entities.ts'
import { secretsOf } from '../storage/secrets.ts'
import {
  commandOn,
  IS_POSTGRES,
  problemOf,
  startTestServer,
  type TestServer,
} from '../test/test-server.ts'
import { createCli } from './create-cli.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

/** Runs `npm run admin -- rotate-secret` on the server's folder. @returns its output */
async function rotate(): Promise<string> {
  let printed = ''
  const program = createCli({
    ...commandOn(school.dataDir),
    stdin: Readable.from(['']),
    stdout: { write: (text) => (printed += text) },
  })
  await program.parseAsync(['rotate-secret'], { from: 'user' })
  return printed
}

const secretFile = () => path.join(school.dataDir, 'signing-secret')
const statusWith = async (token: string) => {
  const response = await school.fetch('/api/admin/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) expect((await problemOf(response)).code).toBe('unauthenticated')
  return response.status
}

test('a new secret ends all sessions of a running server and signs new ones', async () => {
  const { db } = school.server.internals
  const sessions = await db.read.find(SessionRow)
  const { folder } = school.server.internals
  const secret = () => secretsOf(db, folder).readOrMake('signing-secret', () => 'missing')
  const before = await secret()
  expect(await rotate()).toMatch(/All sessions have ended/)
  expect(await secret()).not.toBe(before)
  expect(await statusWith(school.token)).toBe(401)
  // The old token would be invalid even with a session row.
  await db.writePrivate((tx) => tx.insert(SessionRow, sessions))
  expect(await statusWith(school.token)).toBe(401)

  const { token } = await school.signIn()
  expect(await statusWith(token)).toBe(200)
  school = await school.restart()
  expect(await statusWith(token)).toBe(200)
})

test('rotates the secret while the server is stopped', async () => {
  const { token } = school
  await school.server.stop()
  await rotate()
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await statusWith(token)).toBe(401)
})

test.skipIf(process.platform === 'win32' || IS_POSTGRES)(
  'makes the secret private, also one that a copy of the folder made readable',
  async () => {
    const mode = async () => (await fs.stat(secretFile())).mode & 0o777
    expect(await mode()).toBe(0o600)
    await rotate()
    expect(await mode()).toBe(0o600)
    await fs.chmod(secretFile(), 0o644)
    const { token } = await school.signIn()
    school = await school.restart()
    expect(await mode()).toBe(0o600)
    expect(await statusWith(token)).toBe(200)
  },
)

test.skipIf(IS_POSTGRES)('a start with an invalid secret fails with the remedy', async () => {
  await school.server.stop()
  await fs.writeFile(secretFile(), 'secret\n')
  await expect(startTestServer({ dataDir: school.dataDir })).rejects.toThrow(/rotate-secret/)
  await rotate()
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await statusWith(school.token)).toBe(200)
})
