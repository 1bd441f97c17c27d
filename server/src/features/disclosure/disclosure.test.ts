import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import type { DisclosedItem } from '@bidyaloy/shared/features/disclosure/disclosure'
import { DISCLOSED, type DisclosedKey } from '@bidyaloy/shared/features/disclosure/items'
import { pages } from '@bidyaloy/shared/features/disclosure/paths'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-21T04:30:00.000Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const items = () => school.visitor.getDisclosure()
async function itemOf(key: DisclosedKey): Promise<DisclosedItem | undefined> {
  return (await items()).find((one) => one.key === key)
}
const stateOf = async (key: DisclosedKey) => (await itemOf(key))?.state
const page = async () => (await school.fetch(pages.disclosure)).text()
const update = (body: Parameters<typeof school.admin.updateDisclosure>[0]['body']) =>
  school.admin.updateDisclosure({ body })
const createPerson = (title: string, kind: string) =>
  school.admin.createEntry({ params: { collection: 'people' }, body: { title, kind } })

it('goes from nothing given to all eleven, each from where it has its home', async () => {
  const empty = await items()
  expect(empty.map(({ item, key }) => [item, key])).toEqual(
    DISCLOSED.map((key, at) => [at + 1, key]),
  )
  expect(new Set(empty.map(({ state }) => state))).toEqual(new Set(['missing']))
  expect((await page()).match(/তথ্য এখনো দেওয়া হয়নি/g)).toHaveLength(11)

  const { admin } = school
  await admin.createSchoolInfo({ body: sampleSchoolInfo })
  await admin.createContact({ body: sampleContact })
  await admin.createStudentCount({ body: sampleCount })
  await createPerson('রহিমা খাতুন', 'teacher')
  expect(await stateOf('people')).toBe('given')
  expect(await stateOf('committee')).toBe('missing')
  await createPerson('সভাপতি', 'committee')
  const permission = { title: 'পাঠদানের অনুমতি ও স্বীকৃতি', body: 'স্মারক ৪১' }
  await admin.createEntry({ params: { collection: 'pages' }, body: permission })
  const syllabus = { title: 'পাঠ্যসূচি ২০২৬', kind: 'syllabus', body: 'গণিত' }
  await admin.createEntry({ params: { collection: 'downloads' }, body: syllabus })
  await update({ mpoReason: 'সরকারি বিদ্যালয়', infoCentre: 'অফিস কক্ষ\n০১৭১২-৩৪৫৬৭৮', __v: 0 })
  expect(await stateOf('complaints')).toBe('missing')
  now = new Date(now.getTime() + DAY_MS)
  const saved = await update({ complaints: 'মো. আলী, ০১৭১১-০০০০০০', __v: 1 })

  const given = await items()
  expect(given.filter(({ state }) => state === 'missing')).toEqual([])
  expect(await itemOf('mpo')).toMatchObject({ state: 'notApplicable', reason: 'সরকারি বিদ্যালয়' })
  // The texts have dates of their own.
  expect((await itemOf('infoCentre'))?.updatedAt).toBe('2026-11-21T04:30:00.000Z')
  expect((await itemOf('complaints'))?.updatedAt).toBe(now.toISOString())
  expect(saved.changedAt.complaints).toBe(now.toISOString())
  for (const { url } of given) {
    if (url) expect([url, (await school.fetch(url)).status]).toEqual([url, 200])
  }
  const shown = await page()
  expect(shown).not.toContain('তথ্য এখনো দেওয়া হয়নি')
  expect(shown).toContain('প্রযোজ্য নয়: সরকারি বিদ্যালয়')
  expect(shown).toContain('হালনাগাদ: ২২ নভেম্বর ২০২৬')
})

it('tells what is older than a year, until it is written again', async () => {
  await update({ infoCentre: 'অফিস কক্ষ' })
  now = new Date(now.getTime() + 365 * DAY_MS)
  expect((await itemOf('infoCentre'))?.stale).toBeUndefined()
  // Cached lists are renewed at midnight.
  now = new Date(now.getTime() + DAY_MS)
  expect((await itemOf('infoCentre'))?.stale).toBe(true)
  // The session has ended.
  school = await school.restart()
  await update({ infoCentre: 'অফিস কক্ষ, নিচতলা' })
  expect((await itemOf('infoCentre'))?.stale).toBeUndefined()
})

it('takes back the reason, keeps former texts, and is for those who may change the settings', async () => {
  await update({ committeeReason: 'কমিটি নেই', __v: 0 })
  expect(await stateOf('committee')).toBe('notApplicable')
  await expect(update({ committeeReason: '', __v: 0 })).rejects.toMatchObject({ code: 'conflict' })
  await update({ committeeReason: '', __v: 1 })
  expect(await stateOf('committee')).toBe('missing')
  const former = { recordType: 'disclosure', id: 'current', n: '0' } as const
  await school.admin.restoreVersion({ params: former })
  expect(await stateOf('committee')).toBe('notApplicable')

  expect((await school.fetch('/api/admin/disclosure')).status).toBe(401)
  const tooLong = update({ infoCentre: 'ক'.repeat(2001) })
  await expect(tooLong).rejects.toMatchObject({ fields: { infoCentre: expect.any(String) } })
})
