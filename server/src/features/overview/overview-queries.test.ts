import fs from 'node:fs/promises'
import path from 'node:path'
import type { NewEntry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const START = Date.parse('2026-11-21T02:30:00.000Z')

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(START)
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const after = (ms: number) => new Date(START + ms).toISOString()

async function publish(
  title: string,
  times: Omit<NewEntry, 'title'>,
  in_: CollectionName = 'notices',
) {
  const picture = in_ === 'gallery' && (await twoColors(40, 30).png().toBuffer())
  const file = picture ? fileOf(picture, 'photo.png') : fileOf(title, 'notice.txt')
  return school.admin.createEntry({ params: { collection: in_ }, body: { title, ...times }, file })
}

describe('the overview', () => {
  it('of an empty school has only open setup steps', async () => {
    const { setup, ...rest } = await school.admin.adminOverview()
    expect(rest).toEqual({
      accountEvents: [],
      scheduled: [],
      waiting: [],
      returned: [],
      drafts: [],
      expiring: [],
      stale: [],
      lastBackup: null,
      withoutFile: [],
      withoutPages: [],
      damaged: false,
      photoRequests: 0,
      wrongSlips: 0,
      formerFileBytes: 0,
      subscribers: 0,
      addressKnown: false,
      addressProblem: 'missing',
      backupFailed: false,
      away: null,
      diskLow: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      twoStep: false,
    })
    expect(setup).toEqual(
      [
        'password',
        'contact',
        'identity',
        'headTeacher',
        'schoolInfo',
        'studentCounts',
        'teacherPage',
        'notice',
      ].map((step) => ({ step, done: false })),
    )
  })

  it('lists scheduled and expiring entries of all collections, soonest first', async () => {
    await publish('পরশু', { publishAt: after(2 * DAY_MS) })
    await publish('ছবি', { publishAt: after(HOUR_MS) }, 'gallery')
    await publish('কাল যাবে', { expiresAt: after(DAY_MS) }, 'news')
    await publish('সাত দিনে যাবে', { expiresAt: after(7 * DAY_MS) })
    await publish('আট দিনে যাবে', { expiresAt: after(7 * DAY_MS + 1) })
    await publish('চলে গেছে', { expiresAt: after(-1) })
    const deleted = await publish('বাতিল', { publishAt: after(HOUR_MS) })
    await school.admin.deleteEntry({ params: { collection: 'notices', id: deleted._id } })

    const seen = async () => {
      const { scheduled, expiring } = await school.admin.adminOverview()
      return [scheduled, expiring].map((list) =>
        list.map(({ title, collection }) => [title, collection]),
      )
    }
    expect(await seen()).toEqual([
      [
        ['ছবি', 'gallery'],
        ['পরশু', 'notices'],
      ],
      [
        ['কাল যাবে', 'news'],
        ['সাত দিনে যাবে', 'notices'],
      ],
    ])
    now = new Date(START + DAY_MS)
    expect(await seen()).toEqual([
      [['পরশু', 'notices']],
      [
        ['সাত দিনে যাবে', 'notices'],
        ['আট দিনে যাবে', 'notices'],
      ],
    ])
  })

  it('lists drafts and changes that wait for approval in all collections, the longest waiting first', async () => {
    const wait = async (title: string, collection: CollectionName, id?: string) => {
      now = new Date(now.getTime() + 1000)
      const body = { title, status: 'waiting' } as const
      if (id) await school.admin.updateEntry({ params: { collection, id }, body })
      else await school.admin.createEntry({ params: { collection }, body: { ...body, body: 'ক' } })
    }
    const { _id: id } = await publish('রুটিন', {})
    await wait('খবর', 'news')
    await wait('নতুন রুটিন', 'notices', id)
    await wait('ছুটি', 'notices')
    const { waiting = [] } = await school.admin.adminOverview()
    expect(
      waiting.map(({ title, collection, draft }) => [title, collection, draft?.changes]),
    ).toEqual([
      ['খবর', 'news', false],
      ['নতুন রুটিন', 'notices', true],
      ['ছুটি', 'notices', false],
    ])
  })

  it('lists the own drafts and changes that were sent back, with the sentence', async () => {
    const { _id: id } = await publish('রুটিন', {})
    const params = { collection: 'notices', id } as const
    await school.admin.updateEntry({ params, body: { title: 'নতুন রুটিন', status: 'waiting' } })
    const body = { title: 'ছুটি', body: 'ক', status: 'waiting' } as const
    const holiday = await school.admin.createEntry({ params: { collection: 'notices' }, body })
    await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { ...body, status: 'draft' },
    })
    const note = 'তারিখ লিখুন।'
    for (const each of [id, holiday._id]) {
      await school.admin.updateEntry({
        params: { collection: 'notices', id: each },
        body: { status: 'draft', note },
      })
    }
    const { returned, drafts } = await school.admin.adminOverview()
    expect(returned.map(({ title, draft }) => [title, draft?.note])).toEqual([
      ['নতুন রুটিন', note],
      ['ছুটি', note],
    ])
    expect(drafts.map(({ title }) => title)).toEqual(['ছুটি'])
  })

  it('lists at most twenty of each', async () => {
    for (let n = 0; n < 21; n += 1) {
      await publish(`নোটিশ ${n}`, { publishAt: after(HOUR_MS * (21 - n)) })
    }
    const { scheduled } = await school.admin.adminOverview()
    expect([scheduled.length, scheduled[0]?.title, scheduled.at(-1)?.title]).toEqual([
      20,
      'নোটিশ 20',
      'নোটিশ 1',
    ])
  })

  it('lists pinned entries that are older than a year', async () => {
    const pinnedUntil = after(DAY_MS)
    await publish('পুরোনো', { date: '2024-01-01', pinnedUntil })
    await publish('এক বছরের', { date: after(-365 * DAY_MS), pinnedUntil })
    await publish('পুরোনো, খোলা', { date: '2024-01-01' })
    const titles = async () => (await school.admin.adminOverview()).stale.map(({ title }) => title)
    expect(await titles()).toEqual(['পুরোনো'])
    now = new Date(START + HOUR_MS)
    expect(await titles()).toEqual(['পুরোনো', 'এক বছরের'])
    now = new Date(START + DAY_MS)
    expect(await titles()).toEqual([])
  })

  it('has the newest backup made by this server', async () => {
    const put = async (name: string, text: string) => {
      const { files, folder } = school.server.internals
      const from = path.join(folder.staging, name)
      await fs.writeFile(from, text)
      await files.put('backups', [{ from, to: name }])
    }
    await put('bidyaloy-20261119t200000aaaa-nightly.zip', 'old one')
    await put('bidyaloy-20261120t200000zzzz-nightly.zip', 'new')
    await put('bidyaloy-20261121t010000bbbb-uploaded.zip', 'from elsewhere')
    await put('.bidyaloy-20261121t010000cccc-nightly.zip.partial', 'x')
    await put('before-migration-2026-11-21T01-00-00-000Z.sqlite', 'no files in it')
    await fs.mkdir(path.join(school.dataDir, 'backups', 'folder'))
    const { lastBackup } = await school.admin.adminOverview()
    expect(lastBackup).toEqual({ at: '2026-11-20T20:00:00.000Z', size: 3 })
  })

  it('marks each setup step as done', async () => {
    const done = async () =>
      (await school.admin.adminOverview()).setup.flatMap(({ step, done }) => (done ? [step] : []))
    await school.admin.createContact({ body: sampleContact })
    expect(await done()).toEqual(['contact'])
    const empty = await school.admin.getSettings()
    const settings = await school.admin.updateSettings({ body: { ...empty, __v: 0 } })
    // Saved, but still empty.
    expect(await done()).toEqual(['contact'])
    const { identity } = settings
    await school.admin.updateSettings({
      body: { ...settings, identity: { ...identity, motto: 'জ্ঞানই আলো', established: '১৯২০' } },
    })
    expect(await done()).toEqual(['contact', 'identity'])
    await school.admin.updateSettings({
      body: {
        ...settings,
        __v: undefined,
        identity: { ...identity, motto: 'জ্ঞানই আলো', established: '১৯২০' },
        headTeacher: { name: 'আয়েশা খাতুন', message: 'সবাইকে স্বাগত।' },
      },
    })
    await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
    await school.admin.createStudentCount({ body: sampleCount })
    const people = { collection: 'people' } as const
    await school.admin.createEntry({ params: people, body: { title: 'আয়েশা খাতুন' } })
    const scheduled = await publish('নোটিশ', {
      publishAt: after(HOUR_MS),
      expiresAt: after(2 * HOUR_MS),
    })
    expect(scheduled.publishAt).toBe(after(HOUR_MS))
    const allButNotice = await done()
    expect(allButNotice).toHaveLength(6)
    // The step stays done after the notice has expired.
    for (const hours of [1, 2]) {
      now = new Date(START + hours * HOUR_MS)
      expect(await done()).toEqual([...allButNotice, 'notice'])
    }
  })
})
