import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from '@bidyaloy/shared/api/api'
import { type Entry, versionsOf } from '@bidyaloy/shared/collections/entry'
import type { Role } from '@bidyaloy/shared/school/roles'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, noticePdf, twoColors } from '../../test/sample-files.ts'
import { ADMIN, holdWrites, startTestServer, type TestServer } from '../../test/test-server.ts'

const notices = { collection: 'notices' } as const
// Of no page.
const SECRET = 'অপ্রকাশ্য'
const MISSING = 'uploads/k3v9x0c2m1qak3v9x0c2.pdf'
const BODY = 'এখনো কাউকে বলা যাবে না।'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const pdf = async () => fileOf(await noticePdf(), 'secret.pdf')
const picture = async (name: string) => fileOf(await twoColors(40, 60).png().toBuffer(), name)
const draftOf = (id: string, api = school.admin) => api.getDraft({ params: { ...notices, id } })
const inState = (state: 'draft' | 'waiting' | 'all') =>
  school.admin.listEntries({ params: notices, query: { state } })
const titles = (entries: readonly Entry[]) => entries.map(({ title }) => title)
const visibleTitles = async () => titles(await school.visitor.listEntries({ params: notices }))
const activity = async () =>
  (await school.admin.listActivity({ query: { limit: 5 } })).map(({ by, action }) => [by, action])

async function account(role: Role, username: string = role): Promise<Api> {
  const credentials = { username, password: 'another long password' }
  await school.admin.createAdmin({
    body: { ...credentials, role, currentPassword: ADMIN.password },
  })
  return (await school.signIn(credentials)).api
}

async function approval(on: boolean): Promise<void> {
  const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
  await school.admin.updateSettings({ body: { ...settings, approval: on } })
}

/** Addresses that lead to an entry, its parts, or lists, texts and numbers that would have it. */
const doorsOf = ({ _id: id, filePath = '' }: Entry) => [
  '/',
  '/notices',
  '/api/notices',
  '/api/notices?limit=5&q=অপ্র',
  '/api/stats/notices',
  '/api/search?q=অপ্রকাশ্য',
  '/api/search?q=বলা',
  '/search?q=বলা',
  '/calendar',
  '/calendar.ics',
  '/feed.xml',
  '/sitemap.xml',
  `/n/${id}`,
  `/n/${id}/file`,
  `/api/notices/${id}`,
  `/api/notices/${id}/text`,
  `/api/notices/${id}/neighbours`,
  `/share/notices/${id}.png`,
  `/${filePath}`,
  `/${filePath}?version`,
  `/${filePath.replace(/\.pdf$/, '-p1-1240.webp')}`,
]

/** Returns what a visitor sees at each address: its status, and whether it names the secret. */
async function seenAt(addresses: readonly string[]): Promise<Record<string, string>> {
  const seen = addresses.map(async (address) => {
    const response = await school.fetch(address)
    const text = await response.text()
    const isNamed = [SECRET, BODY, 'secret.pdf'].some((word) => text.includes(word))
    return [address, `${response.status}${isNamed ? ' named' : ''}`] as const
  })
  return Object.fromEntries(await Promise.all(seen))
}

it('no door shows a visitor a draft, one that waits, or one that is deleted', async () => {
  const missing = doorsOf({
    _id: 'k3v9x0c2m1qa',
    filePath: MISSING,
  } as Entry)
  const empty = Object.values(await seenAt(missing))
  const fields = { title: SECRET, body: BODY, startsOn: '2026-12-01', pinnedUntil: '2099-01-01' }
  const draft = await school.admin.createEntry({
    params: notices,
    body: { ...fields, status: 'draft' },
    file: await pdf(),
  })
  expect(draft).toMatchObject({ status: 'draft', draft: { by: 'admin', changes: false } })
  const expectHidden = async () => {
    const seen = await seenAt(doorsOf(draft))
    expect(Object.values(seen)).toEqual(empty)
    expect(Object.values(seen).filter((one) => one.includes('named'))).toEqual([])
    expect(await school.visitor.entryStats({ params: notices })).toMatchObject({ total: 0 })
  }
  await expectHidden()
  // The office sees it, its file included.
  expect((await school.fetchAsAdmin(`/${draft.filePath}`)).status).toBe(200)
  expect(titles(await inState('draft'))).toEqual([SECRET])
  expect(await inState('all')).toEqual([])
  for (const state of ['draft', 'waiting'] as const) {
    const asked = school.visitor.listEntries({ params: notices, query: { state } })
    await expect(asked).rejects.toMatchObject({ status: 401 })
  }
  const params = { ...notices, id: draft._id }
  await expect(school.visitor.getDraft({ params })).rejects.toMatchObject({ status: 401 })

  await school.admin.updateEntry({ params, body: { status: 'waiting' } })
  await expectHidden()
  await school.admin.deleteDraft({ params })
  await expectHidden()
  // Nobody deleted a notice.
  expect(await school.admin.listTrash()).toMatchObject([{ title: SECRET, isDraft: true }])
  expect((await school.admin.listActivity({}))[0]).toMatchObject({
    action: 'discarded',
    subject: 'notices',
    title: SECRET,
  })
  await school.admin.restoreTrash({ params: { id: draft._id } })
  await expectHidden()
  expect(titles(await inState('waiting'))).toEqual([SECRET])

  const published = await school.admin.updateEntry({ params, body: { status: 'published' } })
  expect(published).not.toHaveProperty('status')
  const shown = await seenAt(doorsOf(draft))
  expect(Object.values(shown).filter((one) => one.includes('named')).length).toBeGreaterThan(8)
})

it('a draft may lack everything while it is written, and is published with what was chosen', async () => {
  const draft = await school.admin.createEntry({
    params: notices,
    body: { title: '', status: 'draft' },
  })
  const params = { ...notices, id: draft._id }
  const publishing = school.admin.updateEntry({ params, body: { status: 'published' } })
  await expect(publishing).rejects.toMatchObject({ fields: { title: expect.any(String) } })
  await school.admin.updateEntry({ params, body: { title: 'ছুটি', __v: 0 } })
  const bare = school.admin.updateEntry({ params, body: { status: 'waiting' } })
  await expect(bare).rejects.toMatchObject({ fields: { file: expect.any(String) } })
  // Another device wrote meanwhile.
  const late = school.admin.updateEntry({ params, body: { title: 'পুরোনো', __v: 0 } })
  await expect(late).rejects.toMatchObject({ code: 'conflict' })
  const publishAt = new Date(now.getTime() + 3_600_000).toISOString()
  await school.admin.updateEntry({
    params,
    body: { publishAt, kind: 'holiday' },
    file: await picture('১.png'),
  })
  expect(await draftOf(draft._id)).toMatchObject({ title: 'ছুটি', publishAt, kind: 'holiday' })

  // A day later: the time has passed, so it appears now.
  now = new Date(now.getTime() + 86_400_000)
  const published = await school.admin.updateEntry({ params, body: { status: 'published' } })
  expect(published).toMatchObject({ date: now.toISOString(), createdAt: now.toISOString() })
  expect(published).not.toHaveProperty('publishAt')
  expect(await visibleTitles()).toEqual(['ছুটি'])
  await expect(draftOf(draft._id)).rejects.toMatchObject({ status: 404 })
})

it('is not deleted by who discards it while another publishes it', async () => {
  const draft = await school.admin.createEntry({
    params: notices,
    body: { title: 'ছুটি', body: 'কাল', status: 'draft' },
  })
  const params = { ...notices, id: draft._id }
  const release = holdWrites(school)
  const publishing = school.admin.updateEntry({ params, body: { status: 'published' } })
  await wait(200)
  const discarding = school.admin.deleteDraft({ params })
  await wait(200)
  release()
  await Promise.all([publishing, expect(discarding).rejects.toMatchObject({ code: 'conflict' })])
  expect(await visibleTitles()).toEqual(['ছুটি'])
})

it('keeps its time when it is published before it', async () => {
  const publishAt = new Date(now.getTime() + 3_600_000).toISOString()
  const draft = await school.admin.createEntry({
    params: notices,
    body: { title: 'কাল', body: 'ছুটি', publishAt, status: 'waiting' },
  })
  const params = { ...notices, id: draft._id }
  const published = await school.admin.updateEntry({ params, body: { status: 'published' } })
  expect(published).toMatchObject({ publishAt, date: publishAt })
  expect(await visibleTitles()).toEqual([])
  now = new Date(publishAt)
  expect(await visibleTitles()).toEqual(['কাল'])
})

it('writing a draft leaves cached pages valid', async () => {
  const { revision } = school.server.internals.db
  const draft = await school.admin.createEntry({
    params: notices,
    body: { title: SECRET, status: 'draft' },
  })
  await school.admin.updateEntry({ params: { ...notices, id: draft._id }, body: { body: BODY } })
  expect(school.server.internals.db.revision).toBe(revision)
})

describe('a change of a published entry', () => {
  const publish = async () =>
    school.admin.createEntry({
      params: notices,
      body: { title: 'রুটিন', body: 'প্রথম' },
      file: await picture('১.png'),
    })

  it('waits beside it, with its files, until it is published', async () => {
    const entry = await publish()
    const params = { ...notices, id: entry._id }
    const changed = await school.admin.updateEntry({
      params,
      body: { title: SECRET, status: 'draft', files: [null] },
      file: await pdf(),
    })
    expect(changed).toMatchObject({ title: SECRET, status: 'draft', draft: { changes: true } })
    expect(await visibleTitles()).toEqual(['রুটিন'])
    expect((await school.fetch(`/${changed.filePath}`)).status).toBe(404)
    expect((await school.fetchAsAdmin(`/${changed.filePath}`)).status).toBe(200)
    expect((await school.fetch(`/${entry.filePath}`)).status).toBe(200)
    expect(titles(await inState('draft'))).toEqual([SECRET])
    // The files of both survive a restart, which sweeps files without a record.
    school = await school.restart()
    expect((await school.fetchAsAdmin(`/${changed.filePath}`)).status).toBe(200)

    const published = await school.admin.updateEntry({ params, body: { status: 'published' } })
    expect(published).toMatchObject({ title: SECRET, filePath: changed.filePath })
    expect(await visibleTitles()).toEqual([SECRET])
    // The former file leads to the present one; the former state can be restored.
    const former = await school.fetch(`/${entry.filePath}`, { redirect: 'manual' })
    expect(former.headers.get('location')).toBe(`/${changed.filePath}`)
    const versions = await school.admin.listVersions({
      params: { recordType: 'notices', id: entry._id },
    })
    expect(versions).toMatchObject([{ data: { title: 'রুটিন' } }])
  })

  it('conflicts with a change that was published meanwhile, until it was seen', async () => {
    const { _id: id } = await publish()
    const params = { ...notices, id }
    await school.admin.updateEntry({ params, body: { title: 'ক', status: 'draft' } })
    await school.admin.updateEntry({ params, body: { title: 'খ' } })
    const publishing = school.admin.updateEntry({ params, body: { status: 'published' } })
    await expect(publishing).rejects.toMatchObject({ code: 'conflict' })
    await school.admin.updateEntry({ params, body: { status: 'published', __v: 1 } })
    expect(await visibleTitles()).toEqual(['ক'])
  })

  it('is not overwritten by who has not seen it as it is', async () => {
    const { _id: id } = await publish()
    const params = { ...notices, id }
    const write = (title: string, draftVersion: number) =>
      school.admin.updateEntry({ params, body: { title, status: 'draft', __v: 0, draftVersion } })
    const first = await write('ক', 0)
    expect(first).toMatchObject({ __v: 0, draft: { version: 1 } })
    // Another device that began before, and one that saw the first version.
    const conflict = { status: 409, code: 'conflict' }
    await expect(write('খ', 0)).rejects.toMatchObject(conflict)
    await write('গ', 1)
    await expect(write('ঘ', 1)).rejects.toMatchObject(conflict)
    const publishing = (draftVersion: number) =>
      school.admin.updateEntry({ params, body: { status: 'published', __v: 0, draftVersion } })
    await expect(publishing(1)).rejects.toMatchObject(conflict)
    expect(await draftOf(id)).toMatchObject({ title: 'গ', draft: { version: 2 } })

    await publishing(2)
    expect(await visibleTitles()).toEqual(['গ'])
    // The device that goes on writing does not begin another one.
    await expect(write('ঙ', 2)).rejects.toMatchObject(conflict)
    await expect(draftOf(id)).rejects.toMatchObject({ status: 404 })
  })

  it('is discarded with the files that only it has', async () => {
    const { _id: id, filePath } = await publish()
    const params = { ...notices, id }
    const changed = await school.admin.updateEntry({
      params,
      body: { status: 'draft' },
      file: await pdf(),
    })
    await school.admin.deleteDraft({ params })
    const stored = await fs.readdir(path.join(school.dataDir, 'uploads'))
    expect(stored).toContain(path.basename(filePath ?? ''))
    expect(stored).not.toContain(path.basename(changed.filePath ?? ''))
    await expect(draftOf(id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('with approval', () => {
  let clerk: Api
  beforeEach(async () => {
    clerk = await account('clerk')
    await approval(true)
  })

  it('what a clerk publishes waits until a head approves it or sends it back', async () => {
    const sent = await clerk.createEntry({ params: notices, body: { title: 'ছুটি', body: 'কাল' } })
    expect(sent).toMatchObject({ status: 'waiting', draft: { by: 'clerk' } })
    expect(await visibleTitles()).toEqual([])
    const params = { ...notices, id: sent._id }
    const insisting = await clerk.updateEntry({ params, body: { status: 'published' } })
    expect(insisting.status).toBe('waiting')

    const note = 'তারিখ লিখুন।'
    // A decision names what was seen.
    const blind = school.admin.updateEntry({ params, body: { status: 'draft', note } })
    await expect(blind).rejects.toMatchObject({ status: 400, fields: { __v: expect.any(String) } })
    const { __v } = await draftOf(sent._id)
    await school.admin.updateEntry({ params, body: { status: 'draft', note, __v } })
    expect(await draftOf(sent._id, clerk)).toMatchObject({
      status: 'draft',
      draft: { by: 'clerk', note, noteBy: 'admin' },
    })
    const again = await clerk.updateEntry({ params, body: { body: '২৩ তারিখ', status: 'waiting' } })
    expect(again.draft).not.toHaveProperty('note')
    const old = school.admin.updateEntry({ params, body: { status: 'published', __v } })
    await expect(old).rejects.toMatchObject({ status: 409 })
    await school.admin.updateEntry({ params, body: { status: 'published', __v: again.__v } })
    expect(await visibleTitles()).toEqual(['ছুটি'])
    expect((await activity()).slice(0, 4)).toEqual([
      ['admin', 'approved'],
      ['clerk', 'sentForApproval'],
      ['admin', 'sentBack'],
      ['clerk', 'sentForApproval'],
    ])
  })

  it('a clerk changes no published entry, and deletes none', async () => {
    const { _id: id } = await school.admin.createEntry({
      params: notices,
      body: { title: 'রুটিন', body: 'প্রথম' },
    })
    const params = { ...notices, id }
    const changed = await clerk.updateEntry({ params, body: { title: 'অন্য' } })
    expect(changed).toMatchObject({ title: 'অন্য', status: 'waiting' })
    expect(await visibleTitles()).toEqual(['রুটিন'])
    const forbidden = { status: 403, code: 'forbidden' }
    await expect(clerk.deleteEntry({ params })).rejects.toMatchObject(forbidden)
    const own = await clerk.createEntry({ params: notices, body: { title: 'ক', status: 'draft' } })
    await clerk.deleteEntries({ params: notices, body: { ids: [own._id] } })
    await school.admin.updateEntry({
      params,
      body: { status: 'published', ...versionsOf(changed) },
    })
    expect(await visibleTitles()).toEqual(['অন্য'])
  })

  it('an editor publishes, but does not approve what another sent', async () => {
    const editor = await account('editor')
    await editor.createEntry({ params: notices, body: { title: 'সভা', body: 'আজ' } })
    expect(await visibleTitles()).toEqual(['সভা'])
    const sent = await clerk.createEntry({ params: notices, body: { title: 'ছুটি', body: 'কাল' } })
    const params = { ...notices, id: sent._id }
    for (const status of ['published', 'draft'] as const) {
      const deciding = editor.updateEntry({ params, body: { status } })
      await expect(deciding).rejects.toMatchObject({ code: 'forbidden' })
    }
    // A mistake in it may be corrected; who sent it may take it back.
    await editor.updateEntry({ params, body: { body: 'আগামীকাল' } })
    expect(await inState('waiting')).toHaveLength(1)
    const back = await clerk.updateEntry({ params, body: { status: 'draft' } })
    expect(back.status).toBe('draft')
  })

  it('of a change too, only a head decides', async () => {
    const editor = await account('editor')
    const { _id: id } = await editor.createEntry({
      params: notices,
      body: { title: 'রুটিন', body: 'প্রথম' },
    })
    const params = { ...notices, id }
    const sent = await clerk.updateEntry({ params, body: { title: 'অন্য' } })
    for (const status of ['published', 'draft'] as const) {
      const deciding = editor.updateEntry({ params, body: { status } })
      await expect(deciding).rejects.toMatchObject({ code: 'forbidden' })
    }
    // A change that is discarded is gone.
    await expect(editor.deleteDraft({ params })).rejects.toMatchObject({ code: 'forbidden' })
    const blind = school.admin.updateEntry({ params, body: { status: 'draft' } })
    await expect(blind).rejects.toMatchObject({ fields: { draftVersion: expect.any(String) } })
    await school.admin.updateEntry({ params, body: { status: 'draft', ...versionsOf(sent) } })
    expect(await draftOf(id)).toMatchObject({ status: 'draft', draft: { by: 'clerk' } })
  })

  it('tells who began and who changed what waits, and keeps what was sent before', async () => {
    const sent = await clerk.createEntry({ params: notices, body: { title: 'ছুটি', body: 'কাল' } })
    const params = { ...notices, id: sent._id }
    const other = await account('clerk', 'forge')
    const forged = { title: 'ফি ৫০০০ টাকা', __v: sent.__v }
    await other.updateEntry({ params, body: forged })
    const seen = await draftOf(sent._id)
    expect(seen).toMatchObject({ title: forged.title, draft: { by: 'forge', startedBy: 'clerk' } })
    expect((await activity())[0]).toEqual(['forge', 'changed'])
    const list = { recordType: 'notices', id: sent._id } as const
    expect(await school.admin.listVersions({ params: list })).toMatchObject([
      { replacedBy: 'forge', data: { title: 'ছুটি' } },
    ])
    // Who changed it does not own it: it is neither taken back nor discarded.
    const forbidden = { status: 403, code: 'forbidden' }
    const back = { status: 'draft', __v: seen.__v } as const
    await expect(other.updateEntry({ params, body: back })).rejects.toMatchObject(forbidden)
    await expect(other.deleteDraft({ params })).rejects.toMatchObject(forbidden)
    const ids = { ids: [sent._id] }
    await expect(other.deleteEntries({ params: notices, body: ids })).rejects.toMatchObject(
      forbidden,
    )
    await expect(other.previewEntry({ params })).rejects.toMatchObject(forbidden)
    await clerk.deleteDraft({ params })
    expect(await inState('waiting')).toEqual([])
  })

  it('an approval that is taken back hides a new entry again, which waits as it was sent', async () => {
    const missing = Object.values(
      await seenAt(doorsOf({ _id: 'k3v9x0c2m1qa', filePath: MISSING } as Entry)),
    )
    const other = await account('clerk', 'rahima')
    const sent = await clerk.createEntry({
      params: notices,
      body: { title: SECRET, body: BODY },
      file: await pdf(),
    })
    const params = { ...notices, id: sent._id }
    await other.updateEntry({ params, body: { title: `${SECRET} কাগজ` } })
    const waiting = await draftOf(sent._id)
    now = new Date(now.getTime() + 60_000)
    const { __v } = await school.admin.updateEntry({
      params,
      body: { status: 'published', ...versionsOf(waiting) },
    })
    const editor = await account('editor')
    for (const api of [clerk, editor]) {
      const taking = api.deleteApproval({ params, query: { __v } })
      await expect(taking).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    }
    const blind = school.admin.deleteApproval({ params, query: { __v: __v - 1 } })
    await expect(blind).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await visibleTitles()).toEqual([`${SECRET} কাগজ`])

    await school.admin.deleteApproval({ params, query: { __v } })
    const back = await draftOf(sent._id)
    // Without a chosen date the time of the last write is shown.
    const { createdAt, date } = back
    expect(back).toEqual({ ...waiting, __v: __v + 1, createdAt, date })
    expect(back.draft).toMatchObject({ by: 'rahima', startedBy: 'clerk' })
    expect(Object.values(await seenAt(doorsOf(sent)))).toEqual(missing)
    expect(titles(await inState('waiting'))).toEqual([`${SECRET} কাগজ`])
    expect(await school.admin.listTrash()).toEqual([])
    expect((await activity())[0]).toEqual(['admin', 'approvalTakenBack'])
    const twice = school.admin.deleteApproval({ params, query: { __v: back.__v } })
    await expect(twice).rejects.toMatchObject({ status: 409 })
    await school.admin.updateEntry({ params, body: { status: 'published', __v: back.__v } })
    expect(await visibleTitles()).toEqual([`${SECRET} কাগজ`])
  })

  it('an approval that is taken back shows the former version, and the change waits again', async () => {
    const { _id: id } = await school.admin.createEntry({
      params: notices,
      body: { title: 'রুটিন', body: 'প্রথম' },
      file: await picture('আগের.png'),
    })
    const params = { ...notices, id }
    const published = await school.visitor.getEntry({ params })
    const sent = await clerk.updateEntry({
      params,
      body: { title: 'অন্য', body: 'দ্বিতীয়' },
      file: await picture('পরের.png'),
    })
    const approve = async () =>
      school.admin.updateEntry({
        params,
        body: { status: 'published', ...versionsOf(await draftOf(id)) },
      })
    const first = await approve()
    expect(first).toMatchObject({ title: 'অন্য', fileName: 'পরের.png' })
    const back = await school.admin.deleteApproval({ params, query: { __v: first.__v } })
    expect(back).toEqual(await draftOf(id))
    const { __v, ...seen } = await school.visitor.getEntry({ params })
    expect(seen).toMatchObject({ title: 'রুটিন', body: 'প্রথম', filePath: published.filePath })
    expect(back).toMatchObject({
      ...{ title: 'অন্য', body: 'দ্বিতীয়', filePath: sent.filePath, __v, status: 'waiting' },
      draft: { by: 'clerk', changes: true, at: sent.draft?.at },
    })
    for (const { filePath } of [published, sent]) {
      expect((await school.fetchAsAdmin(`/${filePath}?version`)).status).toBe(200)
    }
    // What was seen before does not decide about what waits now.
    const old = school.admin.updateEntry({ params, body: { status: 'draft', ...versionsOf(sent) } })
    await expect(old).rejects.toMatchObject({ status: 409 })
    expect((await approve()).filePath).toBe(sent.filePath)
    expect(await visibleTitles()).toEqual(['অন্য'])
  })

  it('an approval is taken back only while nothing else has happened to the entry', async () => {
    const approved = async () => {
      const { _id, __v } = await clerk.createEntry({
        params: notices,
        body: { title: 'ছুটি', body: 'কাল' },
      })
      const params = { ...notices, id: _id }
      return {
        params,
        ...(await school.admin.updateEntry({ params, body: { status: 'published', __v } })),
      }
    }
    const after = {
      changed: (params) => school.admin.updateEntry({ params, body: { title: 'সভা' } }),
      'with a change that waits': (params) => clerk.updateEntry({ params, body: { title: 'সভা' } }),
      'restored from the trash': async (params) => {
        await school.admin.deleteEntry({ params })
        await school.admin.restoreTrash({ params: { id: params.id } })
      },
    } satisfies Record<string, (params: typeof notices & { id: string }) => Promise<unknown>>
    for (const [name, happen] of Object.entries(after)) {
      const { params } = await approved()
      await happen(params)
      const { __v } = await school.admin.getEntry({ params })
      const taking = school.admin.deleteApproval({ params, query: { __v } })
      await expect(taking, name).rejects.toMatchObject({ status: 409, code: 'conflict' })
    }
    // Nobody approved what its writer published.
    const own = await school.admin.createEntry({ params: notices, body: { title: 'ক', body: 'খ' } })
    const params = { ...notices, id: own._id }
    const taking = school.admin.deleteApproval({ params, query: { __v: own.__v } })
    await expect(taking).rejects.toMatchObject({ status: 409 })
  })

  it('off again, a clerk publishes as everybody does', async () => {
    await approval(false)
    const entry = await clerk.createEntry({ params: notices, body: { title: 'ছুটি', body: 'কাল' } })
    expect(entry).not.toHaveProperty('status')
    expect(await visibleTitles()).toEqual(['ছুটি'])
  })
})
