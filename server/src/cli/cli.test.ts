import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AdminRow } from '../db/entities.ts'
import {
  ADMIN,
  commandOn,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../test/test-server.ts'
import { createCli } from './create-cli.ts'

/* The built program, as it is run on the machine. */
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

/** Runs `npm run admin -- …` on the server's folder. @returns its output */
async function admin(words: string[], input = '', dataDir = server.dataDir): Promise<string> {
  let printed = ''
  const program = createCli({
    ...commandOn(dataDir),
    stdin: Readable.from([input]),
    stdout: { write: (text) => (printed += text) },
  })
  await program.parseAsync(words, { from: 'user' })
  return printed
}

const signInWith = (password: string) =>
  server.visitor.login({ body: { username: ADMIN.username, password } })

test('prints a generated password once; the old one and all sessions are invalid', async () => {
  const printed = await admin(['reset-password'])
  const password = /password of admin: (\S+)/.exec(printed)?.[1] ?? ''
  expect(password.length).toBeGreaterThanOrEqual(16)
  await expect(server.admin.session()).rejects.toMatchObject({ status: 401 })
  await expect(signInWith(ADMIN.password)).rejects.toMatchObject({ status: 401 })
  expect((await signInWith(password)).token).not.toBe('')
  expect(await admin(['reset-password'])).not.toContain(password)
})

test('reads a password from standard input and does not print it', async () => {
  const password = ' এই পাসওয়ার্ডটি বেশ লম্বা '
  const printed = await admin(
    ['reset-password', '--username', 'ADMIN', '--stdin'],
    `${password}\r\n`,
  )
  expect(printed).toContain('password of admin is changed')
  expect(printed).not.toContain('পাসওয়ার্ড')
  expect((await signInWith(password)).token).not.toBe('')
})

test('rejects an invalid password without effect', async () => {
  for (const input of ['', 'short', 'administrator\n', 'with a zero byte\0\n', 'x'.repeat(500)]) {
    await expect(admin(['reset-password', '--stdin'], input)).rejects.toThrow(/password/i)
  }
  expect((await server.admin.session()).username).toBe(ADMIN.username)
})

test('requires --username if there are several admins, and changes only that one', async () => {
  const { db } = server.server.internals
  await db.writePrivate((tx) =>
    tx.insert(AdminRow, {
      id: 'second',
      username: 'clerk',
      passwordHash: 'none yet',
      createdAt: '2026-11-21T00:00:00.000Z',
      disabledAt: null,
    }),
  )
  await expect(admin(['reset-password'])).rejects.toThrow('--username: admin, clerk.')
  await expect(admin(['reset-password', '--username', 'nobody'])).rejects.toThrow(
    /unknown admin nobody/,
  )
  expect(await admin(['reset-password', '--username', 'clerk'])).toContain('password of clerk')
  expect((await server.admin.session()).username).toBe('admin')
})

test('ignores disabled admins; a new password does not enable them', async () => {
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  const { _id: id } = await server.admin.createAdmin({
    body: { ...clerk, currentPassword: ADMIN.password },
  })
  await server.admin.updateAdmin({
    params: { id },
    body: { disabled: true, currentPassword: ADMIN.password },
  })
  const again = ['reset-password', '--stdin']
  expect(await admin(again, `${ADMIN.password}\n`)).toContain('password of admin is changed')
  expect(await admin([...again, '--username', 'clerk'], `${clerk.password}\n`)).toMatch(
    /password of clerk is changed.*\nclerk is disabled/,
  )
  await expect(server.signIn(clerk)).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { api } = await server.signIn()
  expect(await api.listActivity({ query: { limit: 3 } })).toMatchObject([
    { action: 'signedIn' },
    { action: 'passwordChanged', by: 'clerk' },
    { action: 'passwordChanged', by: 'admin' },
  ])
})

test('resets a password while the server is stopped', async () => {
  await server.admin.changePassword({
    body: { currentPassword: ADMIN.password, newPassword: 'a password soon forgotten' },
  })
  await server.server.stop()
  const printed = await admin(['reset-password', '--stdin'], `${ADMIN.password}\n`)
  expect(printed).toContain('is changed')
  // Signs in with that password.
  server = await startTestServer({ dataDir: server.dataDir })
  expect((await server.admin.session()).username).toBe(ADMIN.username)
})

test.skipIf(IS_POSTGRES)('does not change a folder without a database', async () => {
  const empty = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-empty-'))
  await expect(admin(['reset-password'], '', empty)).rejects.toThrow(
    /^DATA_DIR: there is no database/,
  )
  expect(await fs.readdir(empty)).toEqual([])
  await fs.rmdir(empty)
})

test.skipIf(IS_POSTGRES)('the built CLI fails with a one-line message', async () => {
  const run = (words: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [CLI, ...words], {
      cwd: server.dataDir,
      env: { PATH: process.env.PATH, DATA_DIR: server.dataDir, ...env },
      encoding: 'utf8',
    })
  const nowhere = run(['reset-password'], { DATA_DIR: path.join(server.dataDir, 'nowhere') })
  expect(nowhere.status).toBe(1)
  expect(nowhere.stdout).toBe('')
  expect(nowhere.stderr).toMatch(/^DATA_DIR: there is no database in .*\n$/)
  expect(run(['reset-password'], { PORT: 'eighty' }).stderr).toMatch(/^PORT: .*\n$/)
  expect(run(['dance']).status).not.toBe(0)
  expect(run([]).status).not.toBe(0)
  const help = run(['reset-password', '--help'])
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('--username headteacher')
  expect(run(['reset-password']).status).toBe(0)
})
