import { RecoveryCodes } from '@bidyaloy/shared/school/factors'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import {
  type Authenticator,
  createAuthenticator,
  type Deviation,
} from '../../test/authenticator.ts'
import {
  type Browser,
  beginPasskey,
  beginPasskeySignIn,
  postAsBrowser,
} from '../../test/passkey-requests.ts'
import {
  ADMIN,
  backupTaskEnded,
  commandOn,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const ORIGIN = 'https://school.example'
const { password: currentPassword } = ADMIN

let school: TestServer
let elapsed = 0
const now = () => new Date(Date.now() + elapsed)
const start = (env: Record<string, string> = { PUBLIC_URL: ORIGIN }) =>
  startTestServer({ clock: now, env })
beforeEach(async () => {
  elapsed = 0
  school = await start()
})
afterEach(() => school.stop())

const MINUTE = 60_000
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const totp = () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate()

const post = (path: string, body: unknown, browser?: Browser) =>
  postAsBrowser(school, path, body, browser)

async function add(phone: Authenticator, name = 'ফোন', deviation: Deviation = {}) {
  const { options, browser } = await beginPasskey(school)
  return post('/factors/passkeys', { name, credential: phone.create(options, deviation) }, browser)
}

async function added(
  name?: string,
  deviation?: Deviation,
): Promise<{ phone: Authenticator; codes: readonly string[] }> {
  const phone = createAuthenticator(ORIGIN)
  const response = await add(phone, name, deviation)
  expect(response.status).toBe(201)
  return { phone, codes: RecoveryCodes.parse(await response.json()).codes }
}

/** Adds another head, who has a passkey. */
async function addMate() {
  const mate = { username: 'rahima', password: 'a head may write this' }
  const { _id: id } = await school.admin.createAdmin({ body: { ...mate, currentPassword } })
  const { token } = await school.signIn(mate)
  const phone = createAuthenticator(ORIGIN)
  const { options, browser } = await beginPasskey(school, { token, password: mate.password })
  const body = { name: 'ক', credential: phone.create(options) }
  expect((await post('/factors/passkeys', body, browser)).status).toBe(201)
  return { ...mate, id, phone }
}

async function signIn(phone: Authenticator, deviation: Deviation = {}, headers = {}) {
  const { options, cookie } = await beginPasskeySignIn(school)
  return post('/login/passkey', { credential: phone.get(options, deviation) }, { cookie, headers })
}

const signInByPassword = (fields: object = {}) => post('/login', { ...ADMIN, ...fields })

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(401)
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await problemOf(response)).code).toBe('invalid_credentials')
}

describe('a passkey', () => {
  it('signs in without a password, as both factors', async () => {
    const { phone, codes } = await added('অফিসের ফোন')
    expect(codes).toHaveLength(10)
    const response = await signIn(phone)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().join()).toContain('adminToken=')
    expect((await school.admin.listDevices()).map(({ twoStep }) => twoStep)).toEqual([false, true])
    expect((await school.admin.listActivity({})).slice(0, 2)).toMatchObject([
      { action: 'signedInTwoSteps', by: 'admin' },
      { action: 'passkeyAdded', title: 'অফিসের ফোন' },
    ])
    const { passkeys = [], passkeyOrigin } = await school.admin.getFactors()
    expect(passkeyOrigin).toBe(ORIGIN)
    expect(passkeys).toMatchObject([
      { name: 'অফিসের ফোন', lastUsedAt: expect.stringMatching(/^20/) },
    ])
    expect(JSON.stringify(passkeys)).not.toContain('credential')
  })

  it('keeps the password alone out from then on; a one-time code stands in for it', async () => {
    const elsewhere = await school.signIn()
    const { codes } = await added()
    await expect(elsewhere.api.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    const refused = await signInByPassword()
    expect(refused.status).toBe(400)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(Object.keys((await problemOf(refused)).fields ?? {})).toEqual(['code', 'passkey'])
    expect((await signInByPassword({ code: '000000' })).status).toBe(400)
    expect((await signInByPassword({ code: codes[0] })).status).toBe(200)
    expect(await school.admin.listAdmins()).toMatchObject([{ twoStep: true }])
  })

  it('shares the codes with a code app, either of which can go first', async () => {
    const { codes } = await added()
    const body = { secret: SECRET, code: totp(), currentPassword }
    expect(await school.admin.switchTotpOn({ body })).toEqual({ codes: [] })
    await school.admin.switchTotpOff({ body: { currentPassword } })
    expect((await signInByPassword({ code: totp() })).status).toBe(400)
    expect((await signInByPassword({ code: codes[0] })).status).toBe(200)
    expect(await school.admin.getFactors()).toMatchObject({ totp: false, codesLeft: 9 })
  })

  it('is one of several; the codes stay until the last is removed', async () => {
    const { codes } = await added('এক')
    const second = await added('দুই')
    expect(second.codes).toEqual([])
    expect((await signIn(second.phone)).status).toBe(200)
    const { passkeys = [], codesLeft } = await school.admin.getFactors()
    expect([passkeys.map(({ name }) => name), codesLeft]).toEqual([['এক', 'দুই'], 10])
    const [first, last] = passkeys.map(({ _id }) => _id)
    const remove = (id = '', password = currentPassword) =>
      school.admin.removePasskey({ params: { id }, body: { currentPassword: password } })
    await expect(remove(last, 'not mine')).rejects.toMatchObject({ code: 'validation_failed' })
    await remove(last)
    await expectRefused(await signIn(second.phone))
    expect((await signInByPassword({ code: codes[0] })).status).toBe(200)
    await expect(remove(last)).rejects.toMatchObject({ code: 'not_found' })
    await remove(first)
    expect(await school.admin.getFactors()).toMatchObject({ passkeys: [], codesLeft: 0 })
    expect((await signInByPassword()).status).toBe(200)
    expect((await school.admin.listActivity({})).map(({ action }) => action)).toContain(
      'passkeyRemoved',
    )
  })

  it('stays after a restart, and goes with reset-factors', async () => {
    const { phone, ...mate } = await addMate()
    school = await school.restart()
    expect((await signIn(phone)).status).toBe(200)
    const stdout = { write: () => true }
    const cli = createCli({ ...commandOn(school.dataDir), stdin: process.stdin, stdout })
    await cli.parseAsync(['reset-factors', '--username', mate.username], { from: 'user' })
    await expectRefused(await signIn(phone))
    expect((await signInByPassword(mate)).status).toBe(200)
  })

  it('stays when a backup from before it is restored', async () => {
    await school.admin.makeBackup()
    await backupTaskEnded(school.admin)
    const { phone } = await added()
    const id = (await school.admin.listBackups()).backups[0]?._id ?? ''
    await school.admin.restoreBackup({ params: { id }, body: { currentPassword } })
    await backupTaskEnded(school.admin)
    expect((await signIn(phone)).status).toBe(200)
    expect((await signInByPassword()).status).toBe(400)
  })

  it('does not open a disabled account, or one whose one-time password is over', async () => {
    const { id, phone } = await addMate()
    const change = (disabled: boolean) =>
      school.admin.updateAdmin({ params: { id }, body: { disabled, currentPassword } })
    await change(true)
    await expectRefused(await signIn(phone))
    await change(false)
    await school.admin.resetPassword({ params: { id }, body: { currentPassword } })
    const response = await signIn(phone)
    expect(response.status).toBe(200)
    // The session can only set an own password, for which it needs the one-time password.
    const cookie = response.headers.getSetCookie()[0] ?? ''
    expect((await school.fetch('/api/admin/overview', { headers: { cookie } })).status).toBe(403)
    elapsed = 8 * 24 * 60 * MINUTE
    await expectRefused(await signIn(phone))
  })
})

describe('a sign-in by passkey is refused', () => {
  it('if the signed challenge is sent again, also at the same time', async () => {
    // Synced passkeys do not count.
    const uncounted = { counter: 0 }
    const { phone } = await added('ফোন', uncounted)
    const { options, cookie } = await beginPasskeySignIn(school)
    const body = { credential: phone.get(options, uncounted) }
    const sent = await Promise.all([1, 2].map(() => post('/login/passkey', body, { cookie })))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 401])
    await expectRefused(await post('/login/passkey', body, { cookie }))
    const fresh = await beginPasskeySignIn(school)
    await expectRefused(await post('/login/passkey', body, fresh))
  })

  it('in another browser than the one that got the challenge', async () => {
    const { phone } = await added()
    const { options } = await beginPasskeySignIn(school)
    const credential = phone.get(options)
    await expectRefused(await post('/login/passkey', { credential }))
    const { cookie } = await beginPasskeySignIn(school)
    await expectRefused(await post('/login/passkey', { credential }, { cookie }))
    const forged = `${cookie.slice(0, -6)}AAAAAA`
    await expectRefused(await post('/login/passkey', { credential }, { cookie: forged }))
  })

  it('after five minutes', async () => {
    const { phone } = await added()
    const { options, cookie } = await beginPasskeySignIn(school)
    elapsed = 6 * MINUTE
    await expectRefused(
      await post('/login/passkey', { credential: phone.get(options) }, { cookie }),
    )
  })

  it('with the challenge of a new passkey', async () => {
    const { phone } = await added()
    const { options, browser } = await beginPasskey(school)
    const request = { ...options, rpId: options.rp.id, userVerification: 'required' as const }
    await expectRefused(await post('/login/passkey', { credential: phone.get(request) }, browser))
  })

  it.each<[string, Deviation]>([
    ['of another origin', { origin: 'https://school.example.evil.example' }],
    ['of http', { origin: 'http://school.example' }],
    ['of another port', { origin: `${ORIGIN}:8443` }],
    ['for another site', { rpId: 'evil.example' }],
    ['for the account of someone else', { userHandle: 'c29tZW9uZSBlbHNl' }],
    ['over another challenge', { challenge: 'c29tZSBvdGhlciBjaGFsbGVuZ2U' }],
    ['without a check of the user', { verified: false }],
  ])('%s', async (_, deviation) => {
    const { phone } = await added()
    await expectRefused(await signIn(phone, deviation))
    expect((await signIn(phone)).status).toBe(200)
  })

  it('of another origin, whatever the Host header says', async () => {
    const { phone } = await added()
    const hostile = { origin: 'https://evil.example', rpId: 'evil.example' }
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await expectRefused(await signIn(phone, hostile, headers))
  })

  it('by a key that another phone holds, or that signed nothing', async () => {
    const { phone } = await added()
    const other = createAuthenticator(ORIGIN)
    const { options, cookie } = await beginPasskeySignIn(school)
    const { id, rawId, response } = phone.get(options)
    const { userHandle } = response
    await expectRefused(await signIn(other, { userHandle }))
    const body = { credential: { ...other.get(options, { userHandle }), id, rawId } }
    await expectRefused(await post('/login/passkey', body, { cookie }))
  })

  it('if the counter has not grown: the key has a copy', async () => {
    const { phone } = await added()
    expect((await signIn(phone, { counter: 9 })).status).toBe(200)
    await expectRefused(await signIn(phone, { counter: 9 }))
    await expectRefused(await signIn(phone, { counter: 3 }))
    expect((await signIn(phone, { counter: 10 })).status).toBe(200)
  })

  it('from a page of another site', async () => {
    const { phone } = await added()
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await signIn(phone, {}, headers)).status).toBe(403)
  })

  it('after ten wrong ones in 15 minutes, from any address', async () => {
    await school.stop()
    school = await start({ PUBLIC_URL: ORIGIN, TRUST_PROXY: '1' })
    const { phone } = await added()
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
    for (let n = 0; n < 10; n += 1) {
      await expectRefused(await signIn(phone, { verified: false }, from(n)))
    }
    const right = await signIn(phone, {}, from(99))
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    elapsed = 16 * MINUTE
    expect((await signInByPassword({ code: '000000' })).status).toBe(400)
  })
})

describe('a new passkey', () => {
  it('needs the password before, and the same session and browser after', async () => {
    const wrong = await post(
      '/factors/passkeys/options',
      { currentPassword: 'not mine' },
      { token: school.token },
    )
    expect(Object.keys((await problemOf(wrong)).fields ?? {})).toEqual(['currentPassword'])
    const phone = createAuthenticator(ORIGIN)
    const { options, browser } = await beginPasskey(school)
    const body = { name: 'ক', credential: phone.create(options) }
    const { token } = await school.signIn()
    for (const other of [
      { token: browser.token },
      { ...browser, token },
      { token: browser.token, cookie: (await beginPasskeySignIn(school)).cookie },
    ]) {
      const refused = await post('/factors/passkeys', body, other)
      expect(Object.keys((await problemOf(refused)).fields ?? {})).toEqual(['credential'])
    }
    expect((await post('/factors/passkeys', body, browser)).status).toBe(201)
    expect((await post('/factors/passkeys', body, browser)).status).toBe(400)
    // The same key over a new challenge.
    expect((await add(phone)).status).toBe(409)
  })

  it.each<[string, Deviation]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['over another challenge', { challenge: 'c29tZSBvdGhlciBjaGFsbGVuZ2U' }],
    ['without a check of the user', { verified: false }],
  ])('is refused %s', async (_, deviation) => {
    expect((await add(createAuthenticator(ORIGIN), 'ক', deviation)).status).toBe(400)
    expect((await school.admin.getFactors()).passkeys).toEqual([])
    expect((await signInByPassword()).status).toBe(200)
  })

  it('is refused after a change of the password', async () => {
    const phone = createAuthenticator(ORIGIN)
    const { options, browser } = await beginPasskey(school)
    const newPassword = 'quite another long password'
    await school.admin.changePassword({ body: { currentPassword, newPassword } })
    const body = { name: 'ক', credential: phone.create(options) }
    expect((await post('/factors/passkeys', body, browser)).status).toBe(401)
    expect(
      (await post('/factors/passkeys', body, { ...browser, token: school.token })).status,
    ).toBe(400)
  })

  it('is one of ten at most', async () => {
    for (let n = 0; n < 10; n += 1) await added()
    const body = { currentPassword }
    const refused = await post('/factors/passkeys/options', body, { token: school.token })
    expect(refused.status).toBe(409)
  })

  it('has challenges in a cookie that scripts and other sites cannot use', async () => {
    const { response } = await beginPasskey(school)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/; HttpOnly; SameSite=Strict; Path=\/api\/admin; Max-Age=300$/),
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('passkeys work nowhere', () => {
  it.each([
    ['without a public URL', {}],
    ['at an IP address', { PUBLIC_URL: 'https://192.168.0.10' }],
    ['over http', { PUBLIC_URL: 'http://school.example' }],
  ])('%s', async (_, env) => {
    await school.stop()
    school = await start(env)
    expect((await school.admin.getFactors()).passkeyOrigin).toBeNull()
    const headers = { host: 'school.example', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    const signingIn = await post('/login/passkey/options', undefined, { headers })
    expect(signingIn.status).toBe(403)
    const adding = await post(
      '/factors/passkeys/options',
      { currentPassword },
      { token: school.token, headers },
    )
    expect((await problemOf(adding)).error).toContain('PUBLIC_URL')
  })
})
