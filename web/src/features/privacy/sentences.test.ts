import { privacyCopy } from '@bidyaloy/shared/features/privacy/copy'
import type { Privacy } from '@bidyaloy/shared/features/privacy/privacy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { expect, it } from 'vitest'
import { emptySchool } from '../../site/empty-school.ts'
import { MAX_CACHED_FILES, MAX_CACHED_NOTICES, PRECACHED_NOTICES } from '../../site/offline.ts'
import { privacySections } from './sentences.ts'

const facts = await emptySchool().getPrivacy({})
const sentencesOf = (changes: Partial<Privacy> = {}) =>
  privacySections({ ...facts, ...changes }).flatMap(({ sentences }) => sentences)

it('has no number but those that it is given', () => {
  for (const [key, text] of Object.entries(privacyCopy)) {
    expect([key, text.match(/[\d০-৯]/g)]).toEqual([key, null])
  }
  for (const sentence of sentencesOf()) expect(sentence).not.toContain('{')
})

/** Changed facts, with words of the sentences that each replaces and adds. */
it.each<[keyof Privacy, Privacy[keyof Privacy], string[], string[]]>([
  ['readerDays', 71, ['সংখ্যাগুলো ৪০০ দিন'], ['সংখ্যাগুলো ৭১ দিন']],
  ['limitMinutes', 71, ['সর্বোচ্চ ৬০ মিনিট'], ['সর্বোচ্চ ৭১ মিনিট']],
  ['signInHours', 71, ['সর্বোচ্চ ২৪ ঘণ্টা'], ['সর্বোচ্চ ৭১ ঘণ্টা']],
  ['pushFailingDays', 71, ['৬০ দিন ধরে খবর'], ['৭১ দিন ধরে খবর']],
  ['trashDays', 71, ['সরে, ৩০ দিন'], ['সরে, ৭১ দিন']],
  ['cacheHours', 71, ['আরও ২৪ ঘণ্টা'], ['আরও ৭১ ঘণ্টা']],
  ['versions', 71, ['সর্বোচ্চ ২০টি'], ['সর্বোচ্চ ৭১টি']],
  ['versionDays', 71, ['২০টি, ৩৬৫ দিন'], ['২০টি, ৭১ দিন']],
  ['activityDays', 71, ['বিবরণ ৪০০ দিন'], ['বিবরণ ৭১ দিন']],
  ['sessionDays', 71, ['লগইনের ৩০ দিন'], ['লগইনের ৭১ দিন']],
  ['deviceDays', 71, ['কম্পিউটারের ৩৬৫ দিন'], ['কম্পিউটারের ৭১ দিন']],
  ['manualBackups', 71, ['শেষ ১০টি'], ['শেষ ৭১টি']],
  ['nightlyBackups', { days: 71, weeks: 72 }, ['৭ দিনের', '৪ সপ্তাহের'], ['৭১ দিনের', '৭২ সপ্তাহের']],
  ['nightlyBackups', null, ['রোজ রাতে ব্যাকআপ'], []],
  ['awayCopies', 'plain', [], ['অন্য জায়গাতেও রাখা হয়।']],
  ['awayCopies', 'encrypted', [], ['চাবি শুধু বিদ্যালয়ের কাছে']],
  ['isReading', false, ['এই সার্ভারেই পড়া হয়'], ['প্রোগ্রাম নিজে পড়ে না']],
  ['hasVideoPictures', false, ['ভিডিওর ছবি'], []],
  ['isInBucket', true, ['নিজের সার্ভারে'], ['আলাদা ফাইল-স্টোরেজে']],
])('says what %s is: %s', (name, value, before, after) => {
  const [now, then] = [sentencesOf(), sentencesOf({ [name]: value })]
  const changed = then.filter((sentence) => !now.includes(sentence))
  const gone = now.filter((sentence) => !then.includes(sentence))
  for (const words of before) expect(gone.join('\n')).toContain(words)
  for (const words of after) expect(changed.join('\n')).toContain(words)
  expect(changed).toHaveLength(after.length > 0 ? 1 : 0)
})

it('says how many copies the phone has', () => {
  const all = sentencesOf().join('\n')
  for (const [count, words] of [
    [PRECACHED_NOTICES, 'নতুন {n}টি'],
    [MAX_CACHED_NOTICES, 'পড়া {n}টি'],
    [MAX_CACHED_FILES, 'খোলা {n}টি'],
  ] as const) {
    expect(all).toContain(words.replace('{n}', formatNumber(count)))
  }
})

it('says of a static copy only what holds for one', () => {
  const copy = sentencesOf({ isCopy: true })
  const all = copy.join('\n')
  expect(all).toContain(privacyCopy['privacy.reading.copy'])
  expect(all).not.toMatch(/গোনা হয়,|লগে থাকে|এই ফোনে রাখুন|খবর পৌঁছানো|এই সার্ভারে|সঙ্গে সঙ্গে|লগইন/)
  expect(all).toContain('বিদ্যালয়ের কম্পিউটারে ৩০ দিন পরে')
})
