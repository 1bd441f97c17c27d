import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { hasRight, ROLES, type Role } from '@bidyaloy/shared/school/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, parseResponse } from './raw-connection.ts'
import { ADMIN, holdWrites, problemOf, startTestServer, type TestServer } from './test-server.ts'

/* Every endpoint for admins authenticates before it reads the body. The rows come from the contract. */
let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const PARAMS: Readonly<Record<string, string>> = {
  collection: 'notices',
  id: 'k3v9x0c2m1qa',
  picture: 'crest',
  recordType: 'notices',
  n: '0',
  className: 'Six',
  shift: 'Day',
  section: 'A',
}
const names = Object.keys(paths) as EndpointName[]
const forAdmins = names.filter((name) => endpoints[name].access === 'admin')
const writes = forAdmins.filter((name) => paths[name].method !== 'GET')

const addressOf = (name: EndpointName) =>
  paths[name].path.replace(/:(\w+)/g, (_, param: string) => PARAMS[param] ?? '')

function send(name: EndpointName, headers: Record<string, string>): Promise<Response> {
  const { method } = paths[name]
  return school.fetch(addressOf(name), {
    method,
    headers,
    ...(method !== 'GET' && { body: '{"__v": ' }),
  })
}

/** Checks an error: its code, `no-store`, and no CORS headers. */
async function assertRejected(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status)
  expect((await problemOf(response)).code).toBe(code)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect([...response.headers.keys()].filter((name) => /^access-control-/.test(name))).toEqual([])
}

const json = { 'content-type': 'application/json' }

describe('without a session: 401', () => {
  it.each(forAdmins)('%s', async (name) => {
    const forged = `Bearer ${school.token.slice(0, -4)}AAAA`
    for (const headers of [{}, { authorization: forged }, { origin: 'https://evil.example' }]) {
      await assertRejected(await send(name, { ...json, ...headers }), 401, 'unauthenticated')
    }
  })
})

describe('without the right: 403', () => {
  const PASSWORD = 'another long password'
  const tokens = new Map<Role, string>()
  beforeAll(async () => {
    for (const role of ROLES) {
      const account = { username: role, password: PASSWORD }
      await school.admin.createAdmin({
        body: { ...account, role, currentPassword: ADMIN.password },
      })
      tokens.set(role, (await school.signIn(account)).token)
    }
  })
  const refused = forAdmins.flatMap((name) =>
    [true, false].flatMap((approval) =>
      ROLES.filter((role) => {
        const { right }: Endpoint = endpoints[name]
        return right && !hasRight(role, right, { approval })
      }).map((role) => ({ name, role, approval })),
    ),
  )

  it.each(refused)('$name by $role, approval: $approval', async ({ name, role, approval }) => {
    const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
    if ((settings.approval ?? false) !== approval) {
      await school.admin.updateSettings({ body: { ...settings, approval } })
    }
    const headers = { ...json, authorization: `Bearer ${tokens.get(role)}` }
    await assertRejected(await send(name, headers), 403, 'forbidden')
  })

  it('lets only heads switch approval', async () => {
    const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
    const response = await school.fetch('/api/settings', {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${tokens.get('editor')}` },
      body: JSON.stringify({ ...settings, approval: !settings.approval }),
    })
    await assertRejected(response, 403, 'forbidden')
  })

  it('lets no editor switch it back who has seen it before a head switched it', async () => {
    const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
    await school.admin.updateSettings({ body: { ...settings, approval: false } })
    const release = holdWrites(school)
    const switching = school.admin.updateSettings({ body: { ...settings, approval: true } })
    await wait(200)
    const saving = school.fetch('/api/settings', {
      method: 'PUT',
      headers: { ...json, authorization: `Bearer ${tokens.get('editor')}` },
      body: JSON.stringify({ ...settings, approval: false }),
    })
    await wait(200)
    release()
    await switching
    await assertRejected(await saving, 403, 'forbidden')
    expect((await school.admin.getSettings()).approval).toBe(true)
  })

  it('keeps approval as it is when a former version of the settings is restored', async () => {
    const switchTo = async (approval: boolean) => {
      const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
      await school.admin.updateSettings({ body: { ...settings, approval } })
    }
    await switchTo(false)
    await switchTo(true)
    const record = { recordType: 'settings', id: 'current' } as const
    const [former] = await school.admin.listVersions({ params: record })
    const path = `/api/settings/current/versions/${former?.n}/restore`
    const headers = { ...json, authorization: `Bearer ${tokens.get('editor')}` }
    expect((await school.fetch(path, { method: 'POST', headers })).status).toBe(204)
    expect((await school.admin.getSettings()).approval).toBe(true)
  })
})

describe('while the body arrives: judged again', () => {
  const PASSWORD = 'yet another long password'

  /** Sends the body of a request after `meanwhile`. */
  async function sendSlowly(
    token: string,
    { path, body }: { path: string; body: object },
    meanwhile: () => Promise<unknown>,
  ): Promise<number> {
    const { socket, received, closed } = connect(school.url)
    const text = JSON.stringify(body)
    const headers = {
      host: 'school',
      connection: 'close',
      authorization: `Bearer ${token}`,
      ...json,
      'content-length': Buffer.byteLength(text),
    }
    const lines = Object.entries(headers).map((header) => `${header.join(': ')}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text.slice(0, 1)}`)
    await wait(200)
    await meanwhile()
    socket.write(text.slice(1))
    await closed
    return parseResponse(received()).status
  }

  it.each([
    ['the account is disabled', { disabled: true }, 401],
    ['the role has changed', { role: 'clerk' }, 403],
  ] as const)('%s', async (_, change, status) => {
    const account = { username: `head ${status}`, password: PASSWORD }
    const { _id: id } = await school.admin.createAdmin({
      body: { ...account, role: 'head', currentPassword: ADMIN.password },
    })
    const { token } = await school.signIn(account)
    const mate = { username: 'mate', password: PASSWORD, currentPassword: PASSWORD }
    const request = { path: '/api/admin/users', body: mate }
    const changed = () =>
      school.admin.updateAdmin({
        params: { id },
        body: { ...change, currentPassword: ADMIN.password },
      })
    expect(await sendSlowly(token, request, changed)).toBe(status)
    const names = (await school.admin.listAdmins()).map(({ username }) => username)
    expect(names).not.toContain(mate.username)
  })

  it('the session is signed out', async () => {
    const { token, api } = await school.signIn()
    const request = { path: '/api/notices', body: { title: 'ছুটি', body: 'কাল' } }
    expect(await sendSlowly(token, request, () => api.logout())).toBe(401)
    expect(await school.visitor.listEntries({ params: { collection: 'notices' } })).toEqual([])
  })
})

describe('from another site with the cookie: 403', () => {
  it.each(writes)('%s', async (name) => {
    const cookie = `${SESSION_COOKIE}=${school.token}`
    for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      await assertRejected(await send(name, { ...json, cookie, ...from }), 403, 'cross_site')
    }
  })
})

it('answers preflight requests without CORS headers', async () => {
  for (const name of writes) {
    const response = await school.fetch(addressOf(name), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': paths[name].method,
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    const allowed = [...response.headers.keys()].filter((header) => /^access-control-/.test(header))
    expect([name, allowed]).toEqual([name, []])
  }
})
