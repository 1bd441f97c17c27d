import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ActivityRow } from '../../db/entities.ts'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { ADMIN, startTestServer, type TestServer } from '../../test/test-server.ts'

let now: Date
let school: TestServer
beforeEach(async () => {
  now = new Date('2026-11-21T06:00:00Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const actions = (query = {}) => school.admin.listActivity({ query })
const asLine = ({ action, subject, title, count }: ActivityItem) =>
  [action, subject, title, count].filter((part) => part !== '' && part !== undefined).join(' ')
/** Returns the actions since the sign-in of the test, oldest first. */
const lines = async () => (await actions()).reverse().slice(1).map(asLine)

describe('the activity', () => {
  it('lists admin, action and time, latest first', async () => {
    now = new Date(now.getTime() + 60_000)
    const { _id } = await school.admin.createStudentCount({ body: sampleCount })
    const [latest, first] = await actions()
    expect(latest).toEqual({
      _id: expect.any(String),
      at: '2026-11-21T06:01:00.000Z',
      by: 'admin',
      action: 'created',
      subject: 'studentCounts',
      title: 'ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা',
      recordId: _id,
    })
    expect(first).toMatchObject({ action: 'signedIn', subject: 'account', by: 'admin', title: '' })
  })

  it('records every change of the school’s records', async () => {
    const { _id: id } = await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
    await school.admin.updateSchoolInfo({ params: { id }, body: sampleSchoolInfo })
    await school.admin.createContact({ body: sampleContact })
    await school.admin.updateContact({ body: sampleContact })
    await school.admin.updateSettings({ body: emptySiteSettings })
    const picture = { params: { picture: 'crest' } } as const
    const file = fileOf(await twoColors(40, 40).png().toBuffer(), 'crest.png')
    await school.admin.setSitePicture({ ...picture, body: {}, file })
    await school.admin.removeSitePicture(picture)
    for (const html of ['<p>এক</p>', '<p>দুই</p>']) {
      await school.admin.updateTeacherPage({ body: { html } })
    }
    expect(await lines()).toEqual([
      'created schoolInfo',
      'changed schoolInfo',
      'created contact',
      'changed contact',
      'changed settings',
      'changed sitePicture বিদ্যালয়ের লোগো (মনোগ্রাম)',
      'deleted sitePicture বিদ্যালয়ের লোগো (মনোগ্রাম)',
      'created teacherPage',
      'changed teacherPage',
    ])
  })

  it('records every change of student counts', async () => {
    const { _id: id } = await school.admin.createStudentCount({ body: sampleCount })
    await school.admin.updateStudentCount({ params: { id }, body: { section: 'B' } })
    await school.admin.deleteStudentCount({ params: { id } })
    const row = { className: 'Ten', shift: 'Day', __v: null } as const
    const rows = [
      { ...row, section: 'C' },
      { ...row, section: 'D' },
    ] as const
    await school.admin.importStudentCounts({ body: { rows: [...rows] } })
    expect(await lines()).toEqual([
      'created studentCounts ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা',
      'changed studentCounts ষষ্ঠ শ্রেণি, প্রভাতী, খ শাখা',
      'deleted studentCounts ষষ্ঠ শ্রেণি, প্রভাতী, খ শাখা',
      'imported studentCounts 2',
    ])
  })

  it('records every change of entries, and the number of entries changed together', async () => {
    const notices = { collection: 'notices' } as const
    const publish = (title: string, options = {}) =>
      school.admin.createEntry({ params: notices, body: { title }, file: pdfFile() }, options)
    const { _id: id } = await publish('ছুটি', { idempotencyKey: 'a-holiday' })
    await publish('ছুটি', { idempotencyKey: 'a-holiday' })
    const params = { ...notices, id }
    await school.admin.updateEntry({ params, body: { title: 'ঈদের ছুটি' } })
    await school.admin.updateEntry({ params, body: {}, file: pdfFile('new.pdf') })
    await school.admin.deleteEntry({ params })
    await school.admin.restoreTrash({ params: { id } })
    const ids = [id, (await publish('পরীক্ষা'))._id]
    await school.admin.deleteEntries({ params: notices, body: { ids: [...ids, id] } })
    const { _id: count } = await school.admin.createStudentCount({ body: sampleCount })
    await school.admin.deleteStudentCount({ params: { id: count } })
    await school.admin.restoreFromTrash({ body: { ids: [...ids, count] } })
    const missing = { ids: [id, 'nothinglikeit'] }
    await expect(school.admin.deleteEntries({ params: notices, body: missing })).rejects.toThrow()
    await expect(school.admin.restoreFromTrash({ body: missing })).rejects.toThrow()

    const group = 'studentCounts ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা'
    expect(await lines()).toEqual([
      'created notices ছুটি',
      'changed notices ঈদের ছুটি',
      'fileReplaced notices ঈদের ছুটি',
      'deleted notices ঈদের ছুটি',
      'restored notices ঈদের ছুটি',
      'created notices পরীক্ষা',
      'deleted notices 2',
      `created ${group}`,
      `deleted ${group}`,
      'restored notices 2',
      `restored ${group}`,
    ])
    expect((await actions({ limit: 1 }))[0]?.recordId).toBe(count)
  })

  it('records sign-ins, passwords and admins, without secrets', async () => {
    const clerk = { username: 'করণিক', password: 'a clerk may write this' }
    const currentPassword = ADMIN.password
    const { _id: id } = await school.admin.createAdmin({ body: { ...clerk, currentPassword } })
    const { api, token } = await school.signIn(clerk)
    await api.changePassword({
      body: { currentPassword: clerk.password, newPassword: 'another long sentence' },
    })
    for (const disabled of [true, true, false]) {
      await school.admin.updateAdmin({ params: { id }, body: { disabled, currentPassword } })
    }
    expect((await actions()).reverse().slice(1)).toMatchObject([
      { by: 'admin', action: 'adminAdded', title: 'করণিক', recordId: id },
      { by: 'করণিক', action: 'signedIn' },
      { by: 'করণিক', action: 'passwordChanged' },
      { by: 'admin', action: 'adminDisabled', title: 'করণিক' },
      { by: 'admin', action: 'adminEnabled', title: 'করণিক' },
    ])
    const rows = JSON.stringify(await school.server.internals.db.read.find(ActivityRow))
    for (const secret of [ADMIN.password, clerk.password, 'another long', token, school.token]) {
      expect(rows).not.toContain(secret)
    }
  })

  it('records no rejected request, and a repeated request only once', async () => {
    const options = { idempotencyKey: 'sent-twice' }
    await school.admin.createStudentCount({ body: sampleCount }, options)
    await school.admin.createStudentCount({ body: sampleCount }, options)
    const refused = [
      () => school.admin.createStudentCount({ body: sampleCount }),
      () => school.admin.updateSettings({ body: { ...emptySiteSettings, __v: 7 } }),
      () => school.admin.updateContact({ body: sampleContact }),
      () => school.admin.updateTeacherPage({ body: { html: '<p>ক</p>', __v: 3 } }),
    ]
    for (const attempt of refused) await expect(attempt()).rejects.toThrow()
    expect(await lines()).toEqual(['created studentCounts ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা'])
  })

  it('is returned in pages, with the total number', async () => {
    for (const section of ['A', 'B', 'C', 'D'] as const) {
      await school.admin.createStudentCount({ body: { ...sampleCount, section } })
    }
    const sections = (items: ActivityItem[]) => items.map(({ title }) => title.split(', ')[2])
    expect(sections(await actions({ limit: 2 }))).toEqual(['ঘ শাখা', 'গ শাখা'])
    expect(sections(await actions({ limit: 2, offset: 2 }))).toEqual(['খ শাখা', 'ক শাখা'])
    const response = await school.fetchAsAdmin('/api/admin/activity?limit=1')
    expect(response.headers.get('x-total-count')).toBe('5')
    await expect(actions({ limit: 0 })).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('is deleted after 400 days, and beyond the latest 100,000 rows', async () => {
    const { db } = school.server.internals
    const deed = { by: 'admin', action: 'changed', subject: 'contact', title: '' } as const
    const at = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    await db.writePrivate(async (tx) => {
      await tx.query('DELETE FROM activity')
      await tx.insert(ActivityRow, [
        { ...deed, at: at(401) },
        { ...deed, at: at(399) },
      ])
    })
    school = await school.restart()
    expect((await actions()).map((item) => item.at)).toEqual([at(0), at(399)])

    // With explicit numbers, since a PostgreSQL sequence takes a minute for so many rows.
    await school.server.internals.db.writePrivate((tx) =>
      tx.query(`INSERT INTO activity (seq, at, by, action, subject, title)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100100)
        SELECT i - 100100, '${at(0)}', 'admin', 'changed', 'contact', i FROM n`),
    )
    school = await school.restart()
    const stored = await actions({ limit: 1000, offset: 99_500 })
    // Two rows existed before; the restart adds a sign-in.
    expect(stored).toHaveLength(501)
    expect(stored.at(-1)?.title).toBe('103')
  })
})
