import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdminRow } from '../../db/entities.ts'
import { secretsOf } from '../../storage/secrets.ts'
import { ADMIN, startTestServer, type TestServer } from '../../test/test-server.ts'
import { rotateSigningSecret } from './session-token.ts'

let now: Date
let school: TestServer
beforeEach(async () => {
  now = new Date('2026-11-21T06:00:00Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const gone = { status: 401, code: 'unauthenticated' }

describe('the devices of an admin', () => {
  it('are listed with the current one first, then by latest sign-in', async () => {
    later(1000)
    const phone = await school.signIn(ADMIN, 'a phone')
    later(1000)
    await school.signIn(ADMIN, `a browser ${'x'.repeat(400)}`)
    const devices = await phone.api.listDevices()
    expect(devices.map(({ userAgent, isCurrent }) => [userAgent.slice(0, 9), isCurrent])).toEqual([
      ['a phone', true],
      ['a browser', false],
      ['a test', false],
    ])
    expect(devices[0]).toMatchObject({
      createdAt: '2026-11-21T06:00:01.000Z',
      expiresAt: '2026-12-21T06:00:01.000Z',
    })
    later(30 * DAY_MS - 1500)
    expect((await phone.api.listDevices()).map(({ userAgent }) => userAgent[2])).toEqual(['p', 'b'])
  })

  it('are signed out one by one, by an id that is not part of the token', async () => {
    const phone = await school.signIn(ADMIN, 'a phone')
    const [, other] = await school.admin.listDevices()
    expect(other?.userAgent).toBe('a phone')
    const id = other?._id ?? ''
    expect(Buffer.from(phone.token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(id)
    await school.admin.signOutDevice({ params: { id } })
    await expect(phone.api.session()).rejects.toMatchObject(gone)
    expect(await school.admin.listDevices()).toHaveLength(1)
    const again = school.admin.signOutDevice({ params: { id } })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  it('can sign themselves out, which clears the cookie', async () => {
    const [own] = await school.admin.listDevices()
    const response = await school.fetch(`/api/admin/sessions/${own?._id}`, {
      method: 'DELETE',
      headers: { cookie: `adminToken=${school.token}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('set-cookie')).toMatch(/^adminToken=; .*Max-Age=0/)
    await expect(school.admin.session()).rejects.toMatchObject(gone)
  })

  it('are all signed out except the current one', async () => {
    const others = [await school.signIn(), await school.signIn()]
    await school.admin.signOutElsewhere()
    for (const { api } of others) await expect(api.session()).rejects.toMatchObject(gone)
    expect(await school.admin.listDevices()).toMatchObject([{ isCurrent: true }])
  })

  it('are not visible to other admins', async () => {
    const clerk = { username: 'clerk', password: 'a clerk may write this' }
    await school.admin.createAdmin({ body: { ...clerk, currentPassword: ADMIN.password } })
    const { api } = await school.signIn(clerk, 'the clerk')
    const [own] = await school.admin.listDevices()
    expect(await api.listDevices()).toMatchObject([{ userAgent: 'the clerk' }])
    await expect(api.signOutDevice({ params: { id: own?._id ?? '' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    await api.signOutElsewhere()
    expect((await school.admin.session()).username).toBe('admin')
  })
})

describe('a new device', () => {
  const device = async (cookie = '') => {
    const response = await school.fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(ADMIN),
    })
    const set = response.headers.getSetCookie().find((one) => one.startsWith('adminDevice='))
    return set?.split(';', 1)[0] ?? ''
  }
  const events = async () => (await school.admin.adminOverview()).accountEvents.length

  it('is told of once, and not after a restart, a new secret or a restore', async () => {
    expect(await events()).toBe(0)
    const phone = await device()
    expect(await events()).toBe(1)
    await device(phone)
    expect(await events()).toBe(1)
    const { db, folder } = school.server.internals
    await rotateSigningSecret(secretsOf(db, folder))
    school = await school.restart()
    // The test signs in without a cookie.
    expect(await events()).toBe(1)
    await device(phone)
    expect(await events()).toBe(1)
  })

  it('is not told of soon after a move to another machine, where all are unknown', async () => {
    const { db } = school.server.internals
    const moved = { key: 'of another machine', quietUntil: now.toISOString() }
    await db.writePrivate((tx) => tx.update(AdminRow, { username: 'admin' }, { devices: moved }))
    await device()
    later(13 * DAY_MS)
    await device()
    expect(await events()).toBe(0)
    later(2 * DAY_MS)
    await device()
    expect(await events()).toBe(1)
  })

  it('cannot be hidden by another one that is as new', async () => {
    const stranger = (name: string) => {
      later(1000)
      return school.signIn(ADMIN, name)
    }
    const strangers = [(await stranger('a stranger')).api, (await stranger('another one')).api]
    const upTo = now.toISOString()
    const see = () => Promise.all(strangers.map((api) => api.seeAccountEvents({ body: { upTo } })))
    await see()
    await see()
    // A message is shown once on each of them, and stays for the owner.
    for (const api of strangers) expect((await api.adminOverview()).accountEvents).toEqual([])
    expect((await school.admin.adminOverview()).accountEvents).toMatchObject([
      { kind: 'newDevice', userAgent: 'a stranger' },
      { kind: 'newDevice', userAgent: 'another one' },
    ])
    await school.admin.seeAccountEvents({ body: { upTo } })
    expect(await events()).toBe(0)
  })

  it('is told of once a clock that was years ahead is right', async () => {
    await school.stop()
    const right = now
    later(1000 * DAY_MS)
    school = await startTestServer({ clock: () => now })
    now = right
    await device()
    expect(await events()).toBe(1)
  })
})
