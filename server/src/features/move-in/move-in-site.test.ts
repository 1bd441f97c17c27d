import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EntryRow } from '../../db/entities.ts'
import { type OldPage, type OldSite, startOldSite } from '../../test/old-site.ts'
import { pdfBytes } from '../../test/sample-files.ts'
import { moveInState, startTestServer, type TestServer } from '../../test/test-server.ts'

/* An older site with hostile pages, from its address to the undo. */

let school: TestServer
let site: OldSite
let laterMs = 0
beforeEach(async () => {
  const clock = () => new Date(Date.now() + laterMs)
  school = await startTestServer({ env: { MOVE_IN_LOOPBACK: '1' }, clock })
})
afterEach(async () => {
  await site.stop()
  await school.stop()
})

const row = (n: number, title: string, href: string) =>
  `<tr><td>${n}</td><td><a href="${href}">${title}</a></td><td>0${n}/03/2021</td></tr>`
const moved = (location: string): OldPage => ({ status: 302, headers: { location } })
/** Files whose server lies, and what each is refused for. */
const HOSTILE: Record<string, [string, OldPage]> = {
  'inward.pdf': ['private-address', moved('http://10.0.0.1/latest/meta-data')],
  'hidden.pdf': ['private-address', moved('http://[::ffff:169.254.169.254]/')],
  'round.pdf': ['unreachable', moved('/files/round.pdf')],
  'members.pdf': ['forbidden', moved('/wp-login.php')],
  'short.pdf': [
    'unreachable',
    (res) => {
      res.writeHead(200, { 'content-length': 100_000 }).write('%PDF-1.4')
      setTimeout(() => res.destroy(), 20)
    },
  ],
  'page.pdf': ['wrong-type', '<!doctype html><script>alert(1)</script>'],
  'drawing.pdf': ['wrong-type', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
}
const files = Object.keys(HOSTILE)
const rows = [
  row(1, 'ভর্তি বিজ্ঞপ্তি', '/notice.php?id=7'),
  row(2, '=HYPERLINK("http://evil.example")', '/files/two.pdf'),
  ...files.map((name, at) => row((at % 7) + 3, name, `/files/${name}`)),
]
const PAGES: Record<string, OldPage> = {
  '/notice.php?id=7': `<h1>ভর্তি বিজ্ঞপ্তি</h1><p>ভর্তির ফরম বিদ্যালয়ের অফিসে পাওয়া যাবে।<script>alert(1)</script>
    <a href="javascript:alert(2)">এখানে</a> <a href="data:text/html,x" onclick="alert(3)">ওখানে</a>
    <a href="//evil.example/x">অন্য</a> <img src=x onerror="alert(4)"></p><a href="/files/one.pdf">ফরম</a> <a href="/files/away.pdf">রুটিন</a>`,
  '/files/away.pdf': { status: 503 },
  '/files/two.pdf': { body: pdfBytes('two') },
}

function pageOf(path: string): OldPage | undefined {
  // Away for a while: both attempts fail, and the notice is tried again after all others.
  if (path === '/files/one.pdf') {
    const isAway = site.asked.filter((one) => one === path).length <= 2
    return isAway ? { status: 503 } : { body: pdfBytes('one') }
  }
  if (path.startsWith('/list')) {
    const n = Number(/\d+/.exec(path) ?? 0)
    // The same rows again and again, under ever new addresses.
    return `<table>${rows.join('')}</table><a href="/list?page=${n + 1}&r=${Math.random()}">পরবর্তী</a>`
  }
  return PAGES[path] ?? HOSTILE[path.replace('/files/', '')]?.[1]
}

test('an older site comes with its pages, its addresses and none of its tricks, until that is undone', async () => {
  site = await startOldSite(pageOf)
  const { admin, visitor } = school
  const url = site.origin.replace('//', '//head:secret@')
  const look = await admin.startLook({ body: { url: `${url}/list` } })
  expect(look.source.url).toBe(`${site.origin}/list`)
  const params = { id: look._id }
  await moveInState(admin, ['found', 'failed'])
  const found = await admin.readMoveIn({ params })
  expect(found).toMatchObject({ state: 'found', refused: [] })
  expect(site.asked.filter((one) => one.startsWith('/list')).length).toBeLessThan(4)
  const notices = { params: { collection: 'notices' } } as const
  expect(await visitor.listEntries(notices)).toEqual([])

  await admin.bringMoveIn({
    params,
    body: { collections: ['notices', 'downloads'], years: [2021], as: 'published', kinds: [] },
  })
  await moveInState(admin, ['done', 'paused'])
  const done = await admin.readMoveIn({ params })
  expect(done.counts).toMatchObject({ asked: rows.length, published: 2, refused: files.length })
  const { items } = await admin.listMoveInItems({ params, query: { limit: 1000 } })
  const refused = items.filter(({ outcome }) => outcome === 'refused')
  expect(Object.fromEntries(refused.map(({ title, reason }) => [title, reason]))).toEqual(
    Object.fromEntries(files.map((name) => [name, HOSTILE[name]?.[0]])),
  )

  const first = items.find(({ title }) => title.startsWith('ভর্তি'.normalize('NFC')))
  const lost = first?.leftOut.filter(({ what }) => what === 'file')
  expect(lost).toEqual([{ what: 'file', name: `${site.origin}/files/away.pdf` }])
  const to = first?.to ?? ''
  const html = await (await school.fetch(to)).text()
  expect(html).toContain('অফিসে পাওয়া যাবে'.normalize('NFC'))
  expect(html).not.toMatch(/alert\(|javascript:|onerror|data:text/)
  const locationOf = async (path: string) => {
    const response = await school.fetch(path, { redirect: 'manual' })
    return response.status === 301 ? response.headers.get('location') : response.status
  }
  expect(await locationOf('/notice.php?id=7&utm_source=x')).toBe(to)
  expect(await locationOf('/files/one.pdf')).toBe(`${to}/file`)
  for (const path of [
    '/notice.php?id=8',
    '/notice.php%00?id=7',
    '/%5Cevil.example',
    '/files/a%0d%0ab',
  ]) {
    expect([path, await locationOf(path)]).toEqual([path, 404])
  }
  // What expires is shown no more, without a write.
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
  const id = to.split('/').at(-1) ?? ''
  await school.server.internals.db.write((tx) => tx.update(EntryRow, { id }, { expiresAt }))
  expect(await locationOf('/notice.php?id=7')).toBe(to)
  laterMs = 2 * HOUR_MS
  expect(await locationOf('/notice.php?id=7')).toBe(404)
  laterMs = 0
  await admin.undoMoveIn({ params })
  await moveInState(admin, ['undone'])
  expect(await visitor.listEntries(notices)).toEqual([])
  expect([await locationOf('/notice.php?id=7'), await locationOf(to)]).toEqual([404, 404])
})

test('a look that is replaced ends at once, however slow its site is', async () => {
  site = await startOldSite(() => (res) => {
    const timer = setInterval(() => res.write(' '), 100)
    res.on('close', () => clearInterval(timer))
  })
  const { admin } = school
  const slow = await admin.startLook({ body: { url: site.origin } })
  while (site.asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const next = await admin.startLook({ body: { url: `${site.origin}/list` } })
  await expect(admin.readMoveIn({ params: { id: slow._id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect.poll(() => site.asked.length, { timeout: 4000 }).toBe(2)
  await admin.forgetMoveIn({ params: { id: next._id } })
})
