import { expect, it } from 'vitest'
import titles from '../bijoy/test/school-titles.json' with { type: 'json' }
import { foldedWords, foldText, stemOf } from './search-fold.ts'

/** Words of the titles that have the same stem. */
const forms = `
  অনলাইন অনলাইনে
  অলিম্পিয়াডে অলিম্পিয়াডের
  উৎসব উৎসবে
  ছাড়পত্র ছাড়পত্রের
  ছাত্রী ছাত্রীদের ছাত্রীর ছাত্রীরা
  দিবস দিবসের
  নিবন্ধন নিবন্ধনের
  পরিশোধ পরিশোধের
  পরীক্ষা পরীক্ষায় পরীক্ষার
  পর্ব পর্বে
  পাঠ্যপুস্তক পাঠ্যপুস্তকের
  পূরণ পূরণের
  প্রতিযোগিতা প্রতিযোগিতায় প্রতিযোগিতার
  প্রশংসাপত্র প্রশংসাপত্রের
  বিদ্যালয় বিদ্যালয়ে বিদ্যালয়ের
  ভর্তি ভর্তির
  মেলা মেলায়
  শিক্ষা শিক্ষার
  শিক্ষাবর্ষে শিক্ষাবর্ষের
  শিক্ষার্থী শিক্ষার্থীদের
  শ্রেণি শ্রেণির
  সপ্তাহ সপ্তাহে
  সমাবেশ সমাবেশে`

it('takes the forms of a word for one, and different words of school titles for different', () => {
  const words = new Map<string, Set<string>>()
  for (const title of titles) {
    for (const { word, start, end } of foldedWords(title)) {
      const stem = stemOf(word)
      words.set(stem, (words.get(stem) ?? new Set()).add(title.slice(start, end)))
    }
  }
  const equal = [...words.values()].filter(({ size }) => size > 1)
  expect(equal.map((group) => [...group].sort().join(' ')).sort()).toEqual(
    forms.trim().split(/\n\s*/),
  )
})

it.each([
  ['পরীক্ষাগুলোর', 'পরীক্ষা'],
  ['ছুটির', 'ছুটি'],
  ['শিক্ষকগণের', 'শিক্ষক'],
  ['শিক্ষার্থীদেরকে', 'শিক্ষার্থী'],
  ['অভিভাবকবৃন্দের', 'অভিভাবক'],
  ['শব্দের', 'শব্দ'],
  ['প্রাঙ্গণে', 'প্রাঙ্গণ'],
  ['খবর', 'খবর'],
  ['ফির', 'ফির'],
  ['অধিকার', 'অধিকার'],
])('takes %s for %s', (word, stem) => {
  expect(stemOf(foldText(word))).toBe(foldText(stem))
})
