import fs from 'node:fs/promises'
import path from 'node:path'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { ADMIN, startTestServer } from './test-server.ts'

it('logs no password, token or secret', async () => {
  const lines: string[] = []
  const log = createLog(
    { ...readConfig({ LOG_LEVEL: 'trace' }), production: true },
    { write: (line) => lines.push(line) },
  )
  const school = await startTestServer({ log })
  const secret = (await fs.readFile(path.join(school.dataDir, 'signing-secret'), 'utf8')).trim()
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
