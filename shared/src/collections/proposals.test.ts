import { expect, test } from 'vitest'
import {
  datesIn,
  type ProposedFile,
  proposedClasses,
  proposedCollection,
  proposedDays,
  proposedKind,
} from './proposals.ts'

const TODAY = '2026-11-24'
const photo: ProposedFile = { name: 'IMG_1.jpg', type: 'image/jpeg' }
const paper: ProposedFile = { ...photo, isPaper: true }
const pdf: ProposedFile = { name: 'scan001.pdf', type: 'application/pdf' }

const collectionOf = (title: string, files: readonly ProposedFile[] = [], text = '') =>
  proposedCollection({ title, text, files }, TODAY)

test('nothing written has no kind', () => {
  expect(collectionOf('')).toBeNull()
  expect(collectionOf('  ')).toBeNull()
})

test('a document or a photo of paper is a notice', () => {
  expect(collectionOf('', [pdf])).toBe('notices')
  expect(collectionOf('', [paper, paper, paper, paper])).toBe('notices')
})

test('four other photos are an album, fewer are not', () => {
  expect(collectionOf('বার্ষিক ক্রীড়া', [photo, photo, photo, photo])).toBe('albums')
  expect(collectionOf('বার্ষিক ক্রীড়া', [photo, photo, photo])).toBe('notices')
})

test('a form, a syllabus and a list of books are downloads', () => {
  for (const title of ['ভর্তি ফরম ২০২৭', 'নবম শ্রেণির সিলেবাস', 'বইয়ের তালিকা', 'Admission form']) {
    expect(collectionOf(title, [pdf])).toBe('downloads')
    expect(collectionOf(title)).toBe('downloads')
  }
  expect(collectionOf('আনুষ্ঠানিক ফর্মাল পোশাক', [pdf])).toBe('notices')
})

test('a notice about a form is a notice', () => {
  for (const title of ['ফরম পূরণের বিজ্ঞপ্তি', 'এসএসসি ফরম পূরণ ২০২৭', 'ভর্তি ফরম জমার শেষ তারিখ']) {
    expect(collectionOf(title, [pdf])).toBe('notices')
    expect(collectionOf(title)).toBe('notices')
  }
})

test('a holiday with a date is a notice with days', () => {
  expect(collectionOf('আগামীকাল বিদ্যালয় বন্ধ', [photo])).toBe('notices')
  expect(collectionOf('পরীক্ষার সময়সূচি', [], 'পরীক্ষা ২৯ নভেম্বর শুরু।')).toBe('notices')
})

test('what has happened, or a text with one photo, is news', () => {
  expect(collectionOf('বিজ্ঞান মেলা অনুষ্ঠিত')).toBe('news')
  expect(collectionOf('জেলায় আমরা চ্যাম্পিয়ন', [photo])).toBe('news')
  expect(collectionOf('বিজ্ঞান ক্লাব', [photo], 'আজ সকালে…')).toBe('news')
})

test('any other text is a notice', () => {
  expect(collectionOf('অভিভাবক সমাবেশ')).toBe('notices')
  expect(collectionOf('', [], 'সকল ছাত্রীকে জানানো যাচ্ছে')).toBe('notices')
})

test.each([
  ['৯ম শ্রেণির রেজিস্ট্রেশন', 'Nine'],
  ['নবম ও দশম শ্রেণির ছাত্রীদের জন্য', 'Nine Ten'],
  ['বার্ষিক পরীক্ষা ২০২৬: ষষ্ঠ থেকে নবম শ্রেণির সময়সূচি', 'Six Seven Eight Nine'],
  ['৬ষ্ঠ–৮ম শ্রেণি', 'Six Seven Eight'],
  ['৬ষ্ঠ, ৭ম ও ৯ম শ্রেণী', 'Six Seven Nine'],
  ['Routine of class IX', 'Nine'],
  ['Class VI-VIII', 'Six Seven Eight'],
  ['বিজ্ঞান মেলায় তৃতীয় স্থান', ''],
  ['দশম জাতীয় সংসদ', ''],
  ['একাদশম শ্রেণি', ''],
  ['সকল শ্রেণি', ''],
])('the classes of «%s» are: %s', (title, classes) => {
  expect(proposedClasses(title).join(' ')).toBe(classes)
})

test.each([
  ['বিদ্যালয় বন্ধ থাকবে ২৫ নভেম্বর', '2026-11-25', ''],
  ['আগামীকাল ছুটি', '2026-11-25', ''],
  ['শীতকালীন ছুটি ২৪–২৬ ডিসেম্বর', '2026-12-24', '2026-12-26'],
  ['পরীক্ষা ২৯ নভেম্বর থেকে ১০ ডিসেম্বর ২০২৬', '2026-11-29', '2026-12-10'],
  ['ছুটি ২৮ ডিসেম্বর হতে ৩ জানুয়ারি', '2026-12-28', '2027-01-03'],
  ['পরীক্ষা ০১/১২/২০২৬', '2026-12-01', ''],
])('the days of «%s» are %s %s', (title, startsOn, endsOn) => {
  expect(proposedDays({ title, text: '' }, TODAY)).toEqual({ startsOn, endsOn })
})

test('a date without a holiday or an examination has no days, nor one without a date', () => {
  expect(proposedDays({ title: 'সভা ২৫ নভেম্বর', text: '' }, TODAY)).toBeNull()
  expect(proposedDays({ title: 'পরীক্ষার ফি', text: 'মোট ৫০০ টাকা' }, TODAY)).toBeNull()
})

test('the dates of a text are found as they are written, each once', () => {
  expect(datesIn('৫ই ডিসেম্বর ২০২৫, 31/12/2025 ও ৫ই ডিসেম্বর ২০২৫; ৫০০ টাকা')).toEqual([
    '৫ই ডিসেম্বর ২০২৫',
    '31/12/2025',
  ])
})

test.each([
  ['notices', 'বার্ষিক পরীক্ষার সময়সূচি', 'exam'],
  ['notices', 'পরীক্ষার কারণে বিদ্যালয় বন্ধ', 'holiday'],
  ['notices', 'ভর্তি পরীক্ষা', 'admission'],
  ['notices', 'বেতন পরিশোধের শেষ তারিখ', 'fee'],
  ['notices', 'অফিস সময়', ''],
  ['notices', 'উপবৃত্তির তথ্য', 'stipend'],
  ['news', 'আন্তঃস্কুল ক্রীড়ায় প্রথম', 'sport'],
  ['downloads', 'ক্লাস রুটিন', 'routine'],
  ['events', 'অভিভাবক সমাবেশ', 'meeting'],
  ['people', 'অফিস সহকারী', 'staff'],
  ['people', 'ল্যাব সহকারী', 'staff'],
  ['people', 'সহকারী শিক্ষক (গণিত)', 'teacher'],
  ['people', 'সহকারী শিক্ষিকা', 'teacher'],
  ['people', 'প্রধান শিক্ষক', 'teacher'],
] as const)('of the kinds of %s, «%s» is: %s', (collection, title, kind) => {
  expect(proposedKind(collection, title)).toBe(kind)
})
