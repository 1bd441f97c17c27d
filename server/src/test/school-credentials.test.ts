import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { backupFilePath, paths } from '@bidyaloy/shared/api/paths'
import { RecoveryCodes } from '@bidyaloy/shared/school/factors'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runCli } from '../cli/create-cli.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { startBucket, type TestBucket } from './bucket.ts'
import { beginPasskey, beginPasskeySignIn, postAsBrowser } from './passkey-requests.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type PushService, pushEnv, senderOf, startPushService } from './push-service.ts'
import { fileOf, twoColors } from './sample-files.ts'
import { type SchoolsServer, startSchoolsServer } from './schools-server.ts'
import { ADMIN, backupTaskEnded, problemOf, type TestClient } from './test-server.ts'

/* Backups, passkeys, codes and subscriptions of one school are useless at another. */
let postgres: PostgresServer
let bucket: TestBucket
let phones: PushService
let server: SchoolsServer
let north: TestClient
let south: TestClient
const { password: currentPassword } = ADMIN
const confirmation = { body: { currentPassword } }

beforeAll(async () => {
  postgres = await startPostgres()
  bucket = await startBucket()
  phones = await startPushService()
  const env = { STORAGE_URL: bucket.url, TRUST_PROXY: '1', ...pushEnv }
  server = await startSchoolsServer(postgres.url, { env })
}, 60_000)
afterAll(async () => {
  await server.stop()
  phones.stop()
  await bucket.stop()
  await postgres.stop()
})

let pairs = 0
beforeEach(async () => {
  pairs += 1
  const names = [`north-${pairs}`, `south-${pairs}`] as const
  ;[north, south] = await Promise.all([server.addSignedIn(names[0]), server.addSignedIn(names[1])])
  phones.messages = []
})

const originOf = (side: 'north' | 'south') => `https://${side}-${pairs}.example`

/** Makes a backup. @returns its id */
async function backUp({ admin }: TestClient): Promise<string> {
  await admin.makeBackup()
  await backupTaskEnded(admin)
  return (await admin.listBackups()).backups[0]?._id ?? ''
}

/** Downloads a backup with a token of a school. */
const download = (school: TestClient, id: string, token: string) =>
  school.fetchAsAdmin(backupFilePath(id, token))

/** Downloads the newest backup, which is made first. */
async function newBackup(school: TestClient): Promise<File> {
  const id = await backUp(school)
  const { token } = await school.admin.issueBackupToken(confirmation)
  return new File([await (await download(school, id, token)).blob()], 'backup.zip')
}

async function upload(school: TestClient, file: File, token: string): Promise<Response> {
  const body = new FormData()
  body.set('file', file)
  return school.fetchAsAdmin(`${paths.uploadBackup.path}?token=${token}`, { method: 'POST', body })
}

const titlesOf = async ({ visitor }: TestClient) =>
  (await visitor.listEntries({ params: { collection: 'gallery' } })).map(({ title }) => title)

async function addPhoto({ admin }: TestClient, title: string): Promise<void> {
  const file = fileOf(await twoColors(64, 48).jpeg().toBuffer(), 'photo.jpg')
  await admin.createEntry({ params: { collection: 'gallery' }, body: { title }, file })
}

it('neither lists, downloads, verifies nor restores a backup of another school', async () => {
  await addPhoto(north, 'উত্তর')
  await addPhoto(south, 'দক্ষিণ')
  const [theirs, own] = [await backUp(north), await backUp(south)]
  const state = await north.admin.listBackups()
  const { name } = state.backups[0] ?? { name: '' }
  expect((await south.admin.listBackups()).backups.map(({ _id }) => _id)).toEqual([own])
  const { token: theirToken } = await north.admin.issueBackupToken(confirmation)
  const { token } = await south.admin.issueBackupToken(confirmation)
  const elsewhere = `../../north-${pairs}/backups/${name}`
  for (const id of [theirs, name, elsewhere, encodeURIComponent(elsewhere)]) {
    expect([id, (await download(south, id, token)).status]).toEqual([id, 404])
    for (const step of ['verify', 'restore']) {
      const target = `/backups/${encodeURIComponent(id)}/${step}`
      const { status } = await postAsBrowser(south, target, { currentPassword }, south)
      expect([id, step, status]).toEqual([id, step, 404])
    }
  }
  // The token of another school is refused, also for what this admin may download.
  for (const response of [
    await download(south, own, theirToken),
    await download(north, theirs, token),
    await upload(south, new File(['PK'], 'backup.zip'), theirToken),
  ]) {
    expect(Object.keys((await problemOf(response)).fields ?? {})).toEqual(['token'])
  }
  expect(await north.admin.listBackups()).toEqual(state)
  expect((await download(north, theirs, theirToken)).status).toBe(200)
  expect([await titlesOf(north), await titlesOf(south)]).toEqual([['উত্তর'], ['দক্ষিণ']])
})

it('restores an uploaded backup without changing the school that it comes from', async () => {
  await addPhoto(north, 'উত্তর')
  await addPhoto(south, 'দক্ষিণ')
  const file = await newBackup(north)
  await north.admin.createAdmin({
    body: { username: 'rahima', password: 'a head may write this', currentPassword },
  })
  const before = [await north.admin.listBackups(), await north.admin.listActivity({})]
  const { token } = await south.admin.issueBackupToken(confirmation)
  const taken = await upload(south, file, token)
  expect(taken.status).toBe(201)
  const [uploaded] = (await south.admin.listBackups()).backups.filter(
    ({ kind }) => kind === 'uploaded',
  )
  await south.admin.restoreBackup({ params: { id: uploaded?._id ?? '' }, ...confirmation })
  await backupTaskEnded(south.admin)
  expect(await titlesOf(south)).toEqual(['উত্তর'])
  expect((await south.admin.listAdmins()).map(({ username }) => username)).toEqual(['admin'])
  expect([await north.admin.listBackups(), await north.admin.listActivity({})]).toEqual(before)
  expect(await titlesOf(north)).toEqual(['উত্তর'])
  await expect(south.signIn({ ...ADMIN, username: 'rahima' })).rejects.toThrow()
})

/** Adds a passkey to the admin of a school. @returns the one-time codes */
async function addPasskey(school: TestClient, phone: Authenticator): Promise<readonly string[]> {
  const { options, browser } = await beginPasskey(school)
  const body = { name: 'ফোন', credential: phone.create(options) }
  const added = await postAsBrowser(school, '/factors/passkeys', body, browser)
  return RecoveryCodes.parse(await added.json()).codes
}

it('refuses a passkey or challenge of another school', async () => {
  const phone = { north: createAuthenticator(originOf('north')) }
  const own = createAuthenticator(originOf('south'))
  await addPasskey(north, phone.north)
  await addPasskey(south, own)
  const signIn = async (school: TestClient, credential: unknown, cookie: string) =>
    (await postAsBrowser(school, '/login/passkey', { credential }, { cookie })).status
  const here = await beginPasskeySignIn(south)
  const there = await beginPasskeySignIn(north)
  // An authenticator does not sign for another host, but an attacker’s program may.
  const forged = { origin: originOf('south'), rpId: `south-${pairs}.example` }
  const { userHandle } = own.get(here.options).response
  for (const [case_, credential, cookie] of [
    ['their passkey', phone.north.get(here.options), here.cookie],
    ['their passkey, signed for here', phone.north.get(here.options, forged), here.cookie],
    [
      'their passkey, for the account of here',
      phone.north.get(here.options, { ...forged, userHandle }),
      here.cookie,
    ],
    ['their challenge', own.get(there.options, forged), there.cookie],
  ] as const) {
    expect([case_, await signIn(south, credential, cookie)]).toEqual([case_, 401])
  }
  expect(await signIn(south, own.get(here.options), (await beginPasskeySignIn(south)).cookie)).toBe(
    401,
  )
  const fresh = await beginPasskeySignIn(south)
  expect(await signIn(south, own.get(fresh.options), fresh.cookie)).toBe(200)
  // A passkey cannot be added with a challenge of the other school either.
  const started = await beginPasskey(north)
  const { options } = await beginPasskey(south)
  const challenge = { ...options, challenge: started.options.challenge }
  const body = { name: 'ফোন', credential: createAuthenticator(originOf('south')).create(challenge) }
  const browser = { ...started.browser, token: south.token }
  const added = await postAsBrowser(south, '/factors/passkeys', body, browser)
  expect(Object.keys((await problemOf(added)).fields ?? {})).toEqual(['credential'])
  expect((await south.admin.getFactors()).passkeys).toHaveLength(1)
})

it('refuses a code of another school, and leaves it valid there', async () => {
  const secrets = {
    north: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    south: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
  }
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const switchOn = ({ admin }: TestClient, secret: string) =>
    admin.switchTotpOn({ body: { secret, code: codeOf(secret), currentPassword } })
  const { codes } = await switchOn(north, secrets.north)
  await switchOn(south, secrets.south)
  const signIn = async (school: TestClient, code = '') =>
    (await postAsBrowser(school, '/login', { ...ADMIN, code })).status
  // The code of the next 30 seconds, since the current one is used.
  const next = () => codeOf(secrets.north, Date.now() + 30_000)
  expect([await signIn(south, codes[0]), await signIn(south, next())]).toEqual([400, 400])
  expect([await signIn(north, codes[0]), await signIn(north, next())]).toEqual([200, 200])
  expect((await south.admin.getFactors()).codesLeft).toBe(10)
})

it('gives no credentials to a school that was created from its backup', async () => {
  const mate = { username: 'rahima', password: 'a head may write this' }
  await north.admin.createAdmin({ body: { ...mate, currentPassword } })
  const phone = createAuthenticator(originOf('north'))
  const [code] = await addPasskey(north, phone)
  const { token } = await north.admin.issueBackupToken(confirmation)
  const file = path.join(server.dataDir, 'north.zip')
  await fs.writeFile(file, await (await newBackup(north)).bytes())
  const name = `copy-${pairs}`
  const settings = { DATA_DIR: server.dataDir, DATABASE_URL: postgres.url, SCHOOLS: '1' }
  const env = { ...settings, STORAGE_URL: bucket.url }
  const words = ['schools', 'add', name, '--host', `${name}.example`, '--from', file]
  await runCli({ env, stdin: Readable.from([]), stdout: { write: () => true } }, words)
  const isServed = async () => (await server.fetch(`${name}.example`, '/api/about')).status
  await expect.poll(isServed, { timeout: 10_000 }).toBe(200)
  // The account is the same, but its sessions and codes are not.
  const copy = await server.signIn(`${name}.example`, mate)
  expect(await copy.admin.listAdmins()).toMatchObject([{ twoStep: true }, { twoStep: false }])
  const withToken = { headers: { authorization: `Bearer ${north.token}` } }
  expect((await north.fetch('/api/admin/session', withToken)).status).toBe(200)
  expect((await copy.fetch('/api/admin/session', withToken)).status).toBe(401)
  const own = await backUp(copy)
  expect((await download(copy, own, token)).status).toBe(400)
  const { options, cookie } = await beginPasskeySignIn(copy)
  const credential = phone.get({ ...options, rpId: new URL(originOf('north')).host })
  const signIn = await postAsBrowser(copy, '/login/passkey', { credential }, { cookie })
  expect(signIn.status).toBe(401)
  expect((await postAsBrowser(copy, '/login', { ...ADMIN, code })).status).toBe(400)
  expect((await postAsBrowser(north, '/login', { ...ADMIN, code })).status).toBe(200)
})

it('notifies only the subscribers of each school, with its own key, and removes no subscription of another', async () => {
  const subscribe = ({ visitor }: TestClient, phone: string) =>
    visitor.subscribe({ body: phones.subscriptionOf(phone) })
  const publish = ({ admin }: TestClient, title: string) =>
    admin.createEntry({ params: { collection: 'notices' }, body: { title, body: 'ক' } })
  const told = () =>
    phones.messages.map(({ to, text }) => `${to}: ${JSON.parse(text).title}`).sort()
  // A parent of children at both schools uses one browser.
  await subscribe(north, 'both')
  await subscribe(south, 'both')
  await subscribe(north, 'only north')
  const subscribers = async ({ admin }: TestClient) => (await admin.adminOverview()).subscribers
  const both = async () => [await subscribers(north), await subscribers(south)]
  await expect.poll(both, { timeout: 30_000 }).toEqual([2, 1])
  phones.messages = []
  await publish(north, 'উত্তর ১')
  await publish(south, 'দক্ষিণ ১')
  const first = ['both: উত্তর ১', 'both: দক্ষিণ ১', 'only north: উত্তর ১'].sort()
  await expect.poll(told, { timeout: 30_000 }).toEqual(first)
  const keys = await Promise.all(
    [north, south].map(async ({ visitor }) => (await visitor.getPushKey()).key),
  )
  expect(new Set(keys).size).toBe(2)
  for (const message of phones.messages) {
    const key = keys[JSON.parse(message.text).title.startsWith('উত্তর') ? 0 : 1] ?? ''
    expect(senderOf(message, key).aud).toBe(new URL(phones.subscriptionOf('both').endpoint).origin)
  }
  for (const phone of ['both', 'only north']) {
    const { endpoint } = phones.subscriptionOf(phone)
    await south.visitor.unsubscribe({ body: { endpoint } })
  }
  phones.messages = []
  await publish(south, 'দক্ষিণ ২')
  await publish(north, 'উত্তর ২')
  await expect.poll(told, { timeout: 30_000 }).toEqual(['both: উত্তর ২', 'only north: উত্তর ২'])
  expect(await both()).toEqual([2, 0])
})
