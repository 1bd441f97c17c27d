import { sampleCount } from '@bidyaloy/shared/school/sample-records'
import { pdfFile } from './sample-files.ts'
import { ADMIN } from './test-server.ts'

/* The rows of the contract's table of errors, each with a request that provokes it. */

function form(parts: Record<string, string | File | (string | File)[]>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(parts)) {
    for (const value of Array.isArray(values) ? values : [values]) data.append(name, value)
  }
  return data
}

/** A request with a JSON body; a string goes as it is. */
export const json = (
  body: unknown,
  method = 'POST',
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const post = (parts: Parameters<typeof form>[0]): RequestInit => ({
  method: 'POST',
  body: form(parts),
})

const { className, shift, section } = sampleCount
const importRow = { className, shift, section, girls: 60, __v: null }

/** A request, and how it is refused; it changes nothing. */
interface Refusal {
  what: string
  path: string
  init?: RequestInit
  signedIn?: boolean
  status: number
  code: string
  field?: string
}

/** Against a server with `sampleCount` alone and uploads of 1 MB at most. */
export const refusals: Refusal[] = [
  {
    what: 'a title missing',
    path: '/api/notices',
    init: post({ file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'title',
  },
  {
    what: 'a title of blanks',
    path: '/api/notices',
    init: post({ title: ' \u200b ', file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'title',
  },
  {
    what: 'a title too long',
    path: '/api/notices',
    init: post({ title: 'ক'.repeat(301), file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'title',
  },
  {
    what: 'a title twice',
    path: '/api/notices',
    init: post({ title: ['ক', 'খ'], file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'title',
  },
  {
    what: 'a file missing',
    path: '/api/news',
    init: post({ title: 'ক' }),
    status: 400,
    code: 'validation_failed',
    field: 'file',
  },
  {
    what: 'two files',
    path: '/api/news',
    init: post({ title: 'ক', file: [pdfFile(), pdfFile()] }),
    status: 400,
    code: 'validation_failed',
    field: 'file',
  },
  {
    what: 'a file under another name',
    path: '/api/downloads',
    init: post({ title: 'ক', document: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'file',
  },
  {
    what: 'a malformed date',
    path: '/api/notices',
    init: post({ title: 'ক', date: '31/12/2026', file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'date',
  },
  {
    what: 'a malformed moment of appearing',
    path: '/api/notices',
    init: post({ title: 'ক', publishAt: 'tomorrow', file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'publishAt',
  },
  {
    what: 'an entry that is to go before it appears',
    path: '/api/notices',
    init: post({
      ...{ title: 'ক', publishAt: '2026-12-02', expiresAt: '2026-12-01', file: pdfFile() },
    }),
    status: 400,
    code: 'validation_failed',
    field: 'expiresAt',
  },
  {
    what: 'a malformed end of a pin',
    path: '/api/news',
    init: post({ title: 'ক', pinnedUntil: '2026-13-01', file: pdfFile() }),
    status: 400,
    code: 'validation_failed',
    field: 'pinnedUntil',
  },
  {
    what: 'nothing chosen to delete',
    path: '/api/notices/delete',
    init: json({ ids: [] }),
    status: 400,
    code: 'validation_failed',
    field: 'ids',
  },
  {
    what: 'more chosen to restore than may be at once',
    path: '/api/trash/restore',
    init: json({ ids: Array.from({ length: 201 }, (_, n) => `x${n}`) }),
    status: 400,
    code: 'validation_failed',
    field: 'ids',
  },
  {
    what: 'an unknown state',
    path: '/api/notices?state=hidden',
    status: 400,
    code: 'validation_failed',
    field: 'state',
  },
  {
    what: 'an unknown order',
    path: '/api/notices?order=random',
    status: 400,
    code: 'validation_failed',
    field: 'order',
  },
  {
    what: 'a malformed limit',
    path: '/api/notices?limit=many',
    status: 400,
    code: 'validation_failed',
    field: 'limit',
  },
  {
    what: 'a limit twice',
    path: '/api/notices?limit=1&limit=2',
    status: 400,
    code: 'validation_failed',
    field: 'limit',
  },
  {
    what: 'an unknown class',
    path: '/api/studentCounts',
    init: json({ ...sampleCount, className: 'Eleven' }),
    status: 400,
    code: 'validation_failed',
    field: 'className',
  },
  {
    what: 'a count out of range',
    path: '/api/studentCounts',
    init: json({ ...sampleCount, section: 'C', girls: 100_001 }),
    status: 400,
    code: 'validation_failed',
    field: 'girls',
  },
  {
    what: 'a video link elsewhere',
    path: '/api/main-gallery',
    init: json({ title: 'ক', videoLink: 'https://example.com/watch?v=abcdefghijk' }),
    status: 400,
    code: 'validation_failed',
    field: 'videoLink',
  },
  {
    what: 'the wrong current password',
    path: '/api/admin/password',
    init: json({ currentPassword: 'not this one', newPassword: 'another long password' }, 'PUT'),
    status: 400,
    code: 'validation_failed',
    field: 'currentPassword',
  },
  {
    what: 'a picture of the site that there is none of',
    path: '/api/settings/pictures/logo',
    init: { method: 'PUT', body: form({ file: pdfFile() }) },
    status: 400,
    code: 'validation_failed',
    field: 'picture',
  },
  {
    what: 'a picture of the site without a file',
    path: '/api/settings/pictures/crest',
    init: { method: 'PUT', body: form({}) },
    status: 400,
    code: 'validation_failed',
    field: 'file',
  },
  {
    what: 'a group twice in an import',
    path: '/api/studentCounts/import',
    init: json({ rows: [importRow, importRow] }),
    status: 400,
    code: 'validation_failed',
    field: 'rows.1',
  },
  {
    what: 'a teacher without a name',
    path: '/api/teacherPage',
    init: json({ teachers: [{ name: '', post: '', subject: '', phone: '', email: '' }] }, 'PUT'),
    status: 400,
    code: 'validation_failed',
    field: 'teachers.0.name',
  },
  {
    what: 'a new admin without the own password',
    path: '/api/admin/users',
    init: json({ username: 'clerk', password: 'a clerk may write this' }),
    status: 400,
    code: 'validation_failed',
    field: 'currentPassword',
  },
  {
    what: 'a malformed part of the activity',
    path: '/api/admin/activity?offset=-1',
    status: 400,
    code: 'validation_failed',
    field: 'offset',
  },
  {
    what: 'JSON that does not parse',
    path: '/api/studentCounts',
    init: json('{"className":'),
    status: 400,
    code: 'malformed_body',
  },
  {
    what: 'JSON that is no object',
    path: '/api/studentCounts',
    init: json('[]'),
    status: 400,
    code: 'validation_failed',
  },
  {
    what: 'multipart that does not parse',
    path: '/api/notices',
    init: {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nnonsense',
    },
    status: 400,
    code: 'malformed_body',
  },
  {
    what: 'a write by nobody',
    path: '/api/notices',
    init: post({ title: 'ক', file: pdfFile() }),
    signedIn: false,
    status: 401,
    code: 'unauthenticated',
  },
  {
    what: 'what visitors do not see, asked for by nobody',
    path: '/api/notices?state=scheduled',
    signedIn: false,
    status: 401,
    code: 'unauthenticated',
  },
  {
    what: 'its number, asked for by nobody',
    path: '/api/stats/notices?state=all',
    signedIn: false,
    status: 401,
    code: 'unauthenticated',
  },
  {
    what: 'the overview, asked for by nobody',
    path: '/api/admin/overview',
    signedIn: false,
    status: 401,
    code: 'unauthenticated',
  },
  {
    what: 'a wrong password',
    path: '/api/admin/login',
    init: json({ ...ADMIN, password: 'wrong' }),
    signedIn: false,
    status: 401,
    code: 'invalid_credentials',
  },
  {
    what: 'an unknown user',
    path: '/api/admin/login',
    init: json({ username: 'nobody', password: 'wrong' }),
    signedIn: false,
    status: 401,
    code: 'invalid_credentials',
  },
  {
    what: 'an unknown record among several',
    path: '/api/notices/delete',
    init: json({ ids: ['000000000000'] }),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'several things that are not in the bin',
    path: '/api/trash/restore',
    init: json({ ids: ['000000000000'] }),
    status: 404,
    code: 'not_found',
  },
  { what: 'an unknown record', path: '/api/notices/000000000000', status: 404, code: 'not_found' },
  {
    what: 'a picture of the site that is not set',
    path: '/api/settings/pictures/banner',
    init: { method: 'DELETE' },
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a device that is not signed in',
    path: '/api/admin/sessions/0123456789abcdef',
    init: { method: 'DELETE' },
    status: 404,
    code: 'not_found',
  },
  {
    what: 'an unknown admin',
    path: '/api/admin/users/000000000000',
    init: json({ disabled: true, currentPassword: ADMIN.password }, 'PUT'),
    status: 404,
    code: 'not_found',
  },
  { what: 'a malformed id', path: '/api/notices/%27%20OR%201=1', status: 404, code: 'not_found' },
  { what: 'an unknown API path', path: '/api/nothing', status: 404, code: 'not_found' },
  {
    what: 'an unknown file',
    path: '/uploads/..%2fbidyaloy.sqlite',
    status: 404,
    code: 'not_found',
  },
  {
    what: 'school info before it was saved',
    path: '/api/schoolInfo',
    status: 404,
    code: 'not_found',
  },
  { what: 'contact before it was saved', path: '/api/contactus', status: 404, code: 'not_found' },
  {
    what: 'a method that an address does not take',
    path: '/api/notices',
    init: { method: 'DELETE' },
    status: 405,
    code: 'method_not_allowed',
  },
  {
    what: 'a second count of one group',
    path: '/api/studentCounts',
    init: json(sampleCount),
    status: 409,
    code: 'conflict',
  },
  {
    what: 'an import of what is there already',
    path: '/api/studentCounts/import',
    init: json({ rows: [importRow] }),
    status: 409,
    code: 'conflict',
  },
  {
    what: 'a page of teachers that was set meanwhile',
    path: '/api/teacherPage',
    init: json({ html: '<p>ক</p>', __v: 3 }, 'PUT'),
    status: 409,
    code: 'conflict',
  },
  {
    what: 'an admin of a name that is taken',
    path: '/api/admin/users',
    init: json({
      username: ADMIN.username.toUpperCase(),
      password: 'a clerk may write this',
      currentPassword: ADMIN.password,
    }),
    status: 409,
    code: 'conflict',
    field: 'username',
  },
  {
    what: 'a page of teachers over 2 MB',
    path: '/api/teacherPage',
    init: json({ html: 'x'.repeat(2_000_001) }, 'PUT'),
    status: 413,
    code: 'too_large',
  },
  {
    what: 'JSON over 100 kB',
    path: '/api/studentCounts',
    init: json({ ...sampleCount, x: 'x'.repeat(101 * 1024) }),
    status: 413,
    code: 'too_large',
  },
  {
    what: 'a file over the limit',
    path: '/api/notices',
    init: post({ title: 'ক', file: new File([new Uint8Array(1024 * 1024 + 1)], 'x.pdf') }),
    status: 413,
    code: 'too_large',
  },
  {
    what: 'HTML under the name of a PDF',
    path: '/api/notices',
    init: post({
      title: 'ক',
      file: new File(['<!doctype html><script>alert(1)</script>'], 'x.pdf'),
    }),
    status: 415,
    code: 'unsupported_media_type',
    field: 'file',
  },
  {
    what: 'SVG under the name of a picture',
    path: '/api/gallery',
    init: post({
      title: 'ক',
      file: new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.png', { type: 'image/png' }),
    }),
    status: 415,
    code: 'unsupported_media_type',
    field: 'file',
  },
  {
    what: 'a PDF in a gallery',
    path: '/api/gallery',
    init: post({ title: 'ক', file: pdfFile() }),
    status: 415,
    code: 'unsupported_media_type',
    field: 'file',
  },
  {
    what: 'a PDF as the crest',
    path: '/api/settings/pictures/crest',
    init: { method: 'PUT', body: form({ file: pdfFile() }) },
    status: 415,
    code: 'unsupported_media_type',
    field: 'file',
  },
  {
    what: 'a picture of the site as JSON',
    path: '/api/settings/pictures/crest',
    init: json({ file: 'crest.png' }, 'PUT'),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'a body of another type',
    path: '/api/studentCounts',
    init: { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'a body of another charset',
    path: '/api/studentCounts',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body: '{}',
    },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'a compressed body',
    path: '/api/studentCounts',
    init: json('{}', 'POST', { 'content-encoding': 'gzip' }),
    status: 415,
    code: 'unsupported_media_type',
  },
]
