import fs from 'node:fs/promises'
import path from 'node:path'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { ADMIN, IS_POSTGRES, startTestServer, type TestServer } from './test-server.ts'

it('logs no password, token or secret', async () => {
  const lines: string[] = []
  const log = createLog(
    { ...readConfig({ LOG_LEVEL: 'trace' }), production: true },
    { write: (line) => lines.push(line) },
  )
  const school = await startTestServer({ log })
  const secret = await signingSecret(school)
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    school.fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const newPassword = 'a quite new password of mine'
  try {
    await post('/api/admin/login', { ...ADMIN, password: 'my guess of a password' })
    // A password typed into the wrong field.
    await post('/api/admin/login', { username: 'my password as a name', password: 'x' })
    await post('/api/admin/login', '{"password": "my broken password"')
    await school.fetch(`/allNotices?token=${school.token}`)
    await school.fetch(`/api/notices?q=${school.token}`)
    await school.fetch('/api/admin/session', {
      headers: { cookie: `${SESSION_COOKIE}=${school.token}` },
    })
    await school.admin.createAdmin({
      ...{ body: { username: 'clerk', password: newPassword, currentPassword: ADMIN.password } },
    })
    await school.admin.changePassword({ body: { currentPassword: ADMIN.password, newPassword } })
    await school.admin.logout()
  } finally {
    await school.stop()
  }
  const all = lines.join('')
  expect(lines.length).toBeGreaterThan(8)
  expect(all).toContain('sign-in refused')
  for (const never of [
    ...[ADMIN.password, newPassword, secret, school.token, school.token.split('.')[2] ?? 'x'],
    ...['my guess of a password', 'my password as a name', 'my broken password', '$argon2'],
  ]) {
    expect([never, all.includes(never)]).toEqual([never, false])
  }
})

async function signingSecret({ dataDir, server }: TestServer): Promise<string> {
  if (!IS_POSTGRES) return (await fs.readFile(path.join(dataDir, 'signing-secret'), 'utf8')).trim()
  const { read } = server.internals.db
  const [found] = await read.query("SELECT value FROM secret WHERE name = 'signing-secret'")
  return z.object({ value: z.string() }).parse(found).value.trim()
}
