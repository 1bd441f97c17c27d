import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiDocument,
  type DocumentedOperation,
  readApiDocument,
} from '../test/api-document.ts'
import { breakDatabase, provokeError, sendExample } from '../test/documented-requests.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../test/test-server.ts'

/*
 * Sends every documented request to a real server and checks each response against the document.
 * The requests are made from the document, too: its paths, examples and statuses.
 */
const env = { MAX_UPLOAD_MB: '1', PUBLIC_URL: 'https://school.example' }
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

/** Records are created before they are read and deleted. */
const ORDER = ['POST', 'PUT', 'GET', 'DELETE']
/** One replaces all data, the other ends the session of all other requests. */
const LAST_OPERATIONS = ['restoreBackup', 'changePassword']

test('successful responses match the document', async () => {
  const at = ({ id, method }: DocumentedOperation) =>
    ORDER.indexOf(method) + ORDER.length * (LAST_OPERATIONS.indexOf(id) + 1)
  const sorted = document.operations.toSorted((a, b) => at(a) - at(b))
  expect(sorted.length).toBeGreaterThan(60)
  for (const operation of sorted) {
    const types = Object.keys(operation.bodies)
    for (const type of types.length > 0 ? types : [undefined]) {
      const response = await sendExample(school, operation, type)
      expect([operation.id, response.status, response.ok]).toEqual([
        operation.id,
        response.status,
        true,
      ])
      await document.check(operation, response)
    }
  }
}, 60_000)

/**
 * Errors with tests of their own: they need a full disk, a running backup, a backup that is too
 * large for a test, ten passkeys, or a hundred requests.
 */
const ELSEWHERE =
  /^507|^409 \w+Backup$|^413 uploadBackup$|^409 (start|add)Passkey$|^429 (restoreBackup|issueBackupToken|(un)?subscribe)$/
/** Tested last, because all later requests are rejected, too. */
const TOO_MANY = '429'

/** Collections share their code: of these, one error per operation is enough. */
const SIMILAR = /^\/api\/(stats\/)?(news|downloads|gallery)(\/|$)/

describe('each documented error', () => {
  const provokeAll = async (isIncluded: (status: string) => boolean) => {
    let provoked = 0
    for (const operation of document.operations) {
      const statuses = Object.keys(operation.responses).filter(
        (status) => /^4|^5/.test(status) && !ELSEWHERE.test(`${status} ${operation.id}`),
      )
      const different = SIMILAR.test(operation.path) ? statuses.slice(0, 1) : statuses
      for (const status of different.filter(isIncluded)) {
        const response = await provokeError(empty, operation, Number(status))
        expect([operation.id, response.status]).toEqual([operation.id, Number(status)])
        await document.check(operation, response)
        provoked += 1
      }
    }
    return provoked
  }
  test('occurs with the documented body and code', async () => {
    expect(await provokeAll((status) => status !== TOO_MANY)).toBeGreaterThan(150)
  }, 60_000)
  test('occurs after too many attempts', async () => {
    expect(await provokeAll((status) => status === TOO_MANY)).toBe(11)
  }, 60_000)
})

test.skipIf(IS_POSTGRES)(
  'an internal error of every operation matches the document',
  async () => {
    await breakDatabase(empty)
    // A proof, a key, and challenges without a session, need no database.
    const withoutDatabase = /^(proveServer|getPushKey|startPasskeySignIn|addPasskey)$/
    const operations = document.operations.filter(({ id }) => !withoutDatabase.test(id))
    for (const operation of operations) {
      const response = await sendExample(empty, operation, Object.keys(operation.bodies)[0], {
        prepared: false,
      })
      expect([operation.id, response.status]).toEqual([operation.id, 500])
      await document.check(operation, response)
    }
  },
  60_000,
)

test('every response has an example that matches its schema', () => {
  for (const operation of document.operations) document.checkExamples(operation)
})
