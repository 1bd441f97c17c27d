import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { type Endpoints, endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import type { NewEntry } from '@bidyaloy/shared/collections/entry'
import { fileStemOf } from '@bidyaloy/shared/collections/entry-files'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { ACTIONS, type Action } from '@bidyaloy/shared/school/actions'
import type { NameChange } from '@bidyaloy/shared/school/admin-session'
import type { Role } from '@bidyaloy/shared/school/roles'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followActivity } from '../../test/recorded-actions.ts'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { ADMIN, backupTaskEnded, startTestServer, type TestServer } from '../../test/test-server.ts'

/*
 * What the activity has of a call is declared by the endpoint. `documented-responses.test.ts` sends
 * one request to every endpoint; here are the requests of endpoints whose calls are not all recorded alike.
 */
let now = new Date('2026-11-21T06:00:00Z')
let school: TestServer
/** Reads papers. */
let reading: TestServer
const PASSWORD = 'another long password'
const people = new Map<Role, TestServer['admin']>()
beforeAll(async () => {
  school = await startTestServer({ clock: () => now })
  reading = await startTestServer({ env: { READ_PAPERS: 'on' } })
  for (const role of ['clerk', 'editor'] as const) {
    const account = { username: role, password: PASSWORD }
    await school.admin.createAdmin({ body: { ...account, role, currentPassword: ADMIN.password } })
    people.set(role, (await school.signIn(account)).api)
  }
  await school.admin.updateSettings({ body: { ...emptySiteSettings, approval: true } })
})
afterAll(async () => {
  await reading.stop()
  await school.stop()
})

const as = (role: Role) => people.get(role) ?? school.admin
const collection = 'notices' as const
const currentPassword = ADMIN.password

async function entry(fields: Partial<NewEntry> = {}, role: Role = 'head') {
  const body = { title: 'ছুটি', body: 'কাল', ...fields }
  const { _id: id } = await as(role).createEntry({ params: { collection }, body })
  return { collection, id }
}
const draft = (role?: Role) => entry({ status: 'draft' }, role)
const waiting = (role: Role = 'clerk') => entry({}, role)
const publishAt = '2027-01-01T00:00:00.000Z'

const refusal = { answer: 'refused', reason: 'ছবিতে কারও মুখ নেই' } as const

/** Publishes a photo, and asks to take it down. @returns the id of the request */
async function photoRequest(where: 'gallery' | 'people' = 'gallery'): Promise<{ id: string }> {
  const photo = fileOf(await twoColors(64, 48).png().toBuffer(), 'a.png')
  const { _id, filePath = '' } = await school.admin.createEntry({
    params: { collection: where },
    body: { title: 'ক্রীড়া' },
    file: photo,
  })
  const named = `${where}/${_id}/${fileStemOf(filePath)}`
  await school.visitor.askForPhoto({ body: { photo: named, who: 'guardian' } })
  const asked = (await school.admin.listPhotoRequests()).find(({ photo }) => photo === named)
  return { id: asked?._id ?? '' }
}

/** Returns the id of a new editor. */
async function account(username: string): Promise<{ id: string }> {
  const body = { username, password: PASSWORD, role: 'editor', currentPassword } as const
  return { id: (await school.admin.createAdmin({ body }))._id }
}

async function nameAccount(username: string, body: NameChange): Promise<Act> {
  const params = await account(username)
  return () => school.admin.setName({ params, body })
}

/** Returns the secret of a new account's code app. */
async function withCodeApp(username: string): Promise<TOTP> {
  await account(username)
  const totp = new TOTP({ secret: new Secret() })
  const { api } = await school.signIn({ username, password: PASSWORD })
  const code = totp.generate({ timestamp: now.getTime() })
  await api.switchTotpOn({
    body: { secret: totp.secret.base32, code, currentPassword: PASSWORD },
  })
  now = new Date(now.getTime() + 60_000)
  return totp
}

const login = (body: object) =>
  school.fetch(paths.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, ...body }),
  })

/** Makes a backup, and sends a request for it. */
async function download(init: RequestInit): Promise<Act> {
  await school.admin.makeBackup()
  const [backup] = (await backupTaskEnded(school.admin)).backups
  const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
  const query = new URLSearchParams({ token })
  return async () => {
    const response = await school.fetchAsAdmin(
      `/api/admin/backups/${backup?._id}/file?${query}`,
      init,
    )
    await response.arrayBuffer()
    expect(response.ok).toBe(true)
  }
}

async function withPicture(server = school) {
  const file = new File([Uint8Array.from(await twoColors(64, 48).jpeg().toBuffer())], 'x.jpg')
  const body = { title: 'রুটিন' }
  const { _id: id, filePath = '' } = await server.admin.createEntry({
    params: { collection },
    body,
    file,
  })
  return { params: { collection, id }, pages: [{ file: filePath, page: 1 }] }
}

async function blur({ status }: Pick<NewEntry, 'status'>): Promise<Act> {
  const file = new File([Uint8Array.from(await twoColors(64, 48).jpeg().toBuffer())], 'x.jpg')
  const { _id: id, filePath = '' } = await school.admin.createEntry({
    params: { collection },
    body: { title: 'রুটিন', status },
    file,
  })
  const areas = [{ left: 0, top: 0, width: 0.5, height: 0.5 }]
  return () =>
    school.admin.blurPhoto({ params: { collection, id }, body: { file: filePath, areas } })
}

const saveTeacherPage = ({ admin } = school) =>
  admin.updateTeacherPage({ body: { html: '<p>ক</p>' } })

/** Publishes a PDF that nothing can draw, and waits until it is given up. */
async function givenUp() {
  const file = fileOf('%PDF-1.7\nthe rest of it was lost on the way', 'x.pdf')
  const body = { title: 'রুটিন' }
  const { _id: id } = await school.admin.createEntry({ params: { collection }, body, file })
  const params = { collection, id }
  const pages = async () => (await school.admin.getEntry({ params })).pages
  await expect.poll(pages, { timeout: 30_000 }).toEqual([])
  return params
}

async function redraw(named: ReturnType<typeof entry>): Promise<Act> {
  const params = await named
  return () => school.admin.redrawEntry({ params })
}

async function updateAccount(username: string, before: object, change: object): Promise<Act> {
  const params = await account(username)
  const update = (fields: object) =>
    school.admin.updateAdmin({ params, body: { ...fields, currentPassword } })
  await update(before)
  return () => update(change)
}

/** A request. */
type Act = () => Promise<unknown>

interface Case {
  /** Who sends the request, by default the head `admin`. */
  by?: string
  at?: () => TestServer
  prepare(): Promise<Act>
}
const by = (by: string, prepare: () => Promise<Act>): Case => ({ by, prepare })
const byHead = (prepare: () => Promise<Act>): Case => ({ prepare })
const update = async (
  params: Promise<{ collection: typeof collection; id: string }>,
  body: object,
  role: Role = 'head',
): Promise<Act> => {
  const named = await params
  const { __v } = await school.admin.getDraft({ params: named }).catch(() => ({ __v: undefined }))
  const seen = __v === undefined ? {} : { __v }
  return () => as(role).updateEntry({ params: named, body: { ...body, ...seen } })
}

type Outcome<N extends EndpointName> = Endpoints[N] extends { records: infer R }
  ?
      | (R extends { actions: readonly (infer A extends Action)[] } ? A : never)
      | (R extends { nothing: string } ? 'nothing' : never)
  : never
type IsUnion<T, Each = T> = Each extends unknown ? ([T] extends [Each] ? false : true) : never
/** Endpoints whose calls are not all recorded alike. */
type Varied = {
  [N in EndpointName]: IsUnion<Outcome<N>> extends false
    ? never
    : Outcome<N> extends never
      ? never
      : N
}[EndpointName]

const cases: { [N in Varied]: Record<Outcome<N>, Case> } = {
  login: {
    signedIn: by('editor', async () => () => login({ username: 'editor' })),
    signedInTwoSteps: by('two steps', async () => {
      const totp = await withCodeApp('two steps')
      const code = totp.generate({ timestamp: now.getTime() })
      return () => login({ username: 'two steps', code })
    }),
    codesRefused: by('guessed', async () => {
      await withCodeApp('guessed')
      const guess = () => login({ username: 'guessed', code: '000000' })
      for (let n = 0; n < 4; n += 1) await guess()
      return guess
    }),
  },
  createEntry: {
    created: byHead(async () => () => entry()),
    scheduled: byHead(async () => () => entry({ publishAt })),
    sentForApproval: by('clerk', async () => () => waiting()),
    nothing: by('clerk', async () => () => draft('clerk')),
  },
  answerPhotoRequest: {
    photoHidden: byHead(async () => {
      const params = await photoRequest()
      return () => school.admin.answerPhotoRequest({ params, body: { answer: 'hidden' } })
    }),
    photoRefused: byHead(async () => {
      const params = await photoRequest()
      return () => school.admin.answerPhotoRequest({ params, body: refusal })
    }),
  },
  reopenPhotoRequest: {
    restored: byHead(async () => {
      const params = await photoRequest('gallery')
      await school.admin.answerPhotoRequest({ params, body: { answer: 'hidden' } })
      return () => school.admin.reopenPhotoRequest({ params })
    }),
    reverted: byHead(async () => {
      const params = await photoRequest('people')
      await school.admin.answerPhotoRequest({ params, body: { answer: 'hidden' } })
      return () => school.admin.reopenPhotoRequest({ params })
    }),
    photoReopened: byHead(async () => {
      const params = await photoRequest()
      await school.admin.answerPhotoRequest({ params, body: refusal })
      return () => school.admin.reopenPhotoRequest({ params })
    }),
  },
  updateEntry: {
    changed: byHead(() => update(entry(), { title: 'ঈদের ছুটি' })),
    fileReplaced: byHead(async () => {
      const params = await entry()
      // Later than the next files of the same upload would come.
      now = new Date(now.getTime() + HOUR_MS)
      return () => school.admin.updateEntry({ params, body: {}, file: pdfFile() })
    }),
    created: byHead(() => update(draft(), { status: 'published' })),
    scheduled: byHead(() => update(draft(), { status: 'published', publishAt })),
    sentForApproval: by('clerk', () => update(draft('clerk'), { status: 'published' }, 'clerk')),
    approved: byHead(() => update(waiting(), { status: 'published' })),
    sentBack: byHead(() => update(waiting(), { status: 'draft', note: 'তারিখ নেই' })),
    nothing: by('clerk', () => update(draft('clerk'), { title: 'ঈদের ছুটি' }, 'clerk')),
  },
  deleteDraft: {
    discarded: by('clerk', async () => {
      const params = await draft('clerk')
      return () => as('clerk').deleteDraft({ params })
    }),
    nothing: byHead(async () => {
      const params = await entry()
      await school.admin.updateEntry({ params, body: { title: 'ঈদের ছুটি', status: 'draft' } })
      return () => school.admin.deleteDraft({ params })
    }),
  },
  previewEntry: {
    previewMade: by('clerk', async () => {
      const params = await draft()
      await school.admin.previewEntry({ params })
      await as('clerk').previewEntry({ params })
      now = new Date(now.getTime() + HOUR_MS)
      return () => as('clerk').previewEntry({ params })
    }),
    nothing: by('clerk', async () => {
      const params = await draft()
      await as('clerk').previewEntry({ params })
      return () => as('clerk').previewEntry({ params })
    }),
  },
  endPreview: {
    previewEnded: by('clerk', async () => {
      const params = await draft('clerk')
      await as('clerk').previewEntry({ params })
      return () => as('clerk').endPreview({ params })
    }),
    nothing: byHead(async () => {
      const params = await draft()
      await school.admin.previewEntry({ params })
      now = new Date(now.getTime() + HOUR_MS)
      return () => school.admin.endPreview({ params })
    }),
  },
  blurPhoto: {
    fileReplaced: byHead(() => blur({ status: 'published' })),
    nothing: byHead(() => blur({ status: 'draft' })),
  },
  deleteUnblurred: {
    fileReplaced: byHead(async () => {
      await (await blur({ status: 'published' }))()
      const [newest] = await school.admin.listEntries({ params: { collection } })
      return () => school.admin.deleteUnblurred({ params: { collection, id: newest?._id ?? '' } })
    }),
    nothing: byHead(async () => {
      const { params } = await withPicture()
      return () => school.admin.deleteUnblurred({ params })
    }),
  },
  redrawEntry: {
    changed: byHead(() => redraw(givenUp())),
    nothing: byHead(() => redraw(entry())),
  },
  readEntryAgain: {
    changed: {
      at: () => reading,
      prepare: async () => {
        const { params, pages } = await withPicture(reading)
        return () => reading.admin.readEntryAgain({ params, body: { pages } })
      },
    },
    nothing: byHead(async () => {
      const { params, pages } = await withPicture()
      return () => school.admin.readEntryAgain({ params, body: { pages } })
    }),
  },
  updateTeacherPage: {
    created: {
      // Nothing else saves the page of this school.
      at: () => reading,
      prepare: async () => () => saveTeacherPage(reading),
    },
    changed: byHead(async () => {
      await saveTeacherPage()
      return () => saveTeacherPage()
    }),
  },
  updateAdmin: {
    roleChanged: byHead(() => updateAccount('promoted', {}, { role: 'head' })),
    adminDisabled: byHead(() => updateAccount('disabled', {}, { disabled: true })),
    adminEnabled: byHead(() => updateAccount('back', { disabled: true }, { disabled: false })),
    nothing: byHead(() => updateAccount('the same', {}, { disabled: false })),
  },
  setName: {
    nameChanged: byHead(() => nameAccount('named', { name: 'রহিমা বেগম', post: '' })),
    nothing: byHead(() => nameAccount('unnamed', { name: '', post: '' })),
  },
  downloadBackup: {
    backupDownloaded: byHead(() => download({ headers: { range: 'bytes=0-' } })),
    nothing: byHead(() => download({ method: 'HEAD' })),
  },
}

describe.each(Object.entries<Record<string, Case>>(cases))('%s', (_, outcomes) => {
  test.each(Object.entries(outcomes))(
    'records %s',
    async (action, { by = ADMIN.username, at = () => school, prepare }) => {
      const act = await prepare()
      const recorded = await followActivity(at())
      await act()
      expect(await recorded()).toEqual(action === 'nothing' ? [] : [`${action} by ${by}`])
    },
  )
})

test('every action is one of an endpoint, except that of a command', () => {
  const declared = Object.values<Endpoint>(endpoints).flatMap(({ records }) =>
    records && 'actions' in records ? records.actions : [],
  )
  expect(ACTIONS.filter((action) => !declared.includes(action))).toEqual(['factorsReset'])
})
