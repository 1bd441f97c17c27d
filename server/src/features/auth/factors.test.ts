import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import { AdminRow } from '../../db/entities.ts'
import {
  ADMIN,
  commandOn,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

let school: TestServer
let elapsed = 0
const now = () => new Date(Date.now() + elapsed)
beforeEach(async () => {
  elapsed = 0
  school = await startTestServer({ clock: now })
})
afterEach(() => school.stop())

const { password: currentPassword } = ADMIN
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const STEP_MS = 30_000
/** The code that the app shows, some steps from now. */
const codeIn = (steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now().getTime() + steps * STEP_MS,
  })
const switchOn = () =>
  school.admin.switchTotpOn({ body: { secret, code: codeIn(), currentPassword } })
/** Waits for a code that was not used yet. */
const nextStep = () => {
  elapsed += 2 * STEP_MS
}

function login(body: object, headers: Record<string, string> = {}): Promise<Response> {
  return school.fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
    body: JSON.stringify({ ...ADMIN, ...body }),
  })
}

async function expectRefused(response: Response, field = 'code'): Promise<void> {
  expect(response.status).toBe(400)
  expect(response.headers.getSetCookie()).toEqual([])
  const problem = await problemOf(response)
  expect([problem.code, Object.keys(problem.fields ?? {})]).toEqual(['validation_failed', [field]])
}

describe('an account with a code app', () => {
  it('needs a code besides the password, in any spelling of digits', async () => {
    const { codes } = await switchOn()
    expect(codes).toHaveLength(10)
    const refused = await login({})
    expect(await problemOf(refused.clone())).toMatchObject({
      error: expect.stringContaining('second factor'),
    })
    await expectRefused(refused)
    for (const code of ['', '000000', '12345', 'abcdef', codeIn(-2), codeIn(2)]) {
      await expectRefused(await login({ code }))
    }
    expect((await login({ password: 'not the password', code: codeIn() })).status).toBe(401)
    nextStep()
    const bengali = codeIn().replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)))
    const spaced = `${bengali.slice(0, 3)} ${bengali.slice(3)}`
    expect((await login({ code: spaced })).status).toBe(200)
    expect((await school.admin.listDevices()).map(({ twoStep }) => twoStep)).toEqual([false, true])
    expect(await school.admin.listAdmins()).toMatchObject([{ twoStep: true }])
    expect((await school.admin.listActivity({}))[0]).toMatchObject({ action: 'signedInTwoSteps' })
  })

  it('uses each code once, also when it arrives twice at the same time', async () => {
    await switchOn()
    // The code that switched it on.
    await expectRefused(await login({ code: codeIn() }))
    nextStep()
    const code = codeIn()
    const both = await Promise.all([login({ code }), login({ code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await expectRefused(await login({ code }))
    // A code from before the last one that was used.
    await expectRefused(await login({ code: codeIn(-1) }))
    expect((await login({ code: codeIn(1) })).status).toBe(200)
  })

  it('accepts each one-time code once, and none of those before the renewal', async () => {
    const { codes } = await switchOn()
    const [first = '', second = ''] = codes
    expect((await login({ code: first })).status).toBe(200)
    await expectRefused(await login({ code: first }))
    expect((await school.admin.getFactors()).codesLeft).toBe(9)
    const renewed = await school.admin.renewCodes({ body: { currentPassword } })
    await expectRefused(await login({ code: second }))
    expect((await login({ code: renewed.codes[0]?.replace('-', '') })).status).toBe(200)
  })

  it('lets its owner in while others guess codes, and tells of them', async () => {
    await school.stop()
    school = await startTestServer({ clock: now, env: { TRUST_PROXY: '1' } })
    await switchOn()
    nextStep()
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
    const own = await login({ code: codeIn() }, from(98))
    const device = own.headers.getSetCookie().find((cookie) => cookie.startsWith('adminDevice='))
    const guess = (n: number) => login({ code: '000000' }, from(n))
    for (let n = 0; n < 10; n += 1) await expectRefused(await guess(1))
    nextStep()
    const right = await login({ code: codeIn() }, from(1))
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login({ code: codeIn() }, from(99))).status).toBe(200)

    const told = async () =>
      (await school.admin.listActivity({})).filter(({ action }) => action === 'codesRefused')
    expect(await told()).toMatchObject([{ by: ADMIN.username, subject: 'account' }])
    const at = (await told())[0]?.at
    const events = async () =>
      (await school.admin.adminOverview()).accountEvents.filter(({ kind }) => kind !== 'newDevice')
    expect(await events()).toEqual([{ kind: 'codesRefused', at }])

    // From any address no more than a hundred in a day; at a known device the owner still gets in.
    for (let n = 10; n < 100; n += 1) await guess(Math.floor(n / 10) + 1)
    nextStep()
    expect((await login({ code: codeIn() }, from(97))).status).toBe(429)
    const known = await login({ code: codeIn() }, { ...from(96), cookie: device ?? '' })
    expect(known.status).toBe(200)
    expect(await told()).toHaveLength(1)

    const newPassword = 'another one, quite long'
    await school.admin.changePassword({ body: { currentPassword, newPassword } })
    expect(await events()).toEqual([])
  })

  it('counts guesses of all devices on which the password alone had signed in', async () => {
    const cookies: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const set = (await login({})).headers.getSetCookie()
      cookies.push(set.find((cookie) => cookie.startsWith('adminDevice=')) ?? '')
    }
    await switchOn()
    for (const cookie of cookies) await expectRefused(await login({ code: '000000' }, { cookie }))
    expect((await school.admin.listActivity({}))[0]?.action).toBe('codesRefused')
  })

  it('tells of guesses also once a clock that was ahead is right', async () => {
    await switchOn()
    const told = async () =>
      (await school.admin.listActivity({})).filter(({ action }) => action === 'codesRefused')
    for (let n = 0; n < 5; n += 1) await expectRefused(await login({ code: '000000' }))
    expect(await told()).toHaveLength(1)
    elapsed -= 10 * DAY_MS
    await expectRefused(await login({ code: '000000' }))
    expect(await told()).toHaveLength(2)
    await expectRefused(await login({ code: '000000' }))
    expect(await told()).toHaveLength(2)
  })

  it('ends sessions that the password alone has opened elsewhere', async () => {
    const elsewhere = await school.signIn()
    await switchOn()
    await expect(elsewhere.api.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await school.admin.session()).username).toBe(ADMIN.username)
  })

  it('keeps it through a one-time password and a restart', async () => {
    const mate = { username: 'rahima', password: 'a clerk may write this' }
    const { _id: id } = await school.admin.createAdmin({ body: { ...mate, currentPassword } })
    const { api } = await school.signIn(mate)
    const body = { secret, code: codeIn(), currentPassword: mate.password }
    await api.switchTotpOn({ body })
    const reset = await school.admin.resetPassword({ params: { id }, body: { currentPassword } })
    school = await school.restart()
    nextStep()
    const { password } = reset
    await expectRefused(await login({ username: 'rahima', password }))
    expect((await login({ username: 'rahima', password, code: codeIn() })).status).toBe(200)
  })
})

describe('the code app', () => {
  it('is switched on by a right code, and off, by the password only', async () => {
    const wrong = { code: 'validation_failed' }
    const on = (fields: object) =>
      school.admin.switchTotpOn({ body: { secret, code: codeIn(), currentPassword, ...fields } })
    await expect(on({ code: codeIn(5) })).rejects.toMatchObject(wrong)
    await expect(on({ secret: 'JBSWY3DP' })).rejects.toMatchObject(wrong)
    await expect(on({ currentPassword: 'not mine' })).rejects.toMatchObject(wrong)
    expect(await school.admin.getFactors()).toMatchObject({ totp: false, codesLeft: 0 })
    await on({})
    await expect(on({})).rejects.toMatchObject({ code: 'conflict' })
    const off = (password: string) =>
      school.admin.switchTotpOff({ body: { currentPassword: password } })
    await expect(off('not mine')).rejects.toMatchObject(wrong)
    await expectRefused(await login({}))
    await off(currentPassword)
    expect((await login({})).status).toBe(200)
    expect(await school.admin.getFactors()).toMatchObject({ totp: false, codesLeft: 0 })
    await expect(off(currentPassword)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('has no readable secret or code in the database, and so in backups', async () => {
    const { codes } = await switchOn()
    const { db } = school.server.internals
    const rows = JSON.stringify([
      await db.read.find(AdminRow),
      await db.read.query('SELECT * FROM recovery_code'),
    ])
    for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(rows).not.toContain(text)
    }
  })

  it('is removed from the command line, which ends all sessions', async () => {
    await switchOn()
    const lines: string[] = []
    const stdout = { write: (text: string) => lines.push(text) }
    const cli = createCli({ ...commandOn(school.dataDir), stdin: process.stdin, stdout })
    await cli.parseAsync(['reset-factors'], { from: 'user' })
    expect(lines.join('')).toContain('admin signs in with the password alone')
    await expect(school.admin.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    const { api } = await school.signIn()
    expect((await api.adminOverview()).accountEvents).toMatchObject([
      { kind: 'factorsResetOnServer' },
    ])
  })
})
