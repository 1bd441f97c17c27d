import type { Entry } from '@bidyaloy/shared/collections/entry'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EntryRow, SingleRecordRow } from '../../db/entities.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { indexAgain } from '../papers/paper-commands.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const collection = 'notices' as const

const HEAD = [
  'গণপ্রজাতন্ত্রী বাংলাদেশ সরকার',
  'উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়',
  '১২ বিদ্যালয় সড়ক, উদাহরণপুর ১২০০',
  'ফোন: ০২-৫৫৫০১২৩৪ · ই-মেইল: info@example.edu.bd',
]
const FOOT = ['(মোছা. রওশন আরা বেগম)', 'প্রধান শিক্ষক', HEAD[1] ?? '']

const NEW_PHONE = ['বিদ্যালয়ের নতুন ফোন ০২-৫৫৫০১২৩৪, অফিস সময়ে খোলা।']

/** Publishes a notice with a photographed paper. */
async function publish(title: string, lines: readonly string[]): Promise<Entry> {
  const file = fileOf(await twoColors(40, 60).png().toBuffer(), 'কাগজ.png')
  const entry = await school.admin.createEntry({ params: { collection }, body: { title }, file })
  const pages = [{ file: entry.filePath ?? '', page: 1, text: lines.join('\n') }]
  await school.admin.updateEntryText({ params: { collection, id: entry._id }, body: { pages } })
  return entry
}

const letter = (text: string) => [...HEAD, text, ...FOOT]
const search = (q: string) => school.visitor.search({ query: { q } })
const titles = async (q: string) => (await search(q)).map(({ title }) => title)
/** Waits until a query finds these titles. */
const expectTitles = (q: string, expected: string[]) =>
  expect.poll(() => titles(q), { timeout: 20_000, interval: 100 }).toEqual(expected)

/** Publishes papers of which all but one have the letterhead, and waits until it is known. */
async function publishLetters() {
  await publish('ছুটি', letter('ঈদের ছুটি দশ দিন।'))
  await publish('ফোন', NEW_PHONE)
  const own = ['গণিত অলিম্পিয়াড', 'বিজ্ঞান মেলা', 'রক্তদান কর্মসূচি', 'টিকাদান কর্মসূচি']
  for (const text of own) await publish(text, letter(`${text} আগামী রবিবার।`))
  const misread = letter('বৃক্ষরোপণ আগামী সোমবার।').map((line) =>
    line.replace('গণপ্রজাতন্ত্রী', 'গণপ্রজাতন্ত্রা').replace('বেগম', 'বেগয'),
  )
  await publish('বৃক্ষরোপণ', misread)
  await publish('বিদায়', letter('প্রধান শিক্ষক রওশন আরা বেগমের বিদায় সংবর্ধনা।'))
  await expectTitles('রওশন আরা', ['বিদায়'])
}

describe('what stands on every paper of a school', () => {
  it('is not found any more once the settings say whose it is', async () => {
    await publish('ছুটি', letter('ঈদের ছুটি দশ দিন।'))
    await publish('ফোন', NEW_PHONE)
    expect(await titles('৫৫৫০১২৩৪')).toEqual(['ফোন', 'ছুটি'])

    await school.admin.createContact({ body: sampleContact })

    await expectTitles('৫৫৫০১২৩৪', ['ফোন'])
    expect(await titles('রওশন আরা')).toEqual(['ছুটি'])
    const headTeacher = { name: 'রওশন আরা বেগম', message: '' }
    await school.admin.updateSettings({ body: { ...emptySiteSettings, headTeacher } })
    await expectTitles('রওশন আরা', [])
    expect(await titles('ঈদের ছুটি')).toEqual(['ছুটি'])
  })

  it('is not found once more than half of the papers have it, also where a letter was misread', async () => {
    await publishLetters()
    await expectTitles('বাংলাদেশ সরকার', [])
    expect(await titles('উদাহরণপুর বালিকা')).toEqual([])
    expect(await titles('৫৫৫০১২৩৪')).toEqual(['ফোন'])
    expect(await titles('কর্মসূচি রবিবার')).toEqual(['টিকাদান কর্মসূচি', 'রক্তদান কর্মসূচি'])
  })

  it('is in no snippet and no text for visitors, but in that of the office', async () => {
    await publishLetters()
    const [found] = await search('বৃক্ষরোপণ সোমবার')
    expect(found?.snippet).toBe('বৃক্ষরোপণ আগামী সোমবার।')
    const params = { collection, id: found?._id ?? '' }
    const shown = await school.visitor.getEntryText({ params })
    expect(shown.pages.map(({ text }) => text)).toEqual(['বৃক্ষরোপণ আগামী সোমবার।'])
    const html = await (await school.fetch(`/notices/${params.id}`)).text()
    expect(html).not.toMatch(/বেগয|গণপ্রজাতন্ত্রা/)
    const whole = await school.admin.getEntryText({ params })
    expect(whole.pages[0]?.text).toContain('বেগয')
  })

  it('stays out of papers that are published later', async () => {
    await publishLetters()
    await publish('খেলাধুলা', letter('বার্ষিক খেলাধুলা বুধবার।'))
    expect(await titles('রওশন আরা')).toEqual(['বিদায়'])
    expect(await titles('খেলাধুলা বুধবার')).toEqual(['খেলাধুলা'])
  })

  it('is left out after the start if the server was stopped while it indexed the papers', async () => {
    await publishLetters()
    const letterhead = { name: 'letterhead' }
    await school.server.internals.db.write(async (tx) => {
      const { data } = await tx.findOneByOrFail(SingleRecordRow, letterhead)
      await tx.update(SingleRecordRow, letterhead, { data: {} })
      for (const row of await tx.findBy(EntryRow, { title: 'বিজ্ঞান মেলা' })) await indexAgain(tx, row)
      await tx.update(SingleRecordRow, letterhead, { data: { ...Object(data), isPending: true } })
    })
    school = await school.restart()
    await expectTitles('রওশন আরা', ['বিদায়'])
  })
})
