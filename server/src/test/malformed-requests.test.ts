import { once } from 'node:events'
import http from 'node:http'
import { isProblemCode } from '@bidyaloy/shared/api/problem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MalformedRequest, malformedRequest } from './malformed-requests.ts'
import { connect } from './raw-connection.ts'
import { seededRandom } from './seeded-random.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const SEED = process.env.SEED ?? 'ছুটির ঘণ্টা'
/** `REQUESTS=50000 npx vitest run server/src/test/malformed-requests.test.ts` for more. */
const REQUESTS = Number(process.env.REQUESTS ?? 2000)
const CONCURRENCY = 8
/** With a session these would end it, or write a file each time. */
const WITHOUT_SESSION: readonly MalformedRequest['target'][] = ['logout', 'makeBackup']

let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => school.stop())

const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

interface ReceivedResponse {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

async function send(
  { method, path, headers, body }: MalformedRequest,
  token?: string,
): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(school.url)
  const authorization = token && { Authorization: `Bearer ${token}` }
  const request = http.request({
    agent,
    hostname,
    port,
    method,
    path,
    headers: { ...headers, ...authorization, ...(body && { 'Content-Length': body.length }) },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.setEncoding('latin1')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode ?? 0, headers: response.headers, text }
}

/** Returns the faults of a response. */
function faults({ status, headers, text }: ReceivedResponse): string[] {
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== ''
  const isError = status >= 400 && isJson
  // With a 304 the headers of the stored response hold.
  const isStored = status === 304
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(isStored || headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff']),
    ...(isStored || headers['content-security-policy'] ? [] : ['no policy']),
    ...(isError && !isProblemCode(JSON.parse(text).code) ? ['no code'] : []),
    ...(/evil\.example/.test(text + JSON.stringify(headers)) ? ['believes the Host header'] : []),
    ...(headers['access-control-allow-origin'] ? ['lets other sites read'] : []),
    ...(/node_modules|SQLITE_|\bat \w+ \(|\/tmp\//.test(text) ? ['reveals internals'] : []),
  ]
}

it(`answers ${REQUESTS} malformed requests to all routes without a fault`, {
  timeout: 300_000,
}, async ({ annotate }) => {
  const before = process.memoryUsage.rss()
  const random = seededRandom(SEED)
  const statuses = new Map<number, number>()
  const found: string[] = []
  let left = REQUESTS
  const sendAll = async () => {
    while (left > 0) {
      left -= 1
      const request = malformedRequest(random)
      const asAdmin = random.between(0, 3) > 0 && !WITHOUT_SESSION.includes(request.target)
      const response = await send(request, asAdmin ? school.token : undefined)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const { method, path, body } = request
      const wrong = faults(response)
      if (wrong.length > 0) found.push(`${wrong}: ${method} ${path} ${body?.subarray(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, sendAll))
  agent.destroy()
  expect(found).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  const grown = (process.memoryUsage.rss() - before) / 1024 / 1024
  const counts = [...statuses].sort().map(([status, number]) => `${status}: ${number}`)
  await annotate(
    `seed ${SEED}; ${counts.join(', ')}; client and server grew by ${grown.toFixed()} MB`,
  )

  // Many got past authentication, and the server still works.
  expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 10)
  expect((await school.fetch('/readyz')).status).toBe(200)
  expect((await school.admin.session()).username).toBe('admin')
})

it('answers bytes that are not HTTP with 4xx or nothing, and serves others', async () => {
  const random = seededRandom(SEED)
  const responses = Array.from({ length: 300 }, async () => {
    const { socket, received, closed } = connect(school.url)
    const noise = Buffer.from(Array.from({ length: 200 }, () => random.between(0, 255)))
    socket.end(
      random.between(0, 1) ? noise : Buffer.concat([Buffer.from('GET / HTTP/1.1\r\n'), noise]),
    )
    await closed
    return received()
  })
  for (const response of await Promise.all(responses)) {
    expect(response).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
  }
  expect((await school.fetch('/readyz')).status).toBe(200)
})
