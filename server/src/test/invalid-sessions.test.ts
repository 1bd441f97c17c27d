import fs from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, problemOf, startTestServer, type TestServer } from './test-server.ts'

/* Invalid session cookies at every endpoint for admins. The rows come from the contract. */
const PARAMS: Readonly<Record<string, string>> = {
  collection: 'notices',
  id: 'k3v9x0c2m1qa',
  picture: 'crest',
  recordType: 'notices',
  n: '0',
}
const names = Object.keys(paths) as EndpointName[]
const forAdmins = names.filter((name) => endpoints[name].access === 'admin')

let now = new Date('2026-11-21T06:00:00Z')
let school: TestServer
const cookies = new Map<string, string>()
beforeAll(async () => {
  school = await startTestServer({ clock: () => now })
  const expired = (await school.signIn()).token
  now = new Date(now.getTime() + 31 * DAY_MS)
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  const { api } = await school.signIn()
  const { _id } = await api.createAdmin({ body: { ...clerk, currentPassword: ADMIN.password } })
  const disabled = (await school.signIn(clerk)).token
  const change = { disabled: true, currentPassword: ADMIN.password }
  await api.updateAdmin({ params: { id: _id }, body: change })
  const ended = await school.signIn()
  await ended.api.logout()
  const older = (await school.signIn()).token
  const newPassword = 'a new and long password'
  await api.changePassword({ body: { currentPassword: ADMIN.password, newPassword } })
  const good = (await school.signIn({ ...ADMIN, password: newPassword })).token
  const [, payload = ''] = good.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const claims = jwt.decode(good, { json: true }) ?? {}
  cookies.set('of a disabled admin', disabled)
  cookies.set('from before a password change', older)
  cookies.set('that is signed out', ended.token)
  cookies.set('that has expired', expired)
  cookies.set('signed with another secret', jwt.sign(claims, 'f'.repeat(64)))
  cookies.set('without an algorithm', `${none}.${payload}.`)
  cookies.set('that is no token', 'true')
  cookies.set('that is valid', good)
})
afterAll(() => school.stop())

function ask(name: EndpointName, token: string): Promise<Response> {
  const { method, path: address } = paths[name]
  return school.fetch(
    address.replace(/:(\w+)/g, (_, param: string) => PARAMS[param] ?? ''),
    { method, headers: { cookie: `${SESSION_COOKIE}=${token}` } },
  )
}

describe('a session cookie', () => {
  it.each([
    'of a disabled admin',
    'from before a password change',
    'that is signed out',
    'that has expired',
    'signed with another secret',
    'without an algorithm',
    'that is no token',
  ])('%s is rejected with 401', async (kind) => {
    for (const name of forAdmins) {
      const response = await ask(name, cookies.get(kind) ?? '')
      expect([name, response.status]).toEqual([name, 401])
      expect((await problemOf(response)).code).toBe('unauthenticated')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('that is valid reads everything, and all responses are no-store', async () => {
    for (const name of names.filter((one) => paths[one].method === 'GET')) {
      const response = await ask(name, cookies.get('that is valid') ?? '')
      await response.arrayBuffer()
      expect([200, 400, 404]).toContain(response.status)
      expect([name, response.headers.get('cache-control')]).toEqual([name, 'no-store'])
    }
    for (const page of ['/', '/allNotices', '/no-such-page', '/admin/dashboard']) {
      const headers = { cookie: `${SESSION_COOKIE}=${cookies.get('that is valid')}` }
      const response = await school.fetch(page, { headers })
      expect([page, response.headers.get('cache-control')]).toEqual([page, 'no-store'])
    }
  })
})

it('rejected requests have no effect', async () => {
  const files = await fs.readdir(path.join(school.dataDir, 'backups'))
  expect(files.filter((name) => name.endsWith('.zip'))).toEqual([])
})
