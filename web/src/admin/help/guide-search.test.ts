import { expect, it } from 'vitest'
import { guide, searchGuide } from './guide.ts'

const found = (query: string) =>
  searchGuide(guide, query).map(({ topic, heading }) => `${topic.name}: ${heading ?? ''}`)

it('ranks places with a match in their heading first', () => {
  expect(found('পাসওয়ার্ড ভুলে')[0]).toBe('trouble: পাসওয়ার্ড ভুলে গেলে')
  expect(found('এক্সেল')[0]).toBe('students: এক্সেল থেকে আনা')
  expect(found('ব্যাকআপ')[0]).toMatch(/^backup/)
})

it('ignores digits, case and Unicode normalization', () => {
  expect(found('২৫ মেগাবাইট')).toEqual(found('25 মেগাবাইট'))
  expect(found('২৫ মেগাবাইট')).not.toEqual([])
  expect(found('পাসওয়ার্ড')).toEqual(found('পাসওয়ার্ড'))
  expect(found('EXCEL')).toEqual(found('excel'))
})

it('finds common words of school staff', () => {
  for (const query of ['লোগো', 'মনোগ্রাম', 'ফেসবুক', 'রুটিন'])
    expect(found(query), query).not.toEqual([])
})

it('answers questions, other spellings and English words as the public search does', () => {
  expect(found('পাসওয়ার্ড ভুলে গেছি')[0]).toBe('trouble: পাসওয়ার্ড ভুলে গেলে')
  expect(found('লোগো বদলাব কীভাবে')[0]).toBe('school: কোন তথ্য কোন পাতায় বদলাবেন')
  expect(found('logo')).toEqual(found('লোগো'))
  expect(found('নোটিস')).toEqual(found('নোটিশ'))
  expect(found('নোটিস')).not.toEqual([])
  expect(found('কীভাবে নোটিশ প্রকাশ করব')[0]).toBe('notices: ')
  expect(found('ব্যাকআপ কখগঘঙ')).toEqual(found('ব্যাকআপ'))
  expect(found('কখগঘঙ')).toEqual([])
})

it('returns the matching line', () => {
  const [hit] = searchGuide(guide, 'ক্যাপিটাল')
  expect(hit).toBeUndefined()
  expect(searchGuide(guide, 'নমুনা ফাইল')[0]?.line).toContain('নমুনা ফাইল')
  expect(searchGuide(guide, '  ')).toEqual([])
})
