import fs from 'node:fs/promises'
import path from 'node:path'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import { engineOf } from '../../db/engine.ts'
import { ActivityRow } from '../../db/entities.ts'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  commandOn,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { hashOf } from './activity-chain.ts'

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
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
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

describe('the chain of the activity', () => {
  const sections = ['A', 'B', 'C', 'D'] as const
  const change = (statement: string) =>
    school.server.internals.db.writePrivate((tx) => tx.query(statement))
  /** Returns the titles before which something does not hold. */
  const gaps = async (query = {}) =>
    (await actions(query)).flatMap(({ gap, title }) => (gap ? [title.split(', ')[2]] : []))
  const run = async (...words: string[]) => {
    const told: string[] = []
    let code = 0
    const stdout = { write: (text: string) => told.push(text) }
    const called = { INIT_CWD: school.dataDir }
    const context = { ...commandOn(school.dataDir, called), stdin: process.stdin, stdout }
    const endWith = (given: number) => {
      code = given
    }
    await createCli({ ...context, endWith }).parseAsync(words, { from: 'user' })
    return { text: told.join(''), code }
  }
  const exported = async () => {
    const name = 'activity.csv'
    await fs.writeFile(path.join(school.dataDir, name), (await run('activity', '--csv')).text)
    return name
  }
  beforeEach(async () => {
    for (const section of sections) {
      await school.admin.createStudentCount({ body: { ...sampleCount, section } })
    }
  })

  it('shows where rows were removed, changed or inserted, on any page', async () => {
    expect(await gaps()).toEqual([])
    const hashes = (await actions()).map(({ hash }) => hash)
    expect(new Set(hashes).size).toBe(5)
    expect(await run('activity', 'verify')).toMatchObject({
      code: 0,
      text: expect.stringContaining('5 actions; unbroken from number 1'),
    })
    const file = await exported()

    await change("UPDATE activity SET by = 'nobody' WHERE seq = 3")
    expect(await gaps()).toEqual(['খ শাখা'])
    await change('DELETE FROM activity WHERE seq = 3')
    expect(await gaps()).toEqual(['গ শাখা'])
    // The one behind the gap is the first of the next page.
    expect(await gaps({ limit: 2 })).toEqual(['গ শাখা'])
    expect((await run('activity', 'verify')).text).toContain('does not hold at number 4')
    await change(`INSERT INTO activity (seq, at, by, action, subject, title)
      VALUES (3, '${now.toISOString()}', 'admin', 'deleted', 'contact', '')`)
    expect(await gaps()).toEqual(['গ শাখা'])

    // Who has the whole database computes all hashes again: the copy outside differs.
    const { db } = school.server.internals
    const rows = await db.read.find(ActivityRow, { order: { seq: 'ASC' } })
    let before: string | null = null
    for (const row of rows) {
      before = hashOf(before, row)
      await change(`UPDATE activity SET hash = '${before}' WHERE seq = ${row.seq}`)
    }
    expect(await gaps()).toEqual([])
    expect((await run('activity', 'verify')).code).toBe(0)
    expect(await run('activity', 'verify', file)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Number 3 of the export'),
    })
    await change('DELETE FROM activity WHERE seq = 5')
    const { text, code } = await run('activity', 'verify')
    expect([code, text]).toEqual([1, expect.stringContaining('The latest 1 action')])
    await school.admin.createContact({ body: sampleContact })
    expect((await actions())[0]).toMatchObject({ subject: 'contact', gap: true })
  })

  it('goes on through restarts, restores and rows of an earlier version', async () => {
    const file = await exported()
    await change(`INSERT INTO activity (at, by, action, subject, title)
      VALUES ('${now.toISOString()}', 'admin', 'changed', 'contact', '')`)
    expect(await gaps()).toEqual([])
    await school.admin.makeBackup()
    const { outcome } = await backupTaskEnded(school.admin)
    const restore = async () => {
      const params = { id: outcome?.backupId ?? '' }
      await school.admin.restoreBackup({ params, body: { currentPassword: ADMIN.password } })
      expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({ fault: null })
    }
    await restore()
    school = await school.restart()
    await school.admin.createContact({ body: sampleContact })
    expect(await gaps()).toEqual([])
    expect((await actions()).filter(({ hash }) => !hash)).toEqual([])
    expect((await run('activity', 'verify', file)).text).toMatch(
      /unbroken from number 1 .* to 10\.\nThe export fits: .*, number 5 /,
    )

    // The numbers of a backup with more actions are not taken over.
    const { sequences } = engineOf(school.server.internals.db.read)
    await change('DELETE FROM activity')
    await change(`DELETE FROM ${sequences} WHERE name = 'activity'`)
    await school.admin.updateContact({ body: { ...sampleContact, __v: 0 } })
    await restore()
    expect((await actions()).map(({ _id }) => _id)).toEqual(['2', '1'])
    expect((await run('activity', 'verify', file)).text).toContain('Number 1 of the export')
  })

  it('fits an export with actions of a clock that was ahead, which are deleted first', async () => {
    await school.stop()
    now = new Date('2099-01-01T06:00:00Z')
    school = await startTestServer({ clock: () => now })
    const file = await exported()
    now = new Date()
    await school.admin.createContact({ body: sampleContact })
    school = await school.restart()
    expect((await actions()).map(({ at }) => at)).not.toContain('2099-01-01T06:00:00.000Z')
    expect(await run('activity', 'verify', file)).toMatchObject({
      code: 0,
      text: expect.stringContaining('The export fits'),
    })
  })
})
