import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { AdminChange, NewAdmin } from '@bidyaloy/shared/school/admin-session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdminRow } from '../../db/entities.ts'
import {
  ADMIN,
  holdWrites,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { MAX_FAILURES } from './login-limit.ts'

let school: TestServer
let elapsed = 0
beforeEach(async () => {
  elapsed = 0
  school = await startTestServer({ clock: () => new Date(Date.now() + elapsed) })
})
afterEach(() => school.stop())

const CLERK = { username: 'করণিক', password: 'a clerk may write this' }
const currentPassword = ADMIN.password

const add = (fields: Partial<NewAdmin> = {}, options = {}) =>
  school.admin.createAdmin({ body: { ...CLERK, currentPassword, ...fields } }, options)
const names = async () => (await school.admin.listAdmins()).map(({ username }) => username)
const gone = { status: 401, code: 'unauthenticated' }

describe('a new admin', () => {
  it('has all rights; all admins see when each last signed in', async () => {
    const added = await add({ name: 'রহিমা খাতুন', post: 'অফিস সহকারী' })
    expect(added).toMatchObject({
      username: CLERK.username,
      name: 'রহিমা খাতুন',
      post: 'অফিস সহকারী',
      isSelf: false,
      disabledAt: null,
      lastSignInAt: null,
    })
    const { api } = await school.signIn(CLERK)
    await api.createStudentCount({ body: { className: 'Six', shift: 'Day', section: 'A' } })
    expect(await api.listAdmins()).toMatchObject([
      { username: 'admin', isSelf: false },
      { _id: added._id, isSelf: true, lastSignInAt: expect.stringMatching(/^20/) },
    ])
    expect(JSON.stringify(await api.listAdmins())).not.toMatch(/argon|hash|password/i)
  })

  it('needs a username that differs from all others in more than case and spaces', async () => {
    await add({ username: 'Head Clerk' })
    const same = ['head clerk', ' HEAD CLERK ', 'Ｈead Clerk', 'Head\u200b Clerk', 'ADMIN']
    for (const username of same) {
      await expect(add({ username })).rejects.toMatchObject({
        code: 'conflict',
        fields: { username: expect.any(String) },
      })
    }
    for (const username of ['', ' \u200b', 'x'.repeat(61), 'two\nlines']) {
      await expect(add({ username })).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { username: expect.any(String) },
      })
    }
    expect(await names()).toEqual(['admin', 'Head Clerk'])
  })

  it('needs an uncommon password, and the password of the admin who adds it', async () => {
    const refusals: [Partial<NewAdmin>, string][] = [
      [{ password: 'short' }, 'password'],
      [{ password: 'headmaster123' }, 'password'],
      [{ username: 'sharmin-clerk', password: 'sharmin-clerk1971' }, 'password'],
      [{ currentPassword: 'not this one' }, 'currentPassword'],
      [{ currentPassword: '' }, 'currentPassword'],
    ]
    for (const [fields, field] of refusals) {
      await expect(add(fields)).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { [field]: expect.any(String) },
      })
    }
    expect(await names()).toEqual(['admin'])
  })

  it('is added once for repeated requests with one key', async () => {
    const options = { idempotencyKey: 'the-form-of-the-clerk' }
    const [first, second] = await Promise.all([add({}, options), add({}, options)])
    expect(second).toEqual(first)
    expect(await names()).toEqual(['admin', CLERK.username])
  })

  it('is rejected with 429 after ten wrong passwords, also with the right one', async () => {
    for (let tries = 0; tries < MAX_FAILURES; tries += 1) {
      await expect(add({ currentPassword: `guess ${tries}` })).rejects.toMatchObject({
        status: 400,
      })
    }
    await expect(add()).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(await names()).toEqual(['admin'])
  })
})

describe('a disabled admin', () => {
  const change = (id: string, disabled: boolean, password = currentPassword) =>
    school.admin.updateAdmin({ params: { id }, body: { disabled, currentPassword: password } })

  it('is signed out on every device and cannot sign in until enabled again', async () => {
    const { _id: id } = await add()
    const devices = [await school.signIn(CLERK), await school.signIn(CLERK)]
    await expect(change(id, true, 'not this one')).rejects.toMatchObject({
      fields: { currentPassword: expect.any(String) },
    })
    await devices[0]?.api.session()

    expect((await change(id, true)).disabledAt).toMatch(/^20/)
    for (const { api } of devices) await expect(api.session()).rejects.toMatchObject(gone)
    await expect(school.signIn(CLERK)).rejects.toMatchObject({ code: 'invalid_credentials' })

    expect((await change(id, false)).disabledAt).toBeNull()
    await expect(devices[0]?.api.session()).rejects.toMatchObject(gone)
    expect((await (await school.signIn(CLERK)).api.session()).username).toBe(CLERK.username)
  })

  it('is never the admin who sends the request', async () => {
    const own = (await school.admin.listAdmins()).find(({ isSelf }) => isSelf)
    await expect(change(own?._id ?? '', true)).rejects.toMatchObject({ code: 'conflict' })
    await expect(change('nobodyatall', true)).rejects.toMatchObject({ code: 'not_found' })

    const { _id: clerkId } = await add()
    const clerk = await school.signIn(CLERK)
    const body = { disabled: true, currentPassword: CLERK.password }
    const both = await Promise.allSettled([
      change(clerkId, true),
      clerk.api.updateAdmin({ params: { id: own?._id ?? '' }, body }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await school.server.internals.db.read.find(AdminRow)
    expect(rows.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1)
  })
})

describe('the last head', () => {
  const change = (of: TestServer['admin'], id: string, fields: Partial<AdminChange>) =>
    of.updateAdmin({ params: { id }, body: { currentPassword, ...fields } })

  it('stays, also if two heads demote each other at the same time', async () => {
    const own = (await school.admin.listAdmins()).find(({ isSelf }) => isSelf)?._id ?? ''
    await expect(change(school.admin, own, { role: 'clerk' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const { _id } = await add({ role: 'head' })
    const other = await school.signIn(CLERK)
    const demotions = await Promise.allSettled([
      change(school.admin, _id, { role: 'clerk' }),
      change(other.api, own, { role: 'clerk', currentPassword: CLERK.password }),
    ])
    expect(demotions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await school.server.internals.db.read.find(AdminRow)
    expect(rows.filter(({ role }) => role === 'head')).toHaveLength(1)
  })

  it('is not joined by one whom a head adds while losing the role', async () => {
    const { _id } = await add({ role: 'head' })
    const other = await school.signIn(CLERK)
    const mate = { username: 'সহযোগী', password: 'nobody will know it', role: 'head' } as const
    const release = holdWrites(school)
    const demoting = change(school.admin, _id, { role: 'clerk' })
    await wait(500)
    const adding = other.api.createAdmin({ body: { ...mate, currentPassword: CLERK.password } })
    await wait(500)
    release()
    await demoting
    await expect(adding).rejects.toMatchObject({ code: 'forbidden' })
    expect(await names()).not.toContain(mate.username)
  })

  it('changes the role of others without ending their sessions', async () => {
    const { _id, role } = await add({ role: 'clerk' })
    expect(role).toBe('clerk')
    const { api } = await school.signIn(CLERK)
    expect((await change(school.admin, _id, { role: 'editor' })).role).toBe('editor')
    expect((await api.session()).role).toBe('editor')
    expect((await school.admin.listActivity({}))[0]).toMatchObject({
      action: 'roleChanged',
      title: CLERK.username,
    })
  })
})

describe('a name', () => {
  it('is shown to every account, and changed by its owner and by heads', async () => {
    const { _id: id } = await add({ role: 'clerk' })
    const { api } = await school.signIn(CLERK)
    const own = { name: ' রহিমা বেগম ', post: 'অফিস সহকারী' }
    const named = { _id: id, username: CLERK.username, name: 'রহিমা বেগম', post: 'অফিস সহকারী' }
    expect(await api.setName({ params: { id }, body: own })).toEqual(named)
    const [head, clerk] = await api.listNames()
    expect(head).toEqual({ _id: expect.any(String), username: 'admin' })
    expect(clerk).toEqual(named)
    expect((await school.admin.listAdmins())[1]).toMatchObject(named)

    await expect(api.setName({ params: { id: head?._id ?? '' }, body: own })).rejects.toMatchObject(
      { code: 'forbidden' },
    )
    await school.admin.setName({ params: { id }, body: { name: '', post: 'করণিক' } })
    expect((await api.listNames())[1]).toEqual({
      _id: id,
      username: CLERK.username,
      post: 'করণিক',
    })
    for (const name of ['x'.repeat(61), 'two\nlines', '\u202eadmin']) {
      await expect(api.setName({ params: { id }, body: { name, post: '' } })).rejects.toMatchObject(
        { code: 'validation_failed', fields: { name: expect.any(String) } },
      )
    }
    await expect(
      school.admin.setName({ params: { id: 'nobody' }, body: own }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leaves the usernames of records as they are', async () => {
    const { _id: id } = await add()
    const { api } = await school.signIn(CLERK)
    const body = { title: 'ছুটি', body: 'কাল', status: 'draft' } as const
    await api.createEntry({ params: { collection: 'notices' }, body })
    await api.setName({ params: { id }, body: { name: 'রহিমা বেগম', post: '' } })
    const [draft] = await api.listEntries({
      params: { collection: 'notices' },
      query: { state: 'draft' },
    })
    expect(draft?.draft?.by).toBe(CLERK.username)
    expect((await school.admin.listActivity({}))[0]).toMatchObject({
      action: 'nameChanged',
      by: CLERK.username,
      title: CLERK.username,
    })
  })
})

describe('a one-time password', () => {
  const reset = (id: string, password = currentPassword) =>
    school.admin.resetPassword({ params: { id }, body: { currentPassword: password } })
  const signIn = (password: string) => school.signIn({ ...CLERK, password })
  const wrong = { code: 'invalid_credentials' }

  it('ends all sessions, and allows nothing before an own password is set', async () => {
    const { _id } = await add()
    const before = await school.signIn(CLERK)
    const { password } = await reset(_id)
    await expect(before.api.session()).rejects.toMatchObject(gone)
    await expect(school.signIn(CLERK)).rejects.toMatchObject(wrong)

    const device = await signIn(password)
    expect((await device.api.session()).mustChangePassword).toBe(true)
    const headers = { authorization: `Bearer ${device.token}`, 'accept-language': 'en' }
    for (const path of ['/api/admin/overview', '/api/admin/users', '/api/admin/activity']) {
      const response = await school.fetch(path, { headers })
      expect([path, response.status]).toEqual([path, 403])
      expect((await problemOf(response)).error).toContain('Set your own password first')
    }
    const body = { className: 'Six', shift: 'Day', section: 'A' } as const
    await expect(device.api.createStudentCount({ body })).rejects.toMatchObject({ status: 403 })
    // What admins see besides visitors.
    const hidden = await school.fetch('/api/notices?state=all', { headers })
    expect(hidden.status).toBe(403)

    const change = { currentPassword: password, newPassword: 'my own long password' }
    // The head knows it in any letters.
    const wide = password.replace(/[a-z]/, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    )
    for (const newPassword of [password, wide]) {
      await expect(
        device.api.changePassword({ body: { ...change, newPassword } }),
      ).rejects.toMatchObject({ fields: { newPassword: expect.any(String) } })
    }
    await device.api.changePassword({ body: change })
    expect((await device.api.session()).mustChangePassword).toBeUndefined()
    await device.api.createStudentCount({ body })
    const [event] = (await school.admin.listActivity({})).filter(
      ({ action }) => action === 'passwordReset',
    )
    expect(event).toMatchObject({ by: 'admin', title: CLERK.username, recordId: _id })
    expect(JSON.stringify(await school.admin.listActivity({}))).not.toContain(password)
  })

  it('is valid for 7 days, also for a session that it started', async () => {
    const { _id } = await add()
    const { password, expiresAt } = await reset(_id)
    expect((Date.parse(expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(7)
    const device = await signIn(password)
    elapsed = 7 * DAY_MS
    await expect(device.api.session()).rejects.toMatchObject(gone)
    await expect(signIn(password)).rejects.toMatchObject(wrong)
    await expect(signIn((await reset(_id)).password)).resolves.toBeDefined()
  })

  it('is only for others, after the password of a head', async () => {
    const own = (await school.admin.listAdmins()).find(({ isSelf }) => isSelf)?._id ?? ''
    await expect(reset(own)).rejects.toMatchObject({ code: 'conflict' })
    await expect(reset('nobodyatall')).rejects.toMatchObject({ code: 'not_found' })
    const { _id } = await add({ role: 'editor' })
    await expect(reset(_id, 'not this one')).rejects.toMatchObject({
      fields: { currentPassword: expect.any(String) },
    })
    const { api } = await school.signIn(CLERK)
    const body = { currentPassword: CLERK.password }
    await expect(api.resetPassword({ params: { id: own }, body })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
