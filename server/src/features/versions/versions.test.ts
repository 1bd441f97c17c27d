import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { MAX_VERSIONS, type Versioned } from '@bidyaloy/shared/school/versions'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { backupTaskEnded, startTestServer, type TestServer } from '../../test/test-server.ts'

const notices = { collection: 'notices' } as const

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const later = () => {
  now = new Date(now.getTime() + 60_000)
}
const sheet = async (name: string) => fileOf(await twoColors(40, 60).png().toBuffer(), name)
const versionsOf = (recordType: Versioned, id: string) =>
  school.admin.listVersions({ params: { recordType, id } })
const restore = (recordType: Versioned, id: string, n: number) =>
  school.admin.restoreVersion({ params: { recordType, id, n: String(n) } })
const stored = async () => (await fs.readdir(path.join(school.dataDir, 'uploads'))).sort()
const change = (id: string, body: Parameters<typeof school.admin.updateEntry>[0]['body']) =>
  school.admin.updateEntry({ params: { ...notices, id }, body })

async function publish(): Promise<Entry> {
  return school.admin.createEntry({
    params: notices,
    body: { title: 'রুটিন', body: 'প্রথম পাঠ।', pinnedUntil: '2099-01-01' },
    file: [await sheet('১.png'), await sheet('২.png')],
  })
}

it('a changed entry keeps its former states with their files, and returns to one of them', async () => {
  const entry = await publish()
  const { _id: id } = entry
  later()
  await change(id, { title: 'সংশোধিত রুটিন', body: '' })
  const removed = entry.files?.[1]?.filePath
  later()
  const last = await change(id, { files: [entry.filePath ?? ''], pinnedUntil: null })
  expect(filesOf(last)).toHaveLength(1)

  const { formerFileBytes } = await school.admin.adminOverview()
  expect(formerFileBytes).toBe(entry.files?.[1]?.size)

  const versions = await versionsOf('notices', id)
  expect(versions).toMatchObject([
    {
      n: 1,
      replacedAt: now.toISOString(),
      replacedBy: 'admin',
      data: { title: 'সংশোধিত রুটিন', body: '' },
    },
    { n: 0, data: { title: 'রুটিন', body: 'প্রথম পাঠ।' } },
  ])
  expect(versions.map(({ files }) => files?.map(({ fileName }) => fileName))).toEqual([
    ['১.png', '২.png'],
    ['১.png', '২.png'],
  ])

  // Visitors are led to the present file; admins can look at the former one.
  expect((await school.fetch(`/${removed}?version`, { redirect: 'manual' })).status).toBe(301)
  const former = await school.fetchAsAdmin(`/${removed}?version`)
  expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-store'])

  later()
  await restore('notices', id, 0)
  const { __v, ...restored } = await school.visitor.getEntry({ params: { ...notices, id } })
  expect({ ...restored, __v: 0 }).toEqual(entry)
  expect(__v).toBe(3)
  expect((await school.fetch(`/${removed}`)).status).toBe(200)
  // The restore is a change like any other.
  expect((await versionsOf('notices', id)).map(({ n }) => n)).toEqual([2, 1, 0])
  expect((await school.admin.listActivity({}))[0]).toMatchObject({
    action: 'reverted',
    title: 'রুটিন',
  })
})

it('at most twenty versions are kept, and a replaced file as long as one of them has it', async () => {
  const entry = await publish()
  const { _id: id } = entry
  await change(id, { files: [entry.filePath ?? ''] })
  for (let n = 1; n < MAX_VERSIONS; n += 1) await change(id, { title: `রুটিন ${n}` })
  expect((await versionsOf('notices', id)).map(({ n }) => n).at(-1)).toBe(0)
  expect(await stored()).toHaveLength(2)

  await change(id, { title: 'শেষ' })
  const versions = await versionsOf('notices', id)
  expect(versions).toHaveLength(MAX_VERSIONS)
  expect(versions.at(-1)?.n).toBe(1)
  expect(await stored()).toEqual([path.basename(entry.filePath ?? '')])
  await expect(restore('notices', id, 0)).rejects.toMatchObject({ code: 'not_found' })
})

it('versions end after a year, and with their entry when the trash is emptied', async () => {
  const old = await publish()
  await change(old._id, { files: [old.filePath ?? ''] })
  now = new Date(now.getTime() + 200 * DAY_MS)
  school = await school.restart()
  const deleted = await publish()
  await change(deleted._id, { files: [deleted.filePath ?? ''] })
  await school.admin.deleteEntry({ params: { ...notices, id: deleted._id } })
  expect(await stored()).toHaveLength(4)

  now = new Date(now.getTime() + 166 * DAY_MS)
  school = await school.restart()
  expect(await versionsOf('notices', old._id)).toEqual([])
  expect(await stored()).toEqual([path.basename(old.filePath ?? '')])
  expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
})

it('the records of the school return to a former state', async () => {
  const { admin } = school
  await admin.createContact({ body: sampleContact })
  await admin.updateContact({ body: { ...sampleContact, schoolName: 'অন্য নাম' } })
  await restore('contactus', 'current', 0)
  expect(await admin.getContact()).toMatchObject({ schoolName: sampleContact.schoolName, __v: 2 })

  const { _id } = await admin.createSchoolInfo({ body: sampleSchoolInfo })
  await admin.updateSchoolInfo({
    params: { id: _id },
    body: { ...sampleSchoolInfo, ictLabs: sampleSchoolInfo.ictLabs + 1 },
  })
  await restore('schoolInfo', _id, 0)
  expect((await admin.getSchoolInfo()).ictLabs).toBe(sampleSchoolInfo.ictLabs)

  const { pictures, updatedAt, __v, ...empty } = emptySiteSettings
  const withMotto = (motto: string) => ({ ...empty, identity: { ...empty.identity, motto } })
  await admin.updateSettings({ body: withMotto('শিক্ষাই আলো') })
  await admin.updateSettings({ body: withMotto('জ্ঞানই শক্তি') })
  await restore('settings', 'current', 0)
  expect((await admin.getSettings()).identity.motto).toBe('শিক্ষাই আলো')

  await admin.updateTeacherPage({ body: { html: '<p>আগে</p>', __v: 0 } })
  await admin.updateTeacherPage({ body: { html: '<p>পরে</p>', __v: 1 } })
  await restore('teacherPage', 'current', 0)
  expect((await admin.getTeacherPage()).html).toContain('আগে')

  const count = await admin.createStudentCount({ body: sampleCount })
  await admin.updateStudentCount({ params: { id: count._id }, body: { girls: 1 } })
  await restore('studentCounts', count._id, 0)
  expect((await admin.listStudentCounts())[0]).toMatchObject({ girls: count.girls, __v: 2 })
})

it('versions are for admins, of existing records and numbers', async () => {
  const { _id: id } = await publish()
  const params = { recordType: 'notices', id } as const
  await expect(school.visitor.listVersions({ params })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await versionsOf('notices', id)).toEqual([])
  for (const [recordType, unknown] of [
    ['notices', '000000000000'],
    ['news', id],
    ['contactus', 'current'],
  ] as const) {
    await expect(versionsOf(recordType, unknown)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(restore('notices', id, 0)).rejects.toMatchObject({ code: 'not_found' })
})

it('versions and their files are part of a backup', async () => {
  const entry = await publish()
  const { _id: id } = entry
  await change(id, { files: [entry.filePath ?? ''], title: 'পরে' })
  await school.admin.makeBackup()
  const { backups } = await backupTaskEnded(school.admin)
  await restore('notices', id, 0)
  await school.admin.restoreBackup({
    params: { id: backups[0]?._id ?? '' },
    body: { currentPassword: 'a long enough password' },
  })
  await backupTaskEnded(school.admin)
  school = await school.restart()
  expect((await school.visitor.getEntry({ params: { ...notices, id } })).title).toBe('পরে')
  await restore('notices', id, 0)
  const restored = await school.visitor.getEntry({ params: { ...notices, id } })
  for (const { filePath } of filesOf(restored)) {
    expect((await school.fetch(`/${filePath}`)).status).toBe(200)
  }
})
