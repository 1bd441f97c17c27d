import type { Output } from '@bidyaloy/shared/api/api'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { Problem, ProblemBody, type ProblemCode, problems } from '@bidyaloy/shared/api/problem'
import { SETUP_STEPS } from '@bidyaloy/shared/school/admin-overview'
import type { ResponseExamples } from '../feature.ts'
import { featureExamples } from '../features.ts'
import { type JsonSchema, jsonSchema, type MediaType } from './json-schema.ts'
import { SOME_FILE, SOME_SUBSCRIPTION, takesUploads } from './request-body.ts'

const AT = '2026-11-21T04:30:00.000Z'
const LATER = '2026-12-21T04:30:00.000Z'
const challenge = 'x0c2m1qap7wq2mm4hdt8szn5R6kZ3v9Lx0c2m1Qap7w'
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIn0.c2lnbmF0dXJl'

const entry: Output<'getEntry'> = {
  _id: 'k3v9x0c2m1qa',
  title: 'বার্ষিক পরীক্ষার সময়সূচি',
  __v: 0,
  date: '2026-11-20T18:00:00.000Z',
  createdAt: AT,
  kind: 'exam',
  classes: ['Nine', 'Ten'],
  filePath: SOME_FILE,
  fileName: 'routine.pdf',
  mimeType: 'application/pdf',
  size: 183_204,
}

const entryText: Output<'getEntryText'> = {
  pending: false,
  pages: [
    {
      file: SOME_FILE,
      page: 1,
      source: 'hand',
      text: 'গণিত পরীক্ষা\nশনিবার ১০টা',
      sureness: 100,
    },
  ],
}

const admin: Output<'createAdmin'> = {
  _id: 'c8s1m0z4y2fe',
  username: 'karanik',
  role: 'clerk',
  createdAt: AT,
  disabledAt: null,
  lastSignInAt: null,
  isSelf: false,
}

const named: Output<'setName'> = {
  _id: admin._id,
  username: admin.username,
  name: 'রহিমা বেগম',
  post: 'অফিস সহকারী',
}

const backup: Output<'uploadBackup'> = {
  _id: 'h2n6r9t4x1zb',
  name: 'bidyaloy-manual-20261121T043000Z.zip',
  kind: 'manual',
  at: AT,
  size: 48_120_334,
}
const backups: Output<'listBackups'> = {
  backups: [backup],
  task: null,
  outcome: null,
  undo: null,
  nightly: { at: '02:30', daily: 7, weekly: 4, failedAt: null },
  away: {
    address: 'https://s3.example.com/backups',
    encrypted: true,
    newestAt: AT,
    failedAt: null,
    fault: null,
  },
}
const running = (task: 'make' | 'verify' | 'restore', backupId: string | null) => ({
  ...backups,
  task: { task, backupId, startedAt: AT, progress: 0 },
})

/** Readers of the last 30 days: of an entry that was published ten days ago. */
const readOnDays = [...Array<number>(20).fill(0), 64, 81, 52, 30, 22, 18, 17, 9, 12, 7]

/** Example of each endpoint's successful response. */
const examples: ResponseExamples = {
  login: { token },
  changePassword: { token },
  proveServer: { key: 'MCowBQYDK2VwAyEA'.padEnd(59, 'A'), signature: 'A'.repeat(86) },
  session: {
    username: 'admin',
    role: 'head',
    approval: false,
    expiresAt: LATER,
    maxUploadBytes: 26_214_400,
  },
  listEntries: [entry],
  createEntry: entry,
  getEntry: entry,
  getNeighbours: {
    older: { _id: 'p7wq2mm4hdt8', title: 'ভর্তি বিজ্ঞপ্তি ২০২৭' },
    newer: null,
  },
  updateEntry: { ...entry, title: 'পরিবর্তিত শিরোনাম', __v: 1 },
  previewEntry: {
    url: '/preview/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    expiresAt: LATER,
  },
  getDraft: {
    ...entry,
    status: 'waiting',
    draft: { by: 'karanik', at: AT, changes: false },
  },
  deleteApproval: {
    ...entry,
    __v: 2,
    status: 'waiting',
    draft: { by: 'karanik', at: AT, changes: false },
  },
  redrawEntry: entry,
  getEntryText: entryText,
  updateEntryText: entryText,
  readEntryAgain: { pending: true, pages: [] },
  entryStats: {
    total: 42,
    years: [
      { year: 2026, count: 30 },
      { year: 2025, count: 12 },
    ],
    kinds: [
      { kind: 'exam', count: 9 },
      { kind: 'holiday', count: 4 },
    ],
  },
  search: [
    {
      collection: 'notices',
      _id: entry._id,
      title: entry.title,
      date: entry.date,
      snippet: 'পরীক্ষা প্রতিদিন সকাল ১০টায় শুরু হবে।',
      marks: {
        title: [[8, 16]],
        snippet: [[0, 7]],
      },
      filePath: entry.filePath,
      mimeType: entry.mimeType,
      size: entry.size,
    },
  ],
  searchStats: {
    total: 3,
    kinds: [
      { kind: 'notices', count: 2 },
      { kind: 'downloads', count: 1 },
    ],
    also: [{ word: 'পরিক্ষা', spellings: ['পরীক্ষা'], synonyms: ['exam', 'examination'] }],
    pages: [],
  },
  listClasses: ['Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  ...featureExamples.responses,
  about: {
    product: 'bidyaloy',
    api: 1,
    name: 'উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়',
  },
  getPushKey: { key: SOME_SUBSCRIPTION.keys.p256dh },
  listTrash: [
    {
      _id: entry._id,
      collection: 'notices',
      title: entry.title,
      deletedAt: AT,
      deletedBy: 'admin',
      restorableUntil: LATER,
    },
  ],
  restoreTrash: entry,
  listVersions: [
    {
      n: 0,
      replacedAt: LATER,
      replacedBy: 'admin',
      data: {
        title: 'বার্ষিক পরীক্ষার রুটিন',
        date: AT,
        publishAt: null,
        expiresAt: null,
        pinnedUntil: null,
        body: '',
      },
    },
  ],
  adminOverview: {
    accountEvents: [],
    scheduled: [],
    waiting: [],
    returned: [],
    drafts: [],
    expiring: [],
    stale: [],
    withoutFile: [],
    withoutPages: [],
    formerFileBytes: 1_204_331,
    subscribers: 214,
    twoStep: true,
    damaged: false,
    addressKnown: true,
    siteUrl: 'https://school.example',
    lastBackup: { at: AT, size: 48_120_334 },
    backupFailed: false,
    away: { newestAt: AT, failed: false },
    version: '1.0.0',
    diskLow: false,
    setup: SETUP_STEPS.map((step) => ({ step, done: step === 'contact' })),
  },
  listAllEntries: [{ ...entry, collection: 'notices' }],
  countAllEntries: { all: 128, draft: 2, waiting: 3, scheduled: 1, expired: 0, trash: 4 },
  listActivity: [
    {
      _id: '17',
      at: AT,
      by: 'admin',
      action: 'created',
      subject: 'notices',
      title: entry.title,
      recordId: entry._id,
    },
  ],
  readerCounts: {
    to: '2026-11-21',
    site: { total: 48_213, days: readOnDays.map((count) => 9 * count) },
    entries: [{ _id: entry._id, total: 312, days: readOnDays }],
  },
  listDevices: [
    {
      _id: '3c9e1f20ab47',
      createdAt: AT,
      expiresAt: LATER,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0)',
      isCurrent: true,
    },
  ],
  listBackups: backups,
  makeBackup: running('make', null),
  issueBackupToken: { token: 'k3v9x0c2m1qap7wq2mm4', expiresAt: LATER },
  uploadBackup: backup,
  verifyBackup: running('verify', backup._id),
  restoreBackup: running('restore', backup._id),
  listAdmins: [{ ...admin, username: 'admin', isSelf: true, lastSignInAt: AT }],
  createAdmin: admin,
  updateAdmin: { ...admin, disabledAt: AT },
  listNames: [named],
  setName: named,
  startPasskeySignIn: {
    challenge,
    rpId: 'school.example',
    timeout: 300_000,
    userVerification: 'required',
  },
  signInWithPasskey: { token },
  startPasskey: {
    challenge,
    rp: { id: 'school.example', name: 'school.example' },
    user: { id: 'azN2OXgwYzJtMXFh', name: 'admin', displayName: 'admin' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  },
  addPasskey: { codes: ['5546-6900', '3062-9247'] },
  getFactors: {
    totp: true,
    codesLeft: 10,
    passkeys: [{ _id: 'k3v9x0c2m1qa', name: 'অফিসের ফোন', createdAt: AT, lastUsedAt: null }],
    passkeyOrigin: 'https://school.example',
  },
  switchTotpOn: { codes: ['5546-6900', '3062-9247'] },
  renewCodes: { codes: ['5546-6900', '3062-9247'] },
  resetPassword: { password: 'k3v9x-p7wq2-mm4hd-t8szn', expiresAt: LATER },
}

/** Response object of OpenAPI. */
interface ResponseObject {
  description: string
  content?: Readonly<Record<string, MediaType>>
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
}

const SUCCESS = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No content' } as const

const totalCount = {
  'X-Total-Count': {
    description: 'Number of all matches, regardless of `limit` and `offset`',
    schema: { type: 'integer' as const },
  },
}
const setCookie = (description: string) => ({
  'Set-Cookie': { description, schema: { type: 'string' as const } },
})
const tokenCookie = setCookie('The token as the cookie `adminToken`')
const challengeCookie = setCookie('The signed challenge as the cookie `passkeyChallenge`')
const headers: { [N in EndpointName]?: NonNullable<ResponseObject['headers']> } = {
  login: tokenCookie,
  startPasskeySignIn: challengeCookie,
  startPasskey: challengeCookie,
  signInWithPasskey: tokenCookie,
  listEntries: totalCount,
  listAllEntries: totalCount,
  listActivity: totalCount,
}

/** Returns the documented responses of an endpoint by status: its success and its errors. */
export function responses(name: EndpointName, endpoint: Endpoint): Record<string, ResponseObject> {
  const { status, response, download } = endpoint
  const documented: Record<string, ResponseObject> = {
    [status]: {
      description: SUCCESS[status],
      ...(response && {
        content: { 'application/json': { schema: jsonSchema(response), example: examples[name] } },
      }),
      ...(download && {
        content: { [download]: { schema: { type: 'string', format: 'binary' } } },
      }),
      ...(headers[name] && { headers: headers[name] }),
    },
    default: {
      description: 'Any other error, such as an internal error (500) or a full disk (507)',
      content: { 'application/json': { schema: jsonSchema(ProblemBody) } },
    },
  }
  const codes = errorCodes(name, endpoint)
  for (const errorStatus of new Set(codes.map((code) => problems[code].status))) {
    documented[errorStatus] = errorResponse(
      codes.filter((code) => problems[code].status === errorStatus),
    )
  }
  return documented
}

/** Public writes that pages of other sites may not send. */
const SIGN_INS: readonly EndpointName[] = ['login', 'startPasskeySignIn', 'signInWithPasskey']

/** Returns the error codes of an endpoint: those it declares, and those of its kind. */
function errorCodes(name: EndpointName, endpoint: Endpoint): ProblemCode[] {
  const {
    method,
    access,
    right,
    params,
    query,
    body,
    idempotent,
    problems: declared = [],
  } = endpoint
  const codes = new Set<ProblemCode>(declared)
  if (access === 'admin') codes.add('unauthenticated')
  if (right) codes.add('forbidden')
  if (method !== 'GET' && (access === 'admin' || SIGN_INS.includes(name))) codes.add('cross_site')
  // An unknown id or collection gets 404, other parameters with field errors.
  const validated = Object.keys(params?.shape ?? {}).filter((one) => !/^(id|collection)$/.test(one))
  if (query || body || validated.length > 0) codes.add('validation_failed')
  if (body) codes.add('malformed_body').add('too_large').add('unsupported_media_type')
  if (takesUploads(name, endpoint)) codes.add('upload_gone')
  if (idempotent) codes.add('conflict').add('malformed_body')
  return [...codes]
}

/** @param codes error codes with the same status */
function errorResponse(codes: readonly ProblemCode[]): ResponseObject {
  const example = (code: ProblemCode) => [code, { value: new Problem(code).body('en') }] as const
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].en}`).join('\n\n'),
    content: {
      'application/json': {
        schema: jsonSchema(ProblemBody),
        examples: Object.fromEntries(codes.map(example)),
      },
    },
    ...(codes.includes('too_many_requests') && {
      headers: {
        'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } },
      },
    }),
  }
}
