import fs from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { computer, resetElectron } from '../test/electron-double.ts'
import { temporaryFolder } from '../test/folders.ts'
import { openSafeTokenStore } from './safe-token-store.ts'

vi.mock('electron', () => import('../test/electron-double.ts'))

const PROFILE = '0123456789abcdef'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.secret.signature'

let folder: string
let reports: string[]
beforeEach(async () => {
  folder = await temporaryFolder()
  resetElectron(folder)
  reports = []
})
const open = () => openSafeTokenStore(folder, (event) => void reports.push(event))

test('stores tokens across restarts, encrypted on disk', async () => {
  const store = await open()
  expect([store.persists, await store.read(PROFILE)]).toEqual([true, null])
  await store.store(PROFILE, TOKEN)
  const file = path.join(folder, `${PROFILE}.token`)
  expect(await fs.readFile(file, 'latin1')).not.toContain('secret')
  if (process.platform !== 'win32') expect((await fs.stat(file)).mode & 0o077).toBe(0)

  const again = await open()
  expect(await again.read(PROFILE)).toBe(TOKEN)
  await again.forget(PROFILE)
  expect([await again.read(PROFILE), await fs.readdir(folder)]).toEqual([null, []])
})

test('requires only a new sign-in after a lost key or damaged file', async () => {
  await (await open()).store(PROFILE, TOKEN)
  Object.assign(computer, { key: 'another' })
  const store = await open()
  expect(await store.read(PROFILE)).toBeNull()
  expect(reports).toEqual(['a token could not be read'])
  await store.store(PROFILE, 'new')
  expect(await (await open()).read(PROFILE)).toBe('new')
})

test('holds a token in memory if it cannot be written', async () => {
  const store = await open()
  await fs.rm(folder, { recursive: true })
  await store.store(PROFILE, TOKEN)
  expect([await store.read(PROFILE), reports]).toEqual([TOKEN, ['a token could not be stored']])
})

const withoutSecrets: [string, Partial<typeof computer>][] = [
  ['no encryption', { encryption: false }],
  ['a hard-coded password', { backend: 'basic_text' }],
  ['an unknown backend', { backend: 'unknown' }],
]
// Only Linux has several backends.
const known = process.platform === 'linux' ? withoutSecrets : withoutSecrets.slice(0, 1)

test.each(known)('writes nothing with %s', async (_, system) => {
  Object.assign(computer, system)
  const store = await open()
  await store.store(PROFILE, TOKEN)
  expect([store.persists, await store.read(PROFILE), await fs.readdir(folder)]).toEqual([
    false,
    TOKEN,
    [],
  ])
})
