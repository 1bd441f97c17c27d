import type { Entry } from '@bidyaloy/shared/collections/entry'
import { files as contactFiles } from '@bidyaloy/shared/features/contact/paths'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import strings from 'big-list-of-naughty-strings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf } from './sample-files.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/* The big list of naughty strings: each text is returned unchanged everywhere, or rejected by field. */
let school: TestServer
const published: Entry[] = []
const rejected: string[] = []

const asStored = (text: string) => text.normalize('NFC').trim()

beforeAll(async () => {
  school = await startTestServer()
  // In parallel: most of the time is spent waiting for the disk.
  for (let from = 0; from < strings.length; from += 20) {
    await Promise.all(strings.slice(from, from + 20).map(publish))
  }
}, 300_000)
afterAll(() => school.stop())

async function publish(title: string): Promise<void> {
  const file = fileOf('ছুটি', 'a.txt')
  const params = { collection: 'notices' } as const
  try {
    const entry = await school.admin.createEntry({ params, body: { title }, file })
    expect(entry.title).toBe(asStored(title))
    published.push(entry)
  } catch (error) {
    expect(error).toMatchObject({
      code: 'validation_failed',
      fields: { title: expect.any(String) },
    })
    rejected.push(title)
  }
}

/** Returns a pattern of the text as XML and HTML escape it. */
function escapedPattern(text: string): RegExp {
  const entity: Readonly<Record<string, string>> = {
    ...{ '&': '&amp;', '<': '&lt;', '>': '(?:&gt;|>)', '"': '(?:&quot;|")' },
    "'": "(?:&#x27;|&#39;|&apos;|')",
  }
  const escaped = text
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/[&<>"']/g, (sign) => entity[sign] ?? sign)
  return new RegExp(escaped)
}

const ACTIVE_TAGS = /script|iframe|object|embed|base|meta/

describe('a naughty title', () => {
  it('is rejected only if it is empty, invisible, too long or has control characters', () => {
    expect(published.length).toBeGreaterThan(strings.length * 0.9)
    for (const text of rejected) {
      const stored = asStored(text)
      const visible = /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(stored)
      const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(stored)
      expect([text, stored.length > 300 || !visible || control]).toEqual([text, true])
    }
  })

  it('is returned unchanged by the API', async () => {
    const listed = await school.visitor.listEntries({ params: { collection: 'notices' } })
    expect(new Map(listed.map(({ _id, title }) => [_id, title]))).toEqual(
      new Map(published.map(({ _id, title }) => [_id, title])),
    )
  })

  it('is escaped on every page of the list and adds no markup', async () => {
    const tags = (html: string) => html.match(/<[a-z][a-z0-9]*/g) ?? []
    const pages: string[] = []
    for (let page = 1; page <= Math.ceil(published.length / 25); page += 1) {
      pages.push(await (await school.fetch(`/allNotices?page=${page}`)).text())
    }
    const all = pages.join('\n')
    for (const { title } of published) expect(all).toMatch(escapedPattern(title))
    const active = (html: string) => tags(html).filter((tag) => ACTIVE_TAGS.test(tag))
    const expected = active(await (await school.fetch('/contact_us')).text())
    expect(new Set(pages.flatMap(active))).toEqual(new Set(expected))
    const scripts = pages.map((html) => html.match(/<script/g)?.length)
    expect(new Set(scripts).size).toBe(1)
  })

  it('is escaped in the feed', async () => {
    const feed = await (await school.fetch('/feed.xml')).text()
    const entries = feed.match(/<entry>/g)?.length ?? 0
    expect(entries).toBeGreaterThan(10)
    expect(feed.match(/<\/?title[ >]/g)).toHaveLength(2 * (entries + 1))
    expect(feed).not.toMatch(/<(?:script|img|svg|iframe|a )/i)
  })

  it('is found by search', async () => {
    for (const { _id, title } of published.filter((_, n) => n % 8 === 0)) {
      const q = title.slice(0, 200)
      const found = await school.visitor.listEntries({
        params: { collection: 'notices' },
        query: { q },
      })
      expect([title, found.some((entry) => entry._id === _id)]).toEqual([title, true])
    }
  })

  it('is rendered on its share card', async () => {
    for (const { _id } of published.filter((_, n) => n % 150 === 7)) {
      const card = await school.fetch(`/share/notices/${_id}.png`)
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
  })
})

describe('naughty texts in other records', () => {
  const lines = () => published.map(({ title }) => title).filter((title) => title.length <= 200)

  it('are returned unchanged by the settings, and the pages render', async () => {
    const { identity, __v: _, ...settings } = await school.visitor.getSettings()
    for (let from = 0; from < lines().length; from += 150) {
      const [first, second, third] = [0, 50, 100].map((at) =>
        lines()
          .slice(from + at, from + at + 50)
          .map((label) => ({ label, href: '/contact_us' })),
      )
      const [motto = '', place = '', eiin = ''] = lines().slice(from)
      const body = {
        ...settings,
        identity: { ...identity, motto, place, eiin },
        headTeacher: {
          name: motto,
          message: lines()
            .slice(from, from + 40)
            .join('\n'),
        },
        sideLinks: { ...settings.sideLinks, government: first ?? [], webmaster: second ?? [] },
        menus: { ...settings.menus, apa: third ?? [] },
        history: lines()
          .slice(from, from + 100)
          .join('\n\n')
          .trim(),
      }
      await school.admin.updateSettings({ body })
      expect(await school.visitor.getSettings()).toMatchObject({
        identity: body.identity,
        headTeacher: body.headTeacher,
        history: body.history,
        sideLinks: body.sideLinks,
        menus: body.menus,
      })
      for (const page of ['/', '/schoolDescription', '/manifest.webmanifest']) {
        expect((await school.fetch(page)).status).toBe(200)
      }
    }
  })

  it('are returned unchanged by the contact record, and its pages render', async () => {
    await school.admin.createContact({ body: sampleContact })
    const fields = [
      'schoolName',
      'address',
      'wardNumber',
      'postOffice',
      'district',
      'phone',
    ] as const
    for (let from = 0; from < lines().length; from += fields.length * 6) {
      const texts = lines().slice(from)
      const change = Object.fromEntries(fields.map((name, n) => [name, texts[n] ?? 'x']))
      const { data } = await school.admin.updateContact({ body: { ...sampleContact, ...change } })
      expect(data).toMatchObject(change)
      for (const page of ['/contact_us', contactFiles.card]) {
        expect((await school.fetch(page)).status).toBe(200)
      }
    }
  })

  it('leave no active content on the teachers’ page', async () => {
    const html = strings.filter((text) => text.includes('<')).join('\n')
    const page = await school.admin.updateTeacherPage({ body: { html } })
    expect(page.html).not.toMatch(/<(?:script|svg|iframe|object|embed|style|meta|base|form)/i)
    expect(page.html).not.toMatch(/<[^>]+\s(?:on\w+|style)\s*=/i)
    expect(page.html).not.toMatch(/(?:href|src)\s*=\s*["']?\s*(?:javascript|data|vbscript):/i)
  })
})
