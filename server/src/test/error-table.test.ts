import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCases, json } from './error-cases.ts'
import { IS_POSTGRES, problemOf, startTestServer, type TestServer } from './test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ env: { MAX_UPLOAD_MB: '1' } })
  await school.admin.createStudentCount({ body: sampleCount })
})
afterAll(() => school.stop())

describe('every error of the contract', () => {
  it.each(errorCases)(
    '$status $code: $what',
    async ({ path, init, signedIn, status, code, field }) => {
      const before = await Promise.all([
        school.visitor.listStudentCounts(),
        school.visitor.listEntries({ params: { collection: 'notices' } }),
      ])
      const send = signedIn ? school.fetchAsAdmin : school.fetch
      const response = await send(path, init)
      expect(response.status).toBe(status)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const body = await problemOf(response)
      expect(body).toMatchObject({ code, error: expect.stringMatching(/[\u0980-\u09ff]/) })
      expect(JSON.stringify(body)).not.toMatch(/SELECT|INSERT|node_modules|\/tmp\/|\bat .+:\d+/)
      if (field) expect(body.fields?.[field]).toMatch(/[\u0980-\u09ff]/)
      else expect(body.fields).toBeUndefined()
      if (status === 405) expect(response.headers.get('allow')).toContain('GET')
      const after = await Promise.all([
        school.visitor.listStudentCounts(),
        school.visitor.listEntries({ params: { collection: 'notices' } }),
      ])
      expect(after).toEqual(before)
    },
  )

  it('returns English messages for Accept-Language: en', async () => {
    const response = await school.fetch('/api/nothing', {
      headers: { 'accept-language': 'en-GB,en;q=0.9' },
    })
    expect((await problemOf(response)).error).toBe('Not found.')
  })

  it('403 cross_site: a write from another site with the cookie', async () => {
    const response = await school.fetch('/api/studentCounts', {
      ...json({ ...sampleCount, section: 'D' }, 'POST', {
        cookie: `adminToken=${school.token}`,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      }),
    })
    expect(response.status).toBe(403)
    expect((await problemOf(response)).code).toBe('cross_site')
  })

  it('429 too_many_requests: an eleventh failed sign-in', async () => {
    const attempt = (password: string) =>
      school.fetch('/api/admin/login', json({ username: 'guessed', password }))
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong')).status).toBe(401)
    const limited = await attempt('wrong')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.skipIf(IS_POSTGRES)(
    '507 storage_full: a full database, without effect; writes succeed when it has space again',
    async () => {
      const { db } = school.server.internals
      const limitPages = (pages: number) =>
        db.write((tx) => tx.query(`PRAGMA max_page_count = ${pages}`))
      await limitPages(1)
      const text = { title: 'ক', body: 'খ'.repeat(15_000) }
      const fill = () => school.fetchAsAdmin('/api/notices', json(text))
      const rejected = await fill()
      expect(rejected.status).toBe(507)
      expect((await problemOf(rejected)).code).toBe('storage_full')
      const params = { collection: 'notices' } as const
      expect(await school.visitor.listEntries({ params })).toEqual([])
      await limitPages(1_000_000)
      expect((await fill()).status).toBe(201)
    },
  )
})
