import { expect, it } from 'vitest'
import { hasTable, joinLines } from './running-text.ts'

const letter = `গণপ্রজাতন্ত্রী বাংলাদেশ সরকার
প্রধান শিক্ষকের কার্যালয়
বিষয়: অভিভাবক সমাবেশ আয়োজন প্রসঙ্গে
বিদ্যালয়ের সকল ছাত্রী, অভিভাবক, শিক্ষক ও কর্মচারীর অবগতির জন্য জানানো যাচ্ছে যে, এই
শিরোনামে উল্লিখিত বিষয়ে বিদ্যালয় প্রয়োজনীয় ব্যবস্থা নিয়েছে।
বিস্তারিত জানা যাবে বিদ্যালয়ের অফিস থেকে, অফিস সময়ে।
(রওশন আরা বেগম)
প্রধান শিক্ষক
সরকারি বালিকা উচ্চ বিদ্যালয়`

const fees = `ফি সংক্রান্ত বিজ্ঞপ্তি
নিচের হারে বেতন ও ফি নির্ধারিত সময়ের মধ্যে পরিশোধ করার জন্য অনুরোধ করা হলো।
খাত তৃতীয়–পঞ্চম ষষ্ঠ–অষ্টম নবম–দশম
বেতন (তিন মাস) ২৪ ৩৬ ৪৫
টিফিন ১৫০ ১৫০ ১৫০
মোট (টাকা) ২৩৪ ২৪৬ ২৫৫`

it('tells a table from a letter', () => {
  expect(hasTable(letter)).toBe(false)
  expect(hasTable(fees)).toBe(true)
  expect(joinLines(fees)).toBe(fees)
})

it('joins the lines of a paragraph, and no others', () => {
  expect(joinLines(letter).split('\n')).toEqual(letter.replace('যে, এই\n', 'যে, এই ').split('\n'))
  const points = `${'ক'.repeat(40)} এবং\n১. ${'খ'.repeat(38)} এবং\nগ`
  expect(joinLines(points)).toBe(`${'ক'.repeat(40)} এবং\n১. ${'খ'.repeat(38)} এবং গ`)
})
