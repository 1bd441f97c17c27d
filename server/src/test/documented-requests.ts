import { backupFilePath, createPathMatcher, paths } from '@bidyaloy/shared/api/paths'
import { fileStemOf } from '@bidyaloy/shared/collections/entry-files'
import {
  type CollectionName,
  collections,
  isCollectionName,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { isRecordName, type RecordName } from '@bidyaloy/shared/features'
import { sampleResults } from '@bidyaloy/shared/features/results/sample-results'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { NewStudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { SECTIONS } from '@bidyaloy/shared/school/class-groups'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod'
import { TABLES_QUERY } from '../engines/sqlite/snapshot.ts'
import { SOME_PHOTO_FILE } from '../features/blur/blur.ts'
import { SOME_PHOTO } from '../features/photo-requests/photo-requests.ts'
import { SOME_SLIPS } from '../features/results/results.ts'
import { featureExamples } from '../features.ts'
import { NEW_PASSWORD, PASSWORD, SOME_FILE, SOME_IDS } from '../openapi/request-body.ts'
import type { DocumentedOperation } from './api-document.ts'
import { json } from './error-cases.ts'
import { sendPasskeyExample } from './passkey-requests.ts'
import { pdfBytes, pdfFile, twoColors } from './sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  moveInState,
  type TestClient,
  type TestServer,
} from './test-server.ts'

const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data'
const UNKNOWN_ID = '000000000000'

/**
 * Sends the document's example of a successful request.
 * @param prepared whether to create the record that the path names first
 */
export async function sendExample(
  school: TestClient,
  operation: DocumentedOperation,
  type: string | undefined,
  { prepared = true } = {},
): Promise<Response> {
  const { path, id } = operation
  if (prepared && id.includes('Passkey')) return sendPasskeyExample(school, id)
  const ids = prepared ? await idsFor(school, operation) : [UNKNOWN_ID, UNKNOWN_ID]
  const filePath = /Text|Again|^blurPhoto/.test(id) ? await filePathOf(school, path, ids) : ''
  const asked = prepared && id === 'askForPhoto' ? await newPhoto(school) : SOME_PHOTO
  const backup = id === 'uploadBackup' && prepared ? await someBackup(school) : undefined
  const token = prepared ? await tokenFor(school, id) : school.token
  const search = id === 'getTakeDown' ? `?trashed=${ids[0]}` : ''
  const query = search || (await queryFor(school, operation, prepared))
  return school.fetch(addressOf(path, ids[0]) + query, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(type === JSON_TYPE && { 'content-type': JSON_TYPE }),
    },
    ...(type && { body: await bodyOf(operation, type, ids, backup, filePath, asked) }),
  })
}

/** Secret of the code app in the document. */
const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const currentCode = () => new TOTP({ secret: Secret.fromBase32(TOTP_SECRET) }).generate()

/** Returns a token; operations on second factors get an account of their own. */
async function tokenFor({ admin, token, signIn }: TestClient, id: string): Promise<string> {
  if (id === 'logout') return (await signIn()).token
  if (!/^(switchTotp|renewCodes)/.test(id)) return token
  const account = { username: `of-${id}`, password: ADMIN.password }
  await admin.createAdmin({ body: { ...account, currentPassword: ADMIN.password } })
  const device = await signIn(account)
  const body = { secret: TOTP_SECRET, code: currentCode(), currentPassword: ADMIN.password }
  if (id !== 'switchTotpOn') await device.api.switchTotpOn({ body })
  return device.token
}

/** Returns the path of the file of an entry, if it exists. */
async function filePathOf(
  { admin }: TestClient,
  path: string,
  [id = UNKNOWN_ID]: readonly string[],
): Promise<string> {
  const collection = path.split('/')[2] ?? ''
  if (!isCollectionName(collection) || id === UNKNOWN_ID) return ''
  return (await admin.getEntry({ params: { collection, id } })).filePath ?? ''
}

function addressOf(path: string, id = UNKNOWN_ID): string {
  const { className, shift, section } = sampleCount
  const record = { id, recordType: 'notices', n: '0' }
  const known: Record<string, string> = { ...record, className, shift, section, picture: 'crest' }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name]))
}

/** Returns the query that searches, and downloads and uploads of backups need. */
async function queryFor(
  { admin }: TestClient,
  { id, path, parameters }: DocumentedOperation,
  prepared = true,
): Promise<string> {
  if (path.endsWith('/approval')) return '?__v=1'
  if (id === 'verifyFile') return `?sha256=${'0'.repeat(64)}`
  if (id === 'getTakeDown') return `?trashed=${UNKNOWN_ID}`
  if (id === 'getTeacherRoutine') return `?${new URLSearchParams({ name: 'শ. রহমান' })}`
  if (id.startsWith('search')) return `?${new URLSearchParams({ q: 'পরীক্ষা' })}`
  if (!parameters.some(({ name }) => name === 'token')) return ''
  if (!prepared) return '?token=none'
  const body = { currentPassword: ADMIN.password }
  return `?token=${(await admin.issueBackupToken({ body })).token}`
}

async function bodyOf(
  { bodies, path }: DocumentedOperation,
  type: string,
  ids: readonly string[],
  file?: File,
  filePath = '',
  asked = SOME_PHOTO,
): Promise<string | FormData> {
  const { example = {}, encoding } = bodies[type] ?? {}
  const text = SOME_IDS.reduce(
    (json, id, index) => json.replaceAll(id, ids[index] ?? id),
    // The password stays the same, so that later requests can confirm it.
    JSON.stringify(example)
      .replaceAll(SOME_PHOTO, asked)
      .replaceAll(PASSWORD, ADMIN.password)
      .replaceAll(NEW_PASSWORD, ADMIN.password)
      .replaceAll(SOME_FILE, filePath || SOME_FILE)
      .replaceAll(SOME_PHOTO_FILE, filePath || SOME_PHOTO_FILE)
      .replaceAll('123456', currentCode())
      .replaceAll(SOME_SLIPS, keptSlips)
      .replace(/(?<="until":")[^"]+/, nextMonth()),
  )
  if (type === JSON_TYPE) return text
  const form = new FormData()
  for (const [name, value] of Object.entries<unknown>(JSON.parse(text))) {
    form.set(name, String(value))
  }
  const takesPdf = encoding?.file.contentType.includes('application/pdf')
  form.set('file', file ?? (takesPdf ? pdfFile() : await photo(path)))
  return form
}

async function photo(path: string): Promise<File> {
  const bytes = await twoColors(64, 48).jpeg().toBuffer()
  return new File([Uint8Array.from(bytes)], `${path.length}.jpg`)
}

/** Creates the records that an operation acts on. @returns their ids */
async function idsFor(
  school: TestClient,
  { id, path, method }: DocumentedOperation,
): Promise<string[]> {
  const { admin, signIn } = school
  const collection = path.split('/')[2] ?? ''
  // Only one backup task runs at a time.
  if (path.includes('/backups')) await backupTaskEnded(admin)
  const trashed = async (ids: string[]) => {
    await admin.deleteEntries({ params: { collection: 'notices' }, body: { ids } })
    return ids
  }
  const twoEntries = async (where: CollectionName) => [
    await newEntry(admin, where),
    await newEntry(admin, where),
  ]
  if (id.startsWith('deleteEntries') && isCollectionName(collection)) return twoEntries(collection)
  if (/^(takeDown|getTakeDown)$/.test(id)) return trashed([await newEntry(admin, 'notices')])
  if (collection === 'trash' && method === 'POST') return trashed(await twoEntries('notices'))
  if (!path.includes('{id}')) return []
  if (path.includes('/results/')) return [await newResults(school, id)]
  if (path.includes('/move-in/')) return [await moveFor(school, id)]
  if (id.includes('PhotoRequest')) return [await photoRequest(school, id === 'reopenPhotoRequest')]
  if (path.includes('/versions')) return [await changedEntry(admin)]
  if (/\/(draft|preview)$/.test(path) && isCollectionName(collection)) {
    return [await newEntry(admin, collection, undefined, { status: 'draft' })]
  }
  if (path.endsWith('/approval') && isCollectionName(collection)) {
    return [await approvedEntry(school, collection)]
  }
  if (/\/(text|blur)/.test(path) && isCollectionName(collection)) {
    return [await newEntry(admin, collection, await photo(collection))]
  }
  if (isCollectionName(collection)) {
    const existing = await admin.listEntries({ params: { collection } })
    return method === 'PUT'
      ? [await newEntry(admin, collection)]
      : existing.slice(0, 1).map(({ _id }) => _id)
  }
  if (collection === 'schoolInfo') return [(await admin.getSchoolInfo())._id]
  if (collection === 'studentCounts') return [await newCount(admin)]
  if (isRecordName(collection)) return [await recordId(school, collection)]
  if (path.includes('/backups/')) return [await backupId(admin)]
  if (path.includes('/sessions/')) {
    await signIn()
    const devices = await admin.listDevices()
    return devices.flatMap(({ _id, isCurrent }) => (isCurrent ? [] : [_id]))
  }
  const newAdmin = { username: `another-${id}`, password: 'a clerk may write this' }
  const body = { ...newAdmin, currentPassword: ADMIN.password }
  return [(await admin.createAdmin({ body }))._id]
}

/** Returns an entry that a clerk has sent and a head has approved. */
async function approvedEntry(school: TestClient, collection: CollectionName): Promise<string> {
  await clerkOf(school)
  const clerk = await school.signIn(CLERK)
  const id = await newEntry(clerk.api, collection, undefined, { status: 'waiting' })
  const params = { collection, id }
  await school.admin.updateEntry({ params, body: { status: 'published', __v: 0 } })
  return id
}

/** Publishes a photo. @returns its name in requests */
async function newPhoto({ admin }: TestClient): Promise<string> {
  const id = await newEntry(admin, 'gallery')
  const { filePath = '' } = await admin.getEntry({ params: { collection: 'gallery', id } })
  return `gallery/${id}/${fileStemOf(filePath)}`
}

/** Slips of the sheet that was sealed last. */
let keptSlips = SOME_SLIPS

/** Seals a sheet of an examination. @returns its id */
async function newResults({ admin }: TestClient, exam: string): Promise<string> {
  const sealed = await admin.sealResults({ body: { ...sampleResults, exam, until: nextMonth() } })
  keptSlips = sealed.kept
  return sealed.sheet._id
}

const nextMonth = () => new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)

/** Looks at files, or brings one, which for some operations cannot be taken. @returns the id of the move */
async function moveFor({ admin }: TestClient, operation: string): Promise<string> {
  for (const { _id: id, state } of await admin.listMoveIns()) {
    if (state === 'paused') await admin.continueMoveIn({ params: { id } })
  }
  await moveInState(admin, ['found', 'done', 'undone', 'failed'])
  const isRefused = /^(dismissMoveInItem|replaceMoveInFile)$/.test(operation)
  const name = `${operation} ${Date.now()}`
  // Several, so that there is time to pause.
  const bytes = isRefused ? '<!doctype html><script>alert(1)</script>' : pdfFile()
  const files = Array.from(
    { length: operation === 'startLook' ? 20 : 1 },
    (_, n) => new File([bytes], `2026-01-02 ${name} ${n}.pdf`),
  )
  const { _id: id } = await admin.startLook({ body: {}, file: files })
  const params = { id }
  await moveInState(admin, ['found'])
  if (/^(readMoveIn|list|preview|bringMoveIn|forgetMoveIn)/.test(operation)) return id
  await admin.bringMoveIn({
    params,
    body: { collections: ['notices'], years: [2026], as: 'published' },
  })
  if (operation === 'startLook') await admin.pauseMoveIn({ params })
  else await moveInState(admin, ['done'])
  return id
}

/** Returns the id of a request to take a photo down. */
async function photoRequest(school: TestClient, isAnswered: boolean): Promise<string> {
  const { admin, visitor } = school
  const photo = await newPhoto(school)
  await visitor.askForPhoto({ body: { photo, who: 'guardian' } })
  const asked = (await admin.listPhotoRequests()).find((one) => one.photo === photo)
  const id = asked?._id ?? UNKNOWN_ID
  const body = { answer: 'refused', reason: 'ক' } as const
  if (isAnswered) await admin.answerPhotoRequest({ params: { id }, body })
  return id
}

/** Returns a notice with a former version. */
async function changedEntry(admin: TestClient['admin']): Promise<string> {
  const id = await newEntry(admin, 'notices')
  await admin.updateEntry({ params: { collection: 'notices', id }, body: { title: 'পরে' } })
  return id
}

async function backupId(admin: TestClient['admin']): Promise<string> {
  const [backup] = (await admin.listBackups()).backups
  if (backup) return backup._id
  await admin.makeBackup()
  await backupTaskEnded(admin)
  return backupId(admin)
}

async function someBackup({ admin, fetchAsAdmin }: TestClient): Promise<File> {
  const id = await backupId(admin)
  const { token } = await admin.issueBackupToken({ body: { currentPassword: ADMIN.password } })
  const response = await fetchAsAdmin(backupFilePath(id, token))
  return new File([await response.blob()], 'backup.zip')
}

async function newEntry(
  admin: TestClient['admin'],
  collection: CollectionName,
  given?: File,
  draft: { status?: 'draft' | 'waiting' } = {},
): Promise<string> {
  const params = { collection }
  const body = {
    ...draft,
    title: 'ক',
    ...(takes(collection, 'dates') && { startsOn: '2026-12-16' }),
  }
  if (collection === 'main-gallery' && !given) {
    // Faster than a picture.
    const videoLink = 'https://youtu.be/aaaaaaaaaaa'
    return (await admin.createEntry({ params, body: { ...body, videoLink } }))._id
  }
  const isOfPhotos = collections[collection].folder === 'gallery-uploads'
  const file = given ?? (isOfPhotos ? await photo(collection) : pdfFile())
  return (await admin.createEntry({ params, body, file }))._id
}

const endpointOf = createPathMatcher(paths)
const Stored = z.object({ _id: z.string() })

/** Returns the id of a record of a feature, which is created if there is none. */
async function recordId({ fetchAsAdmin }: TestClient, type: RecordName): Promise<string> {
  const path = `/api/${type}`
  const [first] = z.array(Stored).parse(await (await fetchAsAdmin(path)).json())
  if (first) return first._id
  const create = endpointOf('POST', path)
  const example = create && featureExamples.bodies[create.name]
  return Stored.parse(await (await fetchAsAdmin(path, json(example))).json())._id
}

/** Creates a count in a group that no other request uses. */
async function newCount(admin: TestClient['admin']): Promise<string> {
  const taken = await admin.listStudentCounts()
  const section = SECTIONS.find(
    (one) => !taken.some((count) => count.className === 'Ten' && count.section === one),
  )
  const body = NewStudentCount.parse({ className: 'Ten', shift: 'Day', section })
  return (await admin.createStudentCount({ body }))._id
}

/** Provokes the error of that status on a server without records. */
export async function provokeError(
  school: TestClient,
  operation: DocumentedOperation,
  status: number,
): Promise<Response> {
  const { path, method, bodies, id } = operation
  const [type] = Object.keys(bodies)
  const authorization = `Bearer ${school.token}`
  const body = type && (await bodyOf(operation, type, [UNKNOWN_ID]))
  const json = type === JSON_TYPE && { 'content-type': JSON_TYPE }
  const right: RequestInit = {
    ...{ method, headers: { authorization, ...json } },
    ...(body !== undefined && { body }),
  }
  const headed = (headers: Record<string, string>): RequestInit => ({
    ...right,
    headers: { authorization, ...json, ...headers },
  })
  const address = addressOf(path) + (await queryFor(school, operation))
  const send = (init: RequestInit, target = address) => school.fetch(target, init)

  switch (status) {
    case 400:
      return malformed(operation, send, headed)
    case 401:
      if (id === 'login') return send({ ...right, body: wrongPassword })
      // Of an unknown passkey.
      if (id === 'signInWithPasskey') return send(right)
      return operation.forAdmins
        ? send({ ...right, headers: { ...json } })
        : send({}, `${address}?state=all`)
    case 403:
      if (method === 'GET') return send({ headers: { authorization: await clerkOf(school) } })
      return send({
        ...right,
        headers: { ...json, cookie: `adminToken=${school.token}`, 'sec-fetch-site': 'cross-site' },
      })
    case 404:
      return send(right)
    case 409:
      return conflicting(school, operation, { send, right, headed })
    case 410: {
      const form = await bodyOf(operation, MULTIPART, [UNKNOWN_ID])
      if (form instanceof FormData) form.set('uploads', '["00000000000000000000"]')
      return send({ method, headers: { authorization }, body: form })
    }
    case 413:
      return send({ ...right, body: tooLarge(type, path) })
    case 415:
      return send({ ...headed({ 'content-type': 'text/plain' }), body: 'text' })
    case 429:
      return untilRateLimited(() =>
        send(REPEATED.includes(id) ? right : { ...right, body: wrongPassword }),
      )
    default:
      throw new Error(`Add a request that provokes ${status} of ${id}`)
  }
}

const CLERK = { username: 'clerk', password: 'a clerk may write this' }

/** Returns the authorization of an account without rights. */
async function clerkOf({ admin, signIn }: TestClient): Promise<string> {
  const accounts = await admin.listAdmins()
  if (!accounts.some(({ username }) => username === CLERK.username)) {
    const body = { ...CLERK, role: 'clerk', currentPassword: ADMIN.password } as const
    await admin.createAdmin({ body })
  }
  return `Bearer ${(await signIn(CLERK)).token}`
}

/** Those whose right request is refused when it is sent often. */
const REPEATED = ['signInWithPasskey', 'askForPhoto']

const wrongPassword = JSON.stringify({
  trashed: UNKNOWN_ID,
  username: ADMIN.username,
  password: 'quite another password',
  currentPassword: 'not this one',
  newPassword: NEW_PASSWORD,
  disabled: true,
  secret: TOTP_SECRET,
  code: '123456',
})

type Send = (init: RequestInit, target?: string) => Promise<Response>
type Headed = (headers: Record<string, string>) => RequestInit

function malformed({ path, bodies, parameters }: DocumentedOperation, send: Send, headed: Headed) {
  if (bodies[JSON_TYPE]) return send({ ...headed({ 'content-type': JSON_TYPE }), body: '{"' })
  if (bodies[MULTIPART]) {
    const type = `${MULTIPART}; boundary=x`
    return send({ ...headed({ 'content-type': type }), body: '--x\r\nnonsense' })
  }
  const named = (name: string, where: string) =>
    parameters.some((parameter) => parameter.name === name && parameter.in === where)
  if (named('Idempotency-Key', 'header')) return send(headed({ 'idempotency-key': 'two words' }))
  if (named('limit', 'query')) return send(headed({}), `${addressOf(path)}?limit=many`)
  if (named('state', 'query')) return send(headed({}), `${addressOf(path)}?state=hidden`)
  if (named('month', 'query')) return send(headed({}), `${addressOf(path)}?month=13`)
  if (named('ids', 'query')) return send(headed({}), `${addressOf(path)}?ids=,`)
  if (named('q', 'query')) return send(headed({}), `${addressOf(path)}?q=${'x'.repeat(201)}`)
  return send(headed({}), path.replace(/\{\w+\}/g, 'nonsense'))
}

interface Requests {
  send: Send
  right: RequestInit
  headed: Headed
}

async function conflicting(
  school: TestClient,
  { id, path, parameters }: DocumentedOperation,
  { send, right, headed }: Requests,
): Promise<Response> {
  const { admin } = school
  if (parameters.some(({ name }) => name === 'Idempotency-Key')) {
    // The key of another request.
    const key = `of-another-request-${id}`
    const body = { className: 'Nine', shift: 'Day', section: 'A' } as const
    await admin.importStudentCounts(
      { body: { rows: [{ ...body, __v: await versionOf(admin) }] } },
      { idempotencyKey: key },
    )
    return id === 'importStudentCounts'
      ? send(right).then(() => send(right))
      : send(headed({ 'idempotency-key': key }))
  }
  if (id === 'updateTeacherPage') {
    return send({ ...right, body: JSON.stringify({ html: '<p>ক</p>', __v: 7 }) })
  }
  if (id.endsWith('PhotoRequest')) {
    const answered = await photoRequest(school, id === 'answerPhotoRequest')
    return send(right, addressOf(path, answered))
  }
  if (path.includes('/move-in')) return conflictingMove(school, { id, path }, { send, right })
  if (id === 'sealResults') return send(right).then(() => send(right))
  if (id === 'changeResults') {
    const body = JSON.stringify({ until: nextMonth(), __v: 7 })
    return send({ ...right, body }, addressOf(path, await newResults(school, id)))
  }
  if (id === 'switchTotpOn') {
    const authorization = `Bearer ${await tokenFor(school, 'renewCodes')}`
    return send(headed({ authorization }))
  }
  if (id === 'updateAdmin' || id === 'resetPassword') {
    const [self] = await admin.listAdmins()
    return send(right, addressOf(path, self?._id))
  }
  // A deleted count whose group has a new one.
  const body = NewStudentCount.parse({ className: 'Eight', shift: 'Day', section: 'A' })
  const deleted = (await admin.createStudentCount({ body }))._id
  await admin.deleteStudentCount({ params: { id: deleted } })
  const { _id: taken } = await admin.createStudentCount({ body })
  const response = await send(
    right.body === undefined ? right : { ...right, body: JSON.stringify({ ids: [deleted] }) },
    addressOf(path, deleted),
  )
  await admin.deleteStudentCount({ params: { id: taken } })
  return response
}

async function conflictingMove(
  school: TestClient,
  { id, path }: Pick<DocumentedOperation, 'id' | 'path'>,
  { send, right }: Pick<Requests, 'send' | 'right'>,
): Promise<Response> {
  if (id === 'bringMoveIn') {
    const found = addressOf(path, await moveFor(school, id))
    return send(right, found).then(() => send(right, found))
  }
  // What follows a bringing conflicts with a look, and the other way round.
  const isAfter = /^(pause|continue|undo)MoveIn$/.test(id)
  const operation = id === 'startLook' ? id : isAfter ? 'readMoveIn' : 'undoMoveIn'
  return send(right, addressOf(path, await moveFor(school, operation)))
}

async function versionOf(admin: TestClient['admin']): Promise<number | null> {
  const counts = await admin.listStudentCounts()
  return counts.find(({ className }) => className === 'Nine')?.__v ?? null
}

function tooLarge(type: string | undefined, path: string): string | FormData {
  if (type === JSON_TYPE) {
    return JSON.stringify({
      x: 'x'.repeat(
        /teacherPage|results|routines.import|text$|bring/.test(path) ? 2_100_000 : 110_000,
      ),
    })
  }
  const form = new FormData()
  const bytes = Buffer.concat([pdfBytes(), Buffer.alloc(1_200_000)])
  form.set('file', new File([Uint8Array.from(bytes)], 'large.pdf'))
  return form
}

async function untilRateLimited(attempt: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; tries < 20; tries += 1) {
    const response = await attempt()
    if (response.status === 429) return response
    await response.body?.cancel()
  }
  throw new Error('No attempt was rejected with 429')
}

/** Renames every table of the running server. */
export async function breakDatabase({ server }: TestServer): Promise<void> {
  const { db } = server.internals
  await db.write(async (tx) => {
    const tables: { name: string }[] = await tx.query(TABLES_QUERY)
    for (const { name } of tables) await tx.query(`ALTER TABLE "${name}" RENAME TO "gone_${name}"`)
  })
}
