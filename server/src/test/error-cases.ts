import type { ProblemCode } from '@bidyaloy/shared/api/problem'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { pdfFile } from './sample-files.ts'
import { ADMIN } from './test-server.ts'

/** A request that is rejected and changes nothing. */
interface ErrorCase {
  what: string
  path: string
  init: RequestInit
  signedIn: boolean
  status: number
  code: ProblemCode
  /** Field that the error names. */
  field?: string
}

type Parts = Record<string, string | File | (string | File)[]>

function form(parts: Parts): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(parts)) {
    for (const value of Array.isArray(values) ? values : [values]) data.append(name, value)
  }
  return data
}

/** Returns a request with a JSON body; a string is sent as it is. */
export const json = (
  body: unknown,
  method = 'POST',
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const upload = (parts: Parts, method = 'POST'): RequestInit => ({ method, body: form(parts) })
const raw = (type: string, body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
})

type Request = [what: string, path: string, init?: RequestInit]

const errorOf =
  (status: number, code: ProblemCode, { signedIn = true } = {}) =>
  (what: string, path: string, init: RequestInit = {}): ErrorCase => ({
    ...{ what, path, init, signedIn, status, code },
  })

const invalid = (field: string, ...request: Request): ErrorCase => ({
  ...errorOf(400, 'validation_failed')(...request),
  field,
})
const unsupportedFile = (...request: Request): ErrorCase => ({
  ...errorOf(415, 'unsupported_media_type')(...request),
  field: 'file',
})
const malformed = errorOf(400, 'malformed_body')
const unauthenticated = errorOf(401, 'unauthenticated', { signedIn: false })
const wrongCredentials = errorOf(401, 'invalid_credentials', { signedIn: false })
const notFound = errorOf(404, 'not_found')
const conflict = errorOf(409, 'conflict')
const uploadGone = errorOf(410, 'upload_gone')
const tooLarge = errorOf(413, 'too_large')
const unsupported = errorOf(415, 'unsupported_media_type')

const title = 'ক'
const unknownIds = json({ ids: ['000000000000'] })
const { className, shift, section } = sampleCount
const importRow = { className, shift, section, girls: 60, __v: null }
const newAdmin = { username: 'clerk', password: 'a clerk may write this' }

/**
 * Rows of the contract's table of errors. The server has one student count, `sampleCount`, and
 * accepts uploads of up to 1 MB.
 */
export const errorCases: ErrorCase[] = [
  invalid('title', 'a missing title', '/api/notices', upload({ file: pdfFile() })),
  invalid('title', 'a blank title', '/api/notices', upload({ title: ' \u200b ', file: pdfFile() })),
  invalid(
    'title',
    'a title of 301 characters',
    '/api/notices',
    upload({ title: title.repeat(301), file: pdfFile() }),
  ),
  invalid('title', 'two titles', '/api/notices', upload({ title: ['ক', 'খ'], file: pdfFile() })),
  invalid('file', 'a missing file', '/api/news', upload({ title })),
  invalid('file', 'two files', '/api/gallery', upload({ title, file: [pdfFile(), pdfFile()] })),
  invalid(
    'file',
    'a file in another field',
    '/api/downloads',
    upload({ title, document: pdfFile() }),
  ),
  invalid(
    'date',
    'a malformed date',
    '/api/notices',
    upload({ title, date: '31/12/2026', file: pdfFile() }),
  ),
  invalid(
    'publishAt',
    'a malformed publication time',
    '/api/notices',
    upload({ title, publishAt: 'tomorrow', file: pdfFile() }),
  ),
  invalid(
    'expiresAt',
    'an entry that expires before it appears',
    '/api/notices',
    upload({ title, publishAt: '2026-12-02', expiresAt: '2026-12-01', file: pdfFile() }),
  ),
  invalid(
    'pinnedUntil',
    'a malformed end of a pin',
    '/api/news',
    upload({ title, pinnedUntil: '2026-13-01', file: pdfFile() }),
  ),
  invalid('ids', 'no entry to delete', '/api/notices/delete', json({ ids: [] })),
  invalid(
    'ids',
    'more than 200 entries to restore',
    '/api/trash/restore',
    json({ ids: Array.from({ length: 201 }, (_, n) => `x${n}`) }),
  ),
  invalid('state', 'an unknown state', '/api/notices?state=hidden'),
  invalid('order', 'an unknown order', '/api/notices?order=random'),
  invalid('limit', 'a malformed limit', '/api/notices?limit=many'),
  invalid('limit', 'two limits', '/api/notices?limit=1&limit=2'),
  invalid(
    'className',
    'an unknown class',
    '/api/studentCounts',
    json({ ...sampleCount, className: 'Eleven' }),
  ),
  invalid(
    'girls',
    'a count out of range',
    '/api/studentCounts',
    json({ ...sampleCount, section: 'C', girls: 100_001 }),
  ),
  invalid(
    'videoLink',
    'a video link to another site',
    '/api/main-gallery',
    json({ title, videoLink: 'https://example.com/watch?v=abcdefghijk' }),
  ),
  invalid(
    'currentPassword',
    'a wrong current password',
    '/api/admin/password',
    json({ currentPassword: 'not this one', newPassword: 'another long password' }, 'PUT'),
  ),
  invalid(
    'picture',
    'an unknown picture of the site',
    '/api/settings/pictures/logo',
    upload({ file: pdfFile() }, 'PUT'),
  ),
  invalid(
    'file',
    'a picture of the site without a file',
    '/api/settings/pictures/crest',
    upload({}, 'PUT'),
  ),
  invalid(
    'rows.1',
    'the same group twice in an import',
    '/api/studentCounts/import',
    json({ rows: [importRow, importRow] }),
  ),
  invalid(
    'html',
    'a page of teachers that is its own and of the people',
    '/api/teacherPage',
    json({ html: '<p>ক</p>', people: true }, 'PUT'),
  ),
  invalid(
    'currentPassword',
    'a new admin without the current password',
    '/api/admin/users',
    json(newAdmin),
  ),
  invalid('offset', 'a negative offset of the activity', '/api/admin/activity?offset=-1'),
  errorOf(400, 'validation_failed')('JSON that is no object', '/api/studentCounts', json('[]')),

  malformed('invalid JSON', '/api/studentCounts', json('{"className":')),
  malformed(
    'invalid multipart',
    '/api/notices',
    raw('multipart/form-data; boundary=x', '--x\r\nnonsense'),
  ),

  unauthenticated('a write without a session', '/api/notices', upload({ title, file: pdfFile() })),
  unauthenticated('hidden entries without a session', '/api/notices?state=scheduled'),
  unauthenticated('their number without a session', '/api/stats/notices?state=all'),
  unauthenticated('the overview without a session', '/api/admin/overview'),
  wrongCredentials('a wrong password', '/api/admin/login', json({ ...ADMIN, password: 'wrong' })),
  wrongCredentials(
    'an unknown username',
    '/api/admin/login',
    json({ username: 'nobody', password: 'wrong' }),
  ),

  notFound('an unknown entry to delete', '/api/notices/delete', unknownIds),
  notFound('an unknown entry to restore', '/api/trash/restore', unknownIds),
  notFound('an unknown entry', '/api/notices/000000000000'),
  notFound('a picture of the site that is not set', '/api/settings/pictures/banner', {
    method: 'DELETE',
  }),
  notFound('an unknown device', '/api/admin/sessions/0123456789abcdef', { method: 'DELETE' }),
  notFound(
    'an unknown admin',
    '/api/admin/users/000000000000',
    json({ disabled: true, currentPassword: ADMIN.password }, 'PUT'),
  ),
  notFound('a malformed id', '/api/notices/%27%20OR%201=1'),
  notFound('an unknown API path', '/api/nothing'),
  notFound('an unknown file', '/uploads/..%2fbidyaloy.sqlite'),
  notFound('school info before it is saved', '/api/schoolInfo'),
  notFound('contact before it is saved', '/api/contactus'),
  errorOf(405, 'method_not_allowed')('an unsupported method', '/api/notices', {
    method: 'DELETE',
  }),

  conflict('a second count of a group', '/api/studentCounts', json(sampleCount)),
  conflict(
    'an import of an existing group as new',
    '/api/studentCounts/import',
    json({ rows: [importRow] }),
  ),
  conflict(
    'an outdated version of the teachers’ page',
    '/api/teacherPage',
    json({ html: '<p>ক</p>', __v: 3 }, 'PUT'),
  ),
  {
    ...conflict(
      'a username that is taken',
      '/api/admin/users',
      json({
        ...newAdmin,
        username: ADMIN.username.toUpperCase(),
        currentPassword: ADMIN.password,
      }),
    ),
    field: 'username',
  },

  uploadGone(
    'an upload that is not there',
    '/api/notices',
    upload({ title, uploads: '["00000000000000000000"]' }),
  ),

  tooLarge(
    'a teachers’ page over 2 MB',
    '/api/teacherPage',
    json({ html: 'x'.repeat(2_000_001) }, 'PUT'),
  ),
  tooLarge(
    'JSON over 100 kB',
    '/api/studentCounts',
    json({ ...sampleCount, x: 'x'.repeat(101 * 1024) }),
  ),
  tooLarge(
    'a file over the limit',
    '/api/notices',
    upload({ title, file: new File([new Uint8Array(1024 * 1024 + 1)], 'x.pdf') }),
  ),

  unsupportedFile(
    'HTML named as a PDF',
    '/api/notices',
    upload({ title, file: new File(['<!doctype html><script>alert(1)</script>'], 'x.pdf') }),
  ),
  unsupportedFile(
    'SVG named as a picture',
    '/api/gallery',
    upload({
      title,
      file: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png', { type: 'image/png' }),
    }),
  ),
  unsupportedFile('a PDF in a gallery', '/api/gallery', upload({ title, file: pdfFile() })),
  unsupportedFile(
    'a PDF as the crest',
    '/api/settings/pictures/crest',
    upload({ file: pdfFile() }, 'PUT'),
  ),
  unsupported(
    'a picture of the site as JSON',
    '/api/settings/pictures/crest',
    json({ file: 'crest.png' }, 'PUT'),
  ),
  unsupported('a plain text body', '/api/studentCounts', raw('text/plain', '{}')),
  unsupported(
    'a body in UTF-16',
    '/api/studentCounts',
    raw('application/json; charset=utf-16', '{}'),
  ),
  unsupported(
    'a compressed body',
    '/api/studentCounts',
    json('{}', 'POST', { 'content-encoding': 'gzip' }),
  ),
]
