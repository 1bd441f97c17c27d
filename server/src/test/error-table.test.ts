import { sampleCount } from '@bidyaloy/shared/school/sample-records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from './problem-answer.ts'
import { json, refusals } from './refusals.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/*
 * Each row of the contract's table of errors, provoked at the real server: status, code, a sentence
 * in the language asked for, nothing of the server's insides, and nothing changed.
 */
let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ env: { MAX_UPLOAD_MB: '1' } })
  await school.admin.createStudentCount({ body: sampleCount })
})
afterAll(() => school.stop())

describe('every refusal of the contract', () => {
  it.each(refusals)(
    '$status $code: $what',
    async ({ path, init, signedIn = true, status, code, field }) => {
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

  it('403 cross_site: a write that a browser sends from another site with the cookie', async () => {
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

  it('429 too_many_requests: failed sign-ins are slowed, for the right password too', async () => {
    const attempt = (password: string) =>
      school.fetch('/api/admin/login', json({ username: 'guessed', password }))
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt('wrong')).status).toBe(401)
    const slowed = await attempt('wrong')
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('507 storage_full: no room in the database leaves nothing behind, and goes on when there is', async () => {
    const { db } = school.server.inside
    const limitPages = (pages: number) =>
      db.write((tx) => tx.query(`PRAGMA max_page_count = ${pages}`))
    await limitPages(1)
    const body = { ...emptyContact(), address: 'ক'.repeat(300) }
    const fill = () => school.fetchAsAdmin('/api/contactus', json(body))
    const refused = await fill()
    expect(refused.status).toBe(507)
    expect((await problemOf(refused)).code).toBe('storage_full')
    expect((await school.fetch('/api/contactus')).status).toBe(404)
    await limitPages(1_000_000)
    expect((await fill()).status).toBe(201)
  })
})

function emptyContact() {
  const text = 'খ'.repeat(300)
  return {
    schoolName: text,
    address: text,
    wardNumber: text,
    corporation: text,
    postOffice: text,
    postCode: text,
    policeStation: text,
    upazila: text,
    district: text,
    division: text,
    phone: text,
    email: 'info@example.edu.bd',
    website: 'www.example.edu.bd',
  }
}
