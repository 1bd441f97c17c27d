import type { NewAdmin } from '@bidyaloy/shared/school/admin-session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AdminRow } from '../../db/entities.ts'
import { ADMIN, startTestServer, type TestServer } from '../../test/test-server.ts'
import { MAX_FAILURES } from './login-limit.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
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
    const added = await add()
    expect(added).toMatchObject({
      username: CLERK.username,
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
