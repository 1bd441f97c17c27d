import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pdfFile } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const publish = (title: string) =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title },
    file: pdfFile('notice.pdf', title),
  })

describe('a read with credentials', () => {
  it.each([
    '/api/notices',
    '/api/notices?q=x',
    '/api/settings',
    '/api/openapi.json',
    '/',
    '/allNotices',
    '/feed.xml',
  ])('of %s is never cached', async (path) => {
    const token: Record<string, string>[] = [
      { authorization: `Bearer ${school.token}` },
      { cookie: `theme=dark; ${SESSION_COOKIE}=${school.token}` },
    ]
    for (const headers of [...token, ...token]) {
      const signedIn = await school.fetch(path, { headers })
      expect(signedIn.status).toBe(200)
      expect(signedIn.headers.get('cache-control')).toBe('no-store')
      const etag = signedIn.headers.get('etag')
      const again =
        etag && (await school.fetch(path, { headers: { ...headers, 'if-none-match': etag } }))
      if (again)
        expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store'])
      const visitor = await school.fetch(path)
      expect(visitor.headers.get('cache-control')).toMatch(/^public, max-age=0, .*must-revalidate$/)
      expect(await visitor.text()).toBe(await signedIn.text())
    }
  })
})

describe('a read of a visitor', () => {
  it('is shared by concurrent requests, also with unknown parameters', async () => {
    const body = { title: 'একসঙ্গে পড়া', videoLink: 'https://youtu.be/dQw4w9WgXcQ' }
    // A new server: it has no page to render again after the write.
    const unread = await startTestServer()
    await unread.admin.createEntry({ params: { collection: 'main-gallery' }, body })
    const reading = vi.spyOn(unread.server.internals.db.read, 'createQueryBuilder')
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, visitor) =>
        unread.fetch(`/api/main-gallery?utm_source=${visitor}`, {
          headers: { cookie: 'theme=dark' },
        }),
      ),
    )
    // A list is read with two queries: pinned entries, and the others.
    expect(reading.mock.calls.filter((call: unknown[]) => call[1] === 'entry')).toHaveLength(2)
    reading.mockRestore()
    for (const response of responses) {
      expect(response.headers.get('x-total-count')).toBe('1')
      expect(await response.json()).toMatchObject([{ title: 'একসঙ্গে পড়া' }])
    }
    await unread.stop()
  })

  it('is rejected in the same way after similar requests were cached', async () => {
    for (const path of ['/api/notices?q=a&q=b', '/api/settings?x=1&x=2', '/api/notices?limit=0']) {
      await school.fetch(path.split('?', 1)[0] ?? '')
      await school.fetch('/api/notices?q=a')
      expect((await school.fetch(path)).status).toBe(400)
    }
    expect((await school.fetch('/api/notices/000000000000')).status).toBe(404)
    expect((await school.fetch('/api/trash')).status).toBe(401)
    expect((await school.fetch('/api/admin/session')).status).toBe(401)
  })

  it('contains each write immediately, also with concurrent readers', async () => {
    let reading = true
    const readers = Array.from({ length: 4 }, async () => {
      while (reading) await (await school.fetch('/api/notices?limit=3')).text()
    })
    for (let count = 0; count < 15; count += 1) {
      const title = `দেখা যায় ${count}`
      await publish(title)
      const [first] = await school.visitor.listEntries({
        params: { collection: 'notices' },
        query: { limit: 3 },
      })
      expect(first?.title).toBe(title)
      expect(await (await school.fetch('/allNotices')).text()).toContain(title)
    }
    reading = false
    await Promise.all(readers)
  })
})
