import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from './problem-answer.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/*
 * Whatever changes something, and whatever only the office may read, asks who is there before it
 * looks at anything else. The rows come from the contract: a new endpoint is tested by being there.
 */
let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const PARAMS: Readonly<Record<string, string>> = {
  collection: 'notices',
  id: 'k3v9x0c2m1qa',
  picture: 'crest',
  className: 'Six',
  shift: 'Day',
  section: 'A',
}
const names = Object.keys(paths) as EndpointName[]
const forAdmins = names.filter((name) => endpoints[name].access === 'admin')
const writes = forAdmins.filter((name) => paths[name].method !== 'GET')

function send(name: EndpointName, headers: Record<string, string>): Promise<Response> {
  const { method, path } = paths[name]
  const address = path.replace(/:(\w+)/g, (_, param: string) => PARAMS[param] ?? '')
  return school.fetch(address, {
    method,
    headers,
    ...(method !== 'GET' && { body: '{"__v": ' }),
  })
}

/** The refusal: with its code, kept by nobody, and shown to no other site. */
async function refusedWith(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status)
  expect((await problemOf(answer)).code).toBe(code)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect([...answer.headers.keys()].filter((name) => /^access-control-/.test(name))).toEqual([])
}

const json = { 'content-type': 'application/json' }

describe('only for those who are signed in', () => {
  it.each(forAdmins)('%s', async (name) => {
    const forged = `Bearer ${school.token.slice(0, -4)}AAAA`
    for (const headers of [{}, { authorization: forged }, { origin: 'https://evil.example' }]) {
      await refusedWith(await send(name, { ...json, ...headers }), 401, 'unauthenticated')
    }
  })
})

describe('never from another site with the cookie', () => {
  it.each(writes)('%s', async (name) => {
    const cookie = `${SESSION_COOKIE}=${school.token}`
    for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      await refusedWith(await send(name, { ...json, cookie, ...from }), 403, 'cross_site')
    }
  })
})

it('no other site learns by asking first which writes it may send', async () => {
  for (const name of writes) {
    const path = paths[name].path.replace(/:(\w+)/g, (_, param: string) => PARAMS[param] ?? '')
    const answer = await school.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': paths[name].method,
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    const allowed = [...answer.headers.keys()].filter((header) => /^access-control-/.test(header))
    expect([path, allowed]).toEqual([path, []])
  }
})
