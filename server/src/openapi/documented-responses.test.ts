import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { paths } from '@bidyaloy/shared/api/paths'
import { Session } from '@bidyaloy/shared/school/admin-session'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { concretePaths } from '../http/route.ts'
import {
  type ApiDocument,
  type DocumentedOperation,
  readApiDocument,
} from '../test/api-document.ts'
import { breakDatabase, provokeError, sendExample } from '../test/documented-requests.ts'
import { followActivity } from '../test/recorded-actions.ts'
import {
  backupTaskEnded,
  IS_POSTGRES,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../test/test-server.ts'

/*
 * Sends every documented request to a real server and checks each response against the document.
 * The requests are made from the document, too: its paths, examples and statuses.
 */
const env = { MAX_UPLOAD_MB: '1', PUBLIC_URL: 'https://school.example' }
let school: TestServer
let document: ApiDocument
beforeAll(async () => {
  school = await startTestServer({ env })
  document = readApiDocument(await (await school.fetch('/api/openapi.json')).json())
})
afterAll(() => school.stop())

/** A server until the test ends, which may leave it refusing all requests. */
async function startEmptySchool(): Promise<TestServer> {
  const empty = await startTestServer({ env })
  onTestFinished(() => empty.stop())
  return empty
}

/** Records are created before they are read and deleted. */
const ORDER = ['POST', 'PUT', 'GET', 'DELETE']
/** One replaces all data, the other ends the session of all other requests. */
const LAST_OPERATIONS = ['restoreBackup', 'changePassword']

/** Endpoints of the contract by the method and path of the document. */
const declared = new Map(
  Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    concretePaths(endpoint.path).map(({ path }) => [
      `${endpoint.method} ${path.replace(/:(\w+)/g, '{$1}')}`,
      endpoint,
    ]),
  ),
)

test('successful responses match the document, and the activity what the endpoint declares', async () => {
  const at = ({ id, method }: DocumentedOperation) =>
    ORDER.indexOf(method) + ORDER.length * (LAST_OPERATIONS.indexOf(id) + 1)
  const sorted = document.operations.toSorted((a, b) => at(a) - at(b))
  expect(sorted.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...declared.keys()].toSorted(),
  )
  let sender: string | undefined
  let recorded = async (): Promise<string[]> => []
  /** Follows the activity from the latest request on: those before it prepare it. */
  const client: TestClient = {
    ...school,
    async fetch(path, init) {
      sender = await usernameOf(init)
      recorded = await followActivity(school)
      return school.fetch(path, init)
    },
  }
  for (const operation of sorted) {
    const types = Object.keys(operation.bodies)
    for (const type of types.length > 0 ? types : [undefined]) {
      const response = await sendExample(client, operation, type)
      const { id } = operation
      expect([id, response.status, response.ok]).toEqual([id, response.status, true])
      await document.check(operation, response)
      if (response.status === 202) await backupTaskEnded(school.admin)
      const { records } = declared.get(`${operation.method} ${operation.path}`) ?? {}
      const actions = records && 'actions' in records ? records.actions : []
      // Public endpoints are called by an account of the example.
      const possible = actions.map((action) => `${action} by ${sender ?? `of-${id}`}`)
      const lines = await recorded()
      const isOptional = !records || 'nothing' in records
      const fitting = possible.find((line) => line === lines[0]) ?? possible[0]
      expect([id, lines]).toEqual([id, isOptional && lines.length === 0 ? [] : [fitting]])
    }
  }
}, 240_000)

/** Names of accounts by the header that they send. */
const senders = new Map<string, string>()

/** Returns the name of the account that sends a request, if any. */
async function usernameOf(init: RequestInit = {}): Promise<string | undefined> {
  const authorization = new Headers(init.headers).get('authorization')
  if (!authorization || senders.has(authorization)) return senders.get(authorization ?? '')
  const response = await school.fetch(paths.session.path, { headers: { authorization } })
  const { username } = Session.parse(await response.json())
  senders.set(authorization, username)
  return username
}

/**
 * Errors with tests of their own: they need a full disk, a running backup, a backup that is too
 * large for a test, ten passkeys, or a hundred requests.
 */
const ELSEWHERE =
  /^507|^409 \w+Backup$|^413 uploadBackup$|^409 (start|add)Passkey$|^429 (restoreBackup|issueBackupToken|(un)?subscribe)$/
/** Tested apart, because all later requests are rejected, too. */
const TOO_MANY = '429'

/** Collections share their code: of these, one error per operation is enough. */
const SIMILAR = /^\/api\/(stats\/)?(news|downloads|gallery)(\/|$)/

describe('each documented error', () => {
  const provokeAll = async (isIncluded: (status: string) => boolean) => {
    const empty = await startEmptySchool()
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
    expect(await provokeAll((status) => status === TOO_MANY)).toBe(13)
  }, 60_000)
})

test.skipIf(IS_POSTGRES)(
  'an internal error of every operation matches the document',
  async () => {
    const empty = await startEmptySchool()
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
