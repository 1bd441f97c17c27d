import fs from 'node:fs/promises'
import path from 'node:path'
import { sampleResults } from '@bidyaloy/shared/features/results/sample-results'
import { formatCode } from '@bidyaloy/shared/features/results/slip-code'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ADMIN, type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { totpCode } from '../../e2e/support/totp-code.ts'
import {
  connect,
  notices,
  openTestDesktopApp,
  paper,
  signedIn,
  type TestDesktopApp,
  titles,
} from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { createMemoryTokenStore, type TokenStore } from './token-store.ts'

let school: SchoolServer
const tokenOf = ({ app }: TestDesktopApp, tokens: TokenStore) =>
  tokens.read(app.state().current ?? '')
beforeEach(async () => {
  school = await startSchoolServer()
  onTestFinished(() => school.remove())
})

describe('the first run', () => {
  test('connects to a school and signs in without exposing the token to the page', async () => {
    const folder = await temporaryFolder()
    const desk = await openTestDesktopApp(folder)
    expect(await (await desk.page('/desktop/state')).json()).toMatchObject({
      current: null,
      profiles: [],
      keepsSignIn: false,
    })
    expect((await desk.page('/api/notices')).type).toBe('error')
    expect(await connect(desk, school.url)).toMatchObject({
      result: 'found',
      profile: { address: school.url, name: '' },
      open: false,
    })
    expect(await desk.api.login({ body: ADMIN })).toEqual({ token: '' })
    expect(await desk.api.session()).toMatchObject({ username: 'admin' })
    const login = await desk.page('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
    expect(login.headers.get('set-cookie')).toBeNull()
    // Nor in the data folder: this test has no encrypted token store.
    const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
    for (const name of names.filter((one) => one.isFile())) {
      const text = await fs.readFile(path.join(name.parentPath, name.name), 'latin1')
      expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
    }
  })

  test.each([
    ['school example bd', 'malformed'],
    ['ftp://school.example.bd', 'malformed'],
    ['https://user:secret@school.example.bd', 'malformed'],
    ['http://school.example.bd', 'not-secure'],
    ['http://127.0.0.1:9', 'no-answer'],
  ])('refuses %s', async (address, reason) => {
    const desk = await openTestDesktopApp(await temporaryFolder())
    const response = await desk.page('/desktop/profiles', {
      method: 'POST',
      body: JSON.stringify({ address }),
    })
    expect(await response.json()).toEqual({ result: 'refused', reason })
  })

  test('serves the bundled dashboard and no file outside its folder', async () => {
    const desk = await openTestDesktopApp(await temporaryFolder())
    for (const address of ['/', '/admin', '/admin/dashboard/createNotice']) {
      const response = await desk.page(address)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      // The dashboard detects the desktop app by this attribute.
      expect(await response.text()).toContain('<html data-shell="desktop" lang="bn"')
    }
    for (const address of [
      '/..%2f..%2fpackage.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/%00',
      '/%5c..%5cx.js',
      '/assets/nothing.js',
    ]) {
      expect((await desk.page(address)).status).toBe(404)
    }
  })
})

/** Returns the files of a folder that have one of these texts, in UTF-8 or UTF-16. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  const contents = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await fs.readFile(path.join(parentPath, name))
      const hits = texts.filter(
        (text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')),
      )
      return hits.map((text) => `${name}: ${text}`)
    }),
  )
  return contents.flat()
}

test('returns a rejection to the form and queues nothing; of results it stores nothing', async () => {
  const folder = await temporaryFolder()
  const desk = await signedIn(school.url, folder)
  const refused = desk.api.createEntry({ params: notices, body: { title: ' ' }, file: paper() })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    fields: { title: expect.any(String) },
  })
  expect(await (await desk.page('/desktop/outbox')).json()).toEqual([])

  const until = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const rows = sampleResults.rows.map((row, n) => ({ ...row, total: `৮১৫.২৯${n}` }))
  const body = { ...sampleResults, until, rows }
  const { sheet, slips, kept } = await desk.api.sealResults({ body })
  const params = { id: sheet._id }
  expect(await desk.api.openSlips({ params, body: { kept } })).toEqual({ slips })
  expect(await desk.api.listResultSheets()).toMatchObject([{ _id: sheet._id, hasSlips: true }])
  await school.stop()
  const again = desk.api.sealResults({ body: { ...body, __v: 0 } })
  await expect(again).rejects.toThrow('no answer')
  expect(await (await desk.page('/desktop/outbox')).json()).toEqual([])
  await desk.close()
  const secrets = [
    ...slips.flatMap(({ name, code }) => [name, code, formatCode(code)]),
    ...rows.map(({ total }) => total),
  ]
  expect(await filesWith(folder, secrets)).toEqual([])
  // Files are searched indeed.
  expect(await filesWith(folder, [ADMIN.username, sampleResults.exam])).not.toEqual([])
})

test('queues a change until the next sign-in', async () => {
  const desk = await openTestDesktopApp(await temporaryFolder())
  await connect(desk, school.url)
  const create = desk.api.createEntry({ params: notices, body: { title: 'ছুটি' }, file: paper() })
  await expect(create).rejects.toMatchObject({ status: 401 })
  expect(await (await desk.page('/desktop/state')).json()).toMatchObject({
    needsSignIn: true,
    waiting: 1,
  })
  await desk.api.login({ body: ADMIN })
  await desk.app.school()?.outbox.settled()
  expect(await school.admin.listEntries({ params: notices })).toMatchObject([{ title: 'ছুটি' }])
})

test('stores the new token after a password change without exposing it', async () => {
  const tokens = createMemoryTokenStore()
  const desk = await signedIn(school.url, await temporaryFolder(), tokens)
  const before = await tokenOf(desk, tokens)
  const newPassword = 'a long and uncommon sentence'
  const body = { currentPassword: ADMIN.password, newPassword }
  expect(await desk.api.changePassword({ body })).toEqual({})
  expect(await tokenOf(desk, tokens)).not.toBe(before)
  await desk.api.createEntry({ params: notices, body: { title: 'ছুটি' }, file: paper() })
  expect(await titles(desk)).toEqual(['ছুটি'])
  expect(desk.app.state()).toMatchObject({ needsSignIn: false, waiting: 0 })
})

test('asks for a sign-in after losing the new token and retains pending changes', async () => {
  const tokens = createMemoryTokenStore()
  const desk = await signedIn(school.url, await temporaryFolder(), tokens)
  // Elsewhere, so that this app does not get the new token.
  const body = { currentPassword: ADMIN.password, newPassword: 'a long and uncommon sentence' }
  const changed = await fetch(`${school.url}/api/admin/password`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await tokenOf(desk, tokens)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(changed.status).toBe(200)
  const create = desk.api.createEntry({ params: notices, body: { title: 'ছুটি' }, file: paper() })
  await expect(create).rejects.toMatchObject({ status: 401 })
  await expect(desk.api.session()).rejects.toMatchObject({ status: 401 })
  expect(desk.app.state()).toMatchObject({ needsSignIn: true, waiting: 1 })
  await desk.api.login({ body: { ...ADMIN, password: body.newPassword } })
  await desk.app.school()?.outbox.settled()
  expect(await titles(desk)).toEqual(['ছুটি'])
})

test('sends its device token at the next sign-in', async () => {
  const tokens = createMemoryTokenStore()
  const desk = await signedIn(school.url, await temporaryFolder(), tokens)
  const wrong = { ...ADMIN, password: 'certainly not it' }
  for (let tries = 0; tries < 10; tries += 1) {
    const body = JSON.stringify(wrong)
    const headers = { 'content-type': 'application/json' }
    await fetch(`${school.url}/api/admin/login`, { method: 'POST', headers, body })
  }
  // Another client behind the same address has used up the attempts.
  expect(await desk.api.login({ body: ADMIN })).toEqual({ token: '' })
})

test('signs in with a code to an account that has a second factor', async () => {
  const desk = await signedIn(school.url, await temporaryFolder())
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const { codes } = await desk.api.switchTotpOn({
    body: { secret, code: totpCode(secret), currentPassword: ADMIN.password },
  })
  await desk.api.logout()
  await expect(desk.api.login({ body: ADMIN })).rejects.toMatchObject({
    fields: { code: expect.any(String) },
  })
  await expect(desk.api.session()).rejects.toMatchObject({ status: 401 })
  expect(await desk.api.login({ body: { ...ADMIN, code: codes[0] } })).toEqual({ token: '' })
  expect(await desk.api.session()).toMatchObject({ username: ADMIN.username })
})

test('separates changes, tokens and caches of two sites', async () => {
  const other = await startSchoolServer()
  onTestFinished(() => other.remove())
  const desk = await signedIn(school.url, await temporaryFolder())
  await desk.api.createEntry({ params: notices, body: { title: 'প্রথম বিদ্যালয়' }, file: paper() })
  const first = desk.app.state().current ?? ''
  await desk.app.tryAddress(other.url)
  expect(await titles(desk)).toEqual([])
  await expect(desk.api.session()).rejects.toMatchObject({ status: 401 })
  expect((await desk.page(`/desktop/profiles/${first}`, { method: 'PUT' })).status).toBe(204)
  expect(await titles(desk)).toEqual(['প্রথম বিদ্যালয়'])
  expect(await desk.api.session()).toMatchObject({ username: 'admin' })
})
