import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => school.stop())

/** Ends a subscription that does not exist, of which a client may end 100 in ten minutes. */
async function unsubscribe(client: string): Promise<number> {
  const response = await school.fetch('/api/push/unsubscribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/none' }),
  })
  return response.status
}

test('counts a /48 network of IPv6 as eight clients', async () => {
  const limited = Array.from({ length: 150 }, () => '2001:db8:7:1::1')
  const networks = Array.from({ length: 10 }, (_, n) => `2001:db8:7:${n + 2}::1`)
  const others = networks.flatMap((network) => Array.from({ length: 75 }, () => network))
  const statuses = []
  for (const client of [...limited, ...others]) statuses.push(await unsubscribe(client))
  // What one client sends over its own limit does not count for its network.
  expect(statuses.slice(0, 150).filter((status) => status === 204)).toHaveLength(100)
  expect(statuses.slice(150).filter((status) => status === 204)).toHaveLength(700)
  expect(await unsubscribe('2001:db8:8::1')).toBe(204)
  expect(await unsubscribe('203.0.113.5')).toBe(204)
})
