import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

/** What a school publishes. */
const titles = {
  notices: [
    'জরুরি নোটিশ',
    '২০২৭ শিক্ষাবর্ষে ভর্তি বিজ্ঞপ্তি (তৃতীয় থেকে নবম শ্রেণি)',
    'অভিভাবক সমাবেশ (দিবা শিফট)',
    'বার্ষিক পরীক্ষার ফলাফল প্রকাশ প্রসঙ্গে',
    'শারদীয় দুর্গাপূজা উপলক্ষে ছুটির নোটিশ',
    'পবিত্র রমজান ও ঈদুল ফিতর উপলক্ষে ছুটির নোটিশ',
    'প্রতিকূল আবহাওয়ার কারণে বিদ্যালয় বন্ধ রাখা প্রসঙ্গে',
    'এসএসসি পরীক্ষা-২০২৬ এর প্রবেশপত্র বিতরণ প্রসঙ্গে',
    'জানুয়ারি-মার্চ ২০২৬ মাসের বেতন ও ফি পরিশোধ প্রসঙ্গে',
    'দশম শ্রেণির প্রাক্-নির্বাচনী পরীক্ষার সময়সূচি-২০২৬',
    'নবম শ্রেণির রেজিস্ট্রেশন সংক্রান্ত জরুরি বিজ্ঞপ্তি',
    'উপবৃত্তির আবেদন আহ্বান (ষষ্ঠ শ্রেণি)',
    'ছাড়পত্র (টিসি) গ্রহণের নিয়মাবলি',
    'ছাত্রীদের পরিচয়পত্র (আইডি কার্ড) সংগ্রহ প্রসঙ্গে',
    'ডেঙ্গু প্রতিরোধে করণীয়',
    'বিজ্ঞান মেলা ও প্রকল্প প্রদর্শনী প্রসঙ্গে',
    'বৃক্ষ রোপণ সপ্তাহ',
    'দরপত্র বিজ্ঞপ্তি (আসবাবপত্র ক্রয়)',
    'টেন্ডার আহ্বান',
  ],
  downloads: ['শ্রেণি রুটিন (দিবা শিফট)', 'নবম শ্রেণির রুটিন', 'ভর্তির আবেদন ফরম'],
  people: [],
} as const

const people = [
  {
    title: 'মোছা. রওশন আরা বেগম',
    fields: { post: 'প্রধান শিক্ষক', phone: '০১৭০০-০০০০০১' },
  },
  { title: 'মো. আবদুল করিম', fields: { post: 'সহকারী শিক্ষক (গণিত)', phone: '০১৭০০-০০০০০২' } },
  { title: 'শিরীন আক্তার', fields: { post: 'সহকারী শিক্ষক', subject: 'ইংরেজি' } },
  { title: 'ফাতেমা খাতুন', fields: { post: 'সহকারী শিক্ষক', subject: 'বাংলা' } },
]

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
  for (const title of titles.notices) {
    await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title, body: '–' },
    })
  }
  for (const title of titles.downloads) {
    const file = new File(['%PDF-1.4'], 'a.txt', { type: 'text/plain' })
    await school.admin.createEntry({ params: { collection: 'downloads' }, body: { title }, file })
  }
  for (const body of people) {
    await school.admin.createEntry({ params: { collection: 'people' }, body })
  }
})
afterAll(() => school.stop())

const first = async (q: string) => {
  const results = await school.visitor.search({ query: { q } })
  const { pages } = await school.visitor.searchStats({ query: { q } })
  return [...pages, ...results].slice(0, 5).map(({ title }) => title)
}

/** What a parent types, and the beginning of a title that is among the first five. */
const forgiven: readonly (readonly [typed: string, title: string])[] = [
  ['নটিশ', 'জরুরি নোটিশ'],
  ['ভরতি', 'ভর্তির আবেদন'],
  ['অভিবাবক', 'অভিভাবক সমাবেশ'],
  ['অবিভাবক সভা', 'অভিভাবক সমাবেশ'],
  ['দূর্গা পূজা', 'শারদীয় দুর্গাপূজা'],
  ['পূজার ছুটি', 'শারদীয় দুর্গাপূজা'],
  ['আব্দুল করিম', 'মো. আবদুল করিম'],
  ['vorti', 'ভর্তির আবেদন'],
  ['bondho', 'প্রতিকূল আবহাওয়ার'],
  ['rowshan', 'মোছা. রওশন'],
  ['class nine routine', 'নবম শ্রেণির রুটিন'],
  ['ক্লাস টেন', 'দশম শ্রেণির'],
  ['Nine', 'নবম শ্রেণির'],
  ['S.S.C', 'এসএসসি'],
  ['ম্যাডাম', 'শিরীন আক্তার'],
  ['ইংরেজি স্যার', 'শিরীন আক্তার'],
  ['বেতন কত', 'জানুয়ারি-মার্চ'],
  ['আগামীকাল স্কুল বন্ধ', 'প্রতিকূল আবহাওয়ার'],
  ['এডমিট কার্ড', 'এসএসসি পরীক্ষা-২০২৬ এর প্রবেশপত্র'],
  ['উপস্থিতি', 'দৈনিক উপস্থিতি'],
  ['ইতিহাস', 'সংক্ষিপ্ত ইতিহাস'],
  ['EIIN', 'এক নজরে'],
  ['01700000002', 'মো. আবদুল করিম'],
  ['প্রধান শিক্ষকের ফোন', 'মোছা. রওশন'],
  ['class 9 routine', 'নবম শ্রেণির রুটিন'],
  // And what is not in any list.
  ['০১৭০০ ০০০০০১', 'মোছা. রওশন'],
  ['+8801700-000002', 'মো. আবদুল করিম'],
  ['abdul karim', 'মো. আবদুল করিম'],
  ['fatema', 'ফাতেমা খাতুন'],
  ['shirin akter', 'শিরীন আক্তার'],
  ['chuti', 'শারদীয় দুর্গাপূজা'],
  ['eid holiday', 'পবিত্র রমজান'],
  ['ঈদের বন্ধ', 'পবিত্র রমজান'],
  ['upobritti', 'উপবৃত্তির আবেদন'],
  ['উপবিত্তি', 'উপবৃত্তির আবেদন'],
  ['রেজিষ্টেশন', 'নবম শ্রেণির রেজিস্ট্রেশন'],
  ['বিগ্যান মেলা', 'বিজ্ঞান মেলা'],
  ['biggan mela', 'বিজ্ঞান মেলা'],
  ['বিজ্ঞানমেলা', 'বিজ্ঞান মেলা'],
  ['বৃক্ষরোপণ', 'বৃক্ষ রোপণ'],
  ['ডেংগু', 'ডেঙ্গু'],
  ['dengu', 'ডেঙ্গু'],
  ['আইডি কাড', 'ছাত্রীদের পরিচয়পত্র'],
  ['result kobe dibe', 'বার্ষিক পরীক্ষার ফলাফল'],
  ['পরিক্ষার রেজাল্ট কবে', 'বার্ষিক পরীক্ষার ফলাফল'],
  ['ছারপত্র', 'ছাড়পত্র'],
  ['টি.সি', 'ছাড়পত্র'],
  ['class six scholarship', 'উপবৃত্তির আবেদন'],
  ['ক্লাস সিক্স', 'উপবৃত্তির আবেদন'],
  ['গনিত টিচার', 'মো. আবদুল করিম'],
  ['হেড স্যারের মোবাইল নাম্বার', 'মোছা. রওশন'],
  ['ভর্তি ফরম', 'ভর্তির আবেদন'],
  ['vorti form', 'ভর্তির আবেদন'],
  ['school address', 'যোগাযোগ'],
  ['hajira', 'দৈনিক উপস্থিতি'],
  ['কোরবানির ঈদ কবে', 'পবিত্র রমজান'],
  ['রোজার ছুটি', 'পবিত্র রমজান'],
  ['স্কুল কবে খুলবে', 'প্রতিকূল আবহাওয়ার'],
  ['প্রিটেস্ট', 'দশম শ্রেণির প্রাক্'],
  ['হেড ম্যাডাম', 'মোছা. রওশন'],
]

it.each(forgiven)('finds for %s: %s', async (typed, title) => {
  const found = await first(typed)
  expect(
    found.some((one) => one.startsWith(title)),
    found.join(' | '),
  ).toBe(true)
})

it('says what it has found instead, and finds nothing for nonsense', async () => {
  const statsOf = (q: string) => school.visitor.searchStats({ query: { q } })
  expect((await statsOf('নোটিশ')).widened).toBeUndefined()
  expect((await statsOf('নটিশ')).widened).toEqual({
    mode: 'all',
    nearest: [{ word: 'নটিশ', found: ['নোটিশ'] }],
  })
  expect((await statsOf('ভর্তি ডেঙ্গু')).widened).toEqual({ mode: 'any', nearest: [] })
  expect((await statsOf('ভরতি ডেঙ্গু')).widened?.nearest).toEqual([{ word: 'ভরতি', found: ['ভর্তি'] }])
  expect(await statsOf('ঝঝঝঝ টটটট')).toMatchObject({ total: 0, kinds: [], pages: [] })
})

it('finds in one kind, and on later pages, what the whole search finds', async () => {
  const whole = await school.visitor.search({ query: { q: 'নটিশ' } })
  const parts = await Promise.all(
    [0, 1, 2].map((offset) => school.visitor.search({ query: { q: 'নটিশ', offset, limit: 1 } })),
  )
  expect(parts.flat()).toEqual(whole.slice(0, 3))
  // People have it in no form: the search does not go on to some of its words.
  expect(await school.visitor.search({ query: { q: 'নটিশ', kind: 'people' } })).toEqual([])
})

it('offers nothing that visitors do not see', async () => {
  const draft = { title: 'গোপনীয় বৈঠক', publishAt: '2099-01-01T00:00:00Z', body: '–' }
  await school.admin.createEntry({ params: { collection: 'notices' }, body: draft })
  expect((await school.visitor.searchStats({ query: { q: 'গপনিয়' } })).total).toBe(0)
})
