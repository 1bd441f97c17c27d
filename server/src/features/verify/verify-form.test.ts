import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileOf } from '../../test/sample-files.ts'
import { problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { MAX_UPLOAD_MB: '1' } })
})
afterEach(() => school.stop())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Sends the form as a browser without script does. @returns where it leads */
async function send(fields: Record<string, string | File>, headers = {}): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const answer = await school.fetch('/verify', {
    ...{ method: 'POST', body, headers, redirect: 'manual' },
  })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store'])
  return answer.headers.get('location') ?? ''
}

const textOf = async (address: string) => (await school.fetch(address)).text()

test('answers without script for files and addresses, and keeps nothing of them', async () => {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটির নোটিশ' },
    file: fileOf('ছুটি', 'notice.txt'),
  })
  const empty = new File([], '')
  const known = await send({ address: '', file: fileOf('ছুটি', 'WhatsApp.txt') })
  expect(known).toBe(`/verify?sha256=${sha256('ছুটি')}`)
  const page = await textOf(known)
  expect(page).toContain('তারিখে প্রকাশ করেছে')
  expect(page).toContain(`<a href="/n/${id}">ছুটির নোটিশ</a>`)
  expect(await textOf(await send({ file: fileOf('ছুটি।', 'a.exe') }))).toContain(
    'এই ফাইল এই ওয়েবসাইটে প্রকাশিত হয়নি',
  )

  const { host } = new URL(school.url)
  const own = await send({ address: `${host}/n/${id}`, file: empty })
  expect(own).toBe(`/verify?address=${encodeURIComponent(`/n/${id}`)}`)
  expect(await textOf(own)).toContain('ছুটির নোটিশ')
  const foreign = await send({ address: `https://evil.example/n/${id}`, file: empty })
  expect(await textOf(foreign)).toContain('এই ওয়েবসাইটের ঠিকানা নয়')
  expect(await textOf(await send({ address: ' ', file: empty }))).toContain('ঠিকানা লিখুন, অথবা')
  expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])

  // Each answer has its own page, whatever was asked before.
  expect(await textOf('/verify')).not.toContain('ছুটির নোটিশ')
  expect(await textOf(known)).toContain('ছুটির নোটিশ')
})

test('refuses large files, other sites and too many of one address', async () => {
  const large = fileOf(Buffer.alloc(3 * 1024 * 1024), 'large.pdf')
  expect(await textOf(await send({ file: large }))).toContain('মেলানোর জন্য খুব বড়')
  expect(await send({ other: fileOf('ক', 'a.txt') })).toBe('/verify?refused=damaged')
  const elsewhere = await school.fetch('/verify', {
    ...{ method: 'POST', body: new FormData(), headers: { 'sec-fetch-site': 'cross-site' } },
  })
  expect([elsewhere.status, (await problemOf(elsewhere)).code]).toEqual([403, 'cross_site'])
  for (let n = 0; n < 58; n += 1) await send({ address: '/n/none' })
  expect(await textOf(await send({ address: '/n/none' }))).toContain('কয়েক মিনিট পরে')
  // Reading the page is not counted.
  expect((await school.fetch(`/verify?sha256=${sha256('ক')}`)).status).toBe(200)
})
