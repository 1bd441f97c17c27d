import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { previewPath } from '@bidyaloy/shared/api/paths'
import { type CollectionName, collectionNames } from '@bidyaloy/shared/collections/registry'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import Koa from 'koa'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import { pageHeaders } from '../http/security-headers.ts'
import { createLog } from '../log.ts'
import { fileOf, noticePdf, twoColors } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { previewPages } from './preview-page.ts'
import { createReadApi } from './read-api.ts'

const notices = { collection: 'notices' } as const
const SECRET = 'অপ্রকাশিত কথা'
const NOTE = pageCopy['preview.note']

let school: TestServer
let now: Date
let lines: string[]
beforeEach(async () => {
  now = new Date()
  lines = []
  const log = createLog({ ...readConfig({}), production: true }, { write: (l) => lines.push(l) })
  school = await startTestServer({ clock: () => now, log })
})
afterEach(() => school.stop())

const picture = async (name: string) => fileOf(await twoColors(800, 600).png().toBuffer(), name)
const pdf = async () => fileOf(await noticePdf(), 'secret.pdf')

/** Returns the address of a preview, as the dashboard requests it. */
const previewOf = async (id: string, collection: CollectionName = 'notices') =>
  (await school.admin.previewEntry({ params: { collection, id } })).url

const status = async (address: string) =>
  (await school.fetch(address, { redirect: 'manual' })).status

/** Returns the addresses of uploads that a page shows or links to. */
function uploadsIn(html: string): string[] {
  return [...new Set(html.match(/\/(?:gallery-)?uploads\/[^"\s]+/g))]
}

async function draftNotice() {
  return school.admin.createEntry({
    params: notices,
    body: { title: SECRET, body: 'লেখা', status: 'draft' },
    file: await picture('১.png'),
  })
}

it('shows the page of a draft with its files to who has the address', async () => {
  const draft = await draftNotice()
  const preview = await school.admin.previewEntry({ params: { ...notices, id: draft._id } })
  expect(Date.parse(preview.expiresAt) - now.getTime()).toBeGreaterThan(HOUR_MS - MINUTE_MS)
  const page = await school.fetch(preview.url)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain(`<h1>${SECRET}</h1>`)
  expect(html).toContain(NOTE)
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
  const { headers } = page
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const uploads = uploadsIn(html)
  // The picture, and its smaller copies.
  expect(uploads.length).toBeGreaterThan(1)
  for (const address of uploads) {
    const file = await school.fetch(address)
    expect([address, file.status, file.headers.get('cache-control')]).toEqual([
      address,
      200,
      'no-store',
    ])
  }
  expect(html).not.toContain(`"/n/${draft._id}/file"`)
  // Neither is stored for those without the token.
  expect((await school.fetch(`/n/${draft._id}`)).status).toBe(404)
  for (const address of uploads) expect(await status(address.split('?')[0] ?? '')).toBe(404)
  expect(lines.join('')).not.toContain(preview.url)
})

it('compresses the page for browsers that accept it', async () => {
  const url = await previewOf((await draftNotice())._id)
  for (const encoding of ['br', 'gzip']) {
    const page = await school.fetch(url, { headers: { 'accept-encoding': encoding } })
    expect(page.headers.get('content-encoding')).toBe(encoding)
    expect(await page.text()).toContain(SECRET)
  }
})

it('shows a change of a published notice; the published page stays as it is', async () => {
  const { _id: id } = await school.admin.createEntry({
    params: notices,
    body: { title: 'রুটিন', body: 'প্রথম' },
  })
  const params = { ...notices, id }
  const changed = await school.admin.updateEntry({
    params,
    body: { title: SECRET, status: 'waiting' },
    file: await pdf(),
  })
  const url = await previewOf(id)
  const html = await (await school.fetch(url)).text()
  expect(html).toContain(SECRET)
  const [file = ''] = uploadsIn(html).filter((address) => address.includes('.pdf'))
  expect(file.startsWith(`/${changed.filePath}`)).toBe(true)
  expect(await status(file)).toBe(200)
  expect(await (await school.fetch(`/n/${id}`)).text()).not.toContain(SECRET)
  // A draft that is written further is shown as it is then.
  await school.admin.updateEntry({ params, body: { title: 'আরও নতুন', status: 'waiting' } })
  expect(await (await school.fetch(url)).text()).toContain('আরও নতুন')
})

it('rejects what is expired, tampered with, or for another purpose', async () => {
  const draft = await draftNotice()
  const other = await school.admin.createEntry({
    params: notices,
    body: { title: 'অন্য', status: 'draft' },
    file: await picture('২.png'),
  })
  const url = await previewOf(draft._id)
  const token = url.slice(previewPath('').length)
  const [, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: other._id })).toString('base64url')
  const invalid = [
    token.slice(0, -3),
    token.replace(payload, forged),
    school.token,
    'x',
    '',
    '%00',
    `${token}/x`,
  ]
  for (const one of invalid) {
    const page = await school.fetch(previewPath(one))
    expect([one, page.status]).toEqual([one, 404])
    expect(await page.text()).toContain('পাতাটি পাওয়া যায়নি')
    expect(await status(`/${draft.filePath}?preview=${one}`)).toBe(404)
  }
  // The file of another draft, and the token as a session.
  expect(await status(`/${draft.filePath}?preview=${token}`)).toBe(200)
  expect(await status(`/${other.filePath}?preview=${token}`)).toBe(404)
  expect(await status(`/${draft.filePath}?preview=${token}&preview=${token}`)).toBe(404)
  const asSession = await school.fetch('/api/admin/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(asSession.status).toBe(401)

  now = new Date(now.getTime() + HOUR_MS - MINUTE_MS)
  expect([await status(url), await status(`/${draft.filePath}?preview=${token}`)]).toEqual([
    200, 200,
  ])
  now = new Date(now.getTime() + 2 * MINUTE_MS)
  expect([await status(url), await status(`/${draft.filePath}?preview=${token}`)]).toEqual([
    410, 404,
  ])
})

it('is ended by who may decide about the draft; a link made later is another one', async () => {
  const { _id: id, filePath } = await draftNotice()
  const params = { ...notices, id }
  const url = await previewOf(id)
  const [listed] = await school.admin.listEntries({ params: notices, query: { state: 'draft' } })
  expect(listed?.draft?.previewUntil).toBe(new Date(now.getTime() + HOUR_MS).toISOString())
  // The same link is open after the draft was written further.
  await school.admin.updateEntry({ params, body: { title: 'আরও', status: 'draft' } })
  expect(await status(await previewOf(id))).toBe(200)
  expect(await status(url)).toBe(200)

  await school.admin.endPreview({ params })
  const token = url.slice(previewPath('').length)
  expect([await status(url), await status(`/${filePath}?preview=${token}`)]).toEqual([410, 404])
  expect((await school.admin.getDraft({ params })).draft?.previewUntil).toBeUndefined()
  await school.admin.endPreview({ params })
  expect(await status(await previewOf(id))).toBe(200)
  expect(await status(url)).toBe(410)
  await expect(school.visitor.endPreview({ params })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

it('says that the hour of a link has ended, and nothing about its draft', async () => {
  const draft = await draftNotice()
  const url = await previewOf(draft._id)
  const session = school.token
  now = new Date(now.getTime() + HOUR_MS)
  const page = await school.fetch(url)
  const html = await page.text()
  expect([page.status, page.headers.get('cache-control')]).toEqual([410, 'no-store'])
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(html).toContain(`<h1>${pageCopy['preview.ended.title']}</h1>`)
  expect(html).toContain(pageCopy['preview.ended.body'])
  expect(html).not.toContain(SECRET)
  // The same if the draft is deleted. Expired tokens of sessions never were links.
  await school.admin.deleteDraft({ params: { ...notices, id: draft._id } })
  expect(await status(url)).toBe(410)
  now = new Date(now.getTime() + 400 * DAY_MS)
  expect(await status(previewPath(session))).toBe(404)
})

it('is rendered in turn, like other pages, also when its hour has ended', async () => {
  const draft = await draftNotice()
  let running = 0
  let most = 0
  const render = async () => {
    running += 1
    most = Math.max(most, running)
    await wait(20)
    running -= 1
    return new Response('<head>', { status: 410 })
  }
  const key = { ...notices, id: draft._id }
  const app = new Koa().use(
    previewPages({
      queue: createFairQueue(),
      previews: {
        find: async (token) => (token === 'ended' ? token : { ...key, draft }),
        textOf: () => school.visitor.getEntryText({ params: key }),
      },
      clock: () => now,
      readApi: (at) => createReadApi(school.server.internals.db, at, school.server.internals),
      renderer: { render },
      headers: pageHeaders({ scriptHashes: [], styleHashes: [] }),
      config: { publicUrl: undefined },
      siteAddress: { find: async () => undefined },
    }),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = Array.from({ length: 10 }, (_, n) =>
    fetch(`http://127.0.0.1:${port}${previewPath(n % 2 ? 'ended' : 'valid')}`),
  )
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(410))
  expect(most).toBe(1)
  server.close()
})

it('leads to the published page, and to none of a draft that is deleted', async () => {
  const draft = await draftNotice()
  const params = { ...notices, id: draft._id }
  const url = await previewOf(draft._id)
  await school.admin.deleteDraft({ params })
  expect(await status(url)).toBe(404)
  await school.admin.restoreTrash({ params: { id: draft._id } })
  expect(await status(url)).toBe(200)
  await school.admin.updateEntry({ params, body: { status: 'published', publishAt: null } })
  const page = await school.fetch(url, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([302, `/n/${draft._id}`])
  expect(page.headers.get('cache-control')).toBe('no-store')
  // Published, but not yet.
  const later = new Date(now.getTime() + HOUR_MS).toISOString()
  await school.admin.updateEntry({ params, body: { publishAt: later } })
  expect(await status(url)).toBe(404)
  await expect(previewOf(draft._id)).rejects.toMatchObject({ status: 404 })
})

it('shows a draft of each collection, on its own page or in the list', async () => {
  for (const collection of collectionNames) {
    const isVideo = collection === 'main-gallery'
    const draft = await school.admin.createEntry({
      params: { collection },
      body: {
        title: SECRET,
        status: 'draft',
        ...(collection === 'people' && { kind: 'teacher' }),
        ...(collection === 'events' && { startsOn: '2026-12-16' }),
        ...(isVideo && { videoLink: 'https://youtu.be/aaaaaaaaaaa' }),
      },
      ...(!isVideo && { file: await picture('ছবি.png') }),
    })
    const page = await school.fetch(await previewOf(draft._id, collection))
    const html = await page.text()
    expect([collection, page.status, html.includes(SECRET)]).toEqual([collection, 200, true])
    for (const address of uploadsIn(html)) {
      expect([address, await status(address)]).toEqual([address, 200])
    }
  }
})
