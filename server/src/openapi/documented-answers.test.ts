import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiDocument,
  type DocumentedOperation,
  readApiDocument,
} from '../test/api-document.ts'
import { breakDatabase, provokeError, sendExample } from '../test/documented-requests.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

/*
 * Every request that the document tells of, sent to the real server, and every answer held against
 * the document. What is sent comes out of the document, too: its addresses, examples and statuses.
 */
const env = { MAX_UPLOAD_MB: '1' }
let school: TestServer
let empty: TestServer
let document: ApiDocument
beforeAll(async () => {
  school = await startTestServer({ env })
  empty = await startTestServer({ env })
  document = readApiDocument(await (await school.fetch('/api/openapi.json')).json())
})
afterAll(async () => {
  await school.stop()
  await empty.stop()
})

/** What makes things comes before what reads and removes them. */
const ORDER = ['POST', 'PUT', 'GET', 'DELETE']
/** The first puts all back; the other ends the session that everything else is asked with. */
const AT_THE_END = ['restoreBackup', 'changePassword']

test('what succeeds answers as the document says', async () => {
  const at = ({ id, method }: DocumentedOperation) =>
    ORDER.indexOf(method) + ORDER.length * (AT_THE_END.indexOf(id) + 1)
  const sorted = document.operations.toSorted((a, b) => at(a) - at(b))
  expect(sorted.length).toBeGreaterThan(60)
  for (const operation of sorted) {
    const types = Object.keys(operation.bodies)
    for (const type of types.length > 0 ? types : [undefined]) {
      const answer = await sendExample(school, operation, type)
      expect([operation.id, answer.status, answer.ok]).toEqual([operation.id, answer.status, true])
      await document.check(operation, answer)
    }
  }
}, 60_000)

/**
 * What has tests of its own: it needs a full disk, a backup in the making, or one too large for any
 * test.
 */
const ELSEWHERE = /^507|^409 \w+Backup$|^413 uploadBackup$|^429 (restoreBackup|issueBackupToken)$/
/** From then on everything is slowed, so it comes last. */
const LAST = '429'

const ALIKE = /^\/api\/(stats\/)?(news|downloads|gallery)(\/|$)/

describe('each refusal that the document tells', () => {
  const provoke = async (wanted: (status: string) => boolean) => {
    let provoked = 0
    for (const operation of document.operations) {
      const told = Object.keys(operation.responses).filter(
        (status) => /^4|^5/.test(status) && !ELSEWHERE.test(`${status} ${operation.id}`),
      )
      // Collections share their code: of the others one refusal each will do.
      const different = ALIKE.test(operation.path) ? told.slice(0, 1) : told
      for (const status of different.filter(wanted)) {
        const answer = await provokeError(empty, operation, Number(status))
        expect([operation.id, answer.status]).toEqual([operation.id, Number(status)])
        await document.check(operation, answer)
        provoked += 1
      }
    }
    return provoked
  }
  test('can be provoked, and is of the told shape and code', async () => {
    expect(await provoke((status) => status !== LAST)).toBeGreaterThan(150)
  }, 60_000)
  test('too many tries, too', async () => {
    expect(await provoke((status) => status === LAST)).toBe(4)
  }, 60_000)
})

test('a fault of the server is answered as the document says, everywhere', async () => {
  await breakDatabase(empty)
  // A proof needs no database.
  const operations = document.operations.filter(({ id }) => id !== 'proveServer')
  for (const operation of operations) {
    const answer = await sendExample(empty, operation, Object.keys(operation.bodies)[0], {
      prepared: false,
    })
    expect([operation.id, answer.status]).toEqual([operation.id, 500])
    await document.check(operation, answer)
  }
}, 60_000)

test('every answer comes with an example of its schema', () => {
  for (const operation of document.operations) document.checkExamples(operation)
})
