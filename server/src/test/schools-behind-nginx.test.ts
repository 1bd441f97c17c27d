import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPLOY, hasNginx, startNginx, type TestNginx } from './nginx.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type SchoolsServer, startSchoolsServer } from './schools-server.ts'
import { ADMIN } from './test-server.ts'

/** The guide whose commands are run. */
const GUIDE = new URL('../../../docs/schools.md', import.meta.url)

let postgres: PostgresServer
let server: SchoolsServer
let nginx: TestNginx
let folder: string

describe.skipIf(!hasNginx)('many schools behind nginx', () => {
  beforeAll(async () => {
    postgres = await startPostgres()
    server = await startSchoolsServer(postgres.url, { env: { TRUST_PROXY: '1' } })
    for (const name of ['north', 'south']) {
      const school = await server.addSignedIn(name, `${name}.board.example`)
      const body = { title: `notice of ${name}`, body: 'ক' }
      await school.admin.createEntry({ params: { collection: 'notices' }, body })
    }
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-nginx-'))
    const [, edit = ''] =
      /sed (-e .*) deploy\/nginx\.conf/.exec(await fs.readFile(GUIDE, 'utf8')) ?? []
    const site = execFileSync('sh', ['-c', `sed ${edit} nginx.conf`], { cwd: DEPLOY }).toString()
    const serverPort = Number(new URL(server.url).port)
    nginx = await startNginx({ folder, site, domain: '*.board.example', serverPort })
  }, 60_000)
  afterAll(async () => {
    await nginx.stop()
    await fs.rm(folder, { recursive: true, force: true })
    await server.stop()
    await postgres.stop()
  })

  it('shows each school at its host, whatever X-Forwarded-Host a visitor sends', async () => {
    for (const [name, other] of [
      ['north', 'south'],
      ['south', 'north'],
    ]) {
      const headers = { 'x-forwarded-host': `${other}.board.example` }
      for (const init of [{}, { headers }]) {
        const page = await nginx.request(`${name}.board.example`, '/allNotices', init)
        expect([page.status, page.body.includes(`notice of ${name}`)]).toEqual([200, true])
      }
    }
  })

  it('leads from http to https at the same host', async () => {
    expect(await nginx.requestOverHttp('south.board.example', '/allNotices?page=2')).toEqual({
      status: 301,
      location: 'https://south.board.example/allNotices?page=2',
    })
  })

  it('signs in with a cookie for that host, which publishes from its pages only', async () => {
    const host = 'north.board.example'
    const json = { ':method': 'POST', 'content-type': 'application/json' }
    const body = JSON.stringify(ADMIN)
    const signIn = await nginx.request(host, '/api/admin/login', { headers: json, body })
    const [cookie = ''] = signIn.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^adminToken=.*; Secure/)
    expect(cookie).not.toMatch(/domain/i)
    const publish = async (at: string, origin: string) => {
      const headers = { ...json, origin, cookie: cookie.split(';')[0] }
      const notice = JSON.stringify({ title: 'from a page', body: 'ক' })
      return (await nginx.request(at, '/api/notices', { headers, body: notice })).status
    }
    expect(await publish(host, `https://${host}`)).toBe(201)
    expect(await publish(host, 'https://south.board.example')).toBe(403)
    expect(await publish('south.board.example', 'https://south.board.example')).toBe(401)
  })

  it('says that it knows no such school, and closes connections for other domains', async () => {
    expect((await nginx.request('west.board.example', '/')).status).toBe(421)
    const headers = { ':authority': 'elsewhere.example' }
    await expect(nginx.request('north.board.example', '/', { headers })).rejects.toThrow()
    expect(await nginx.requestOverHttp('elsewhere.example', '/')).toBeNull()
  })
})
