import { describe, expect, it } from 'vitest'
import { headingOf, isMakeshiftTitle } from './paper-heading.ts'

const letterhead = `শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয়
ডাকঘর: শাপলানগর, জেলা: কুমিল্লা
স্মারক নং: শানবি/২০২৬/১১৮ তারিখ: ১৮/১১/২০২৬`

describe('the heading of a paper', () => {
  it('is its subject', () => {
    const text = `${letterhead}\nনোটিশ\nবিষয়: বার্ষিক পরীক্ষার  সময়সূচি প্রকাশ।\nজানানো যাচ্ছে যে, …`
    expect(headingOf(text)).toBe('বার্ষিক পরীক্ষার সময়সূচি প্রকাশ')
    expect(headingOf('বিষয়ঃ শীতকালীন ছুটি')).toBe('শীতকালীন ছুটি')
  })

  it('is else the first line below the letterhead that is no sentence', () => {
    const text = `${letterhead}\nনোটিশ\nবার্ষিক পরীক্ষা ২০২৬\nষষ্ঠ থেকে নবম শ্রেণির সবাইকে জানানো যাচ্ছে।`
    expect(headingOf(text)).toBe('বার্ষিক পরীক্ষা ২০২৬')
  })

  it('is missing where no line reads like one', () => {
    expect(headingOf(`${letterhead}\nনোটিশ\n১২ ১৩ ১৪\nকাল বিদ্যালয় বন্ধ থাকবে।`)).toBeNull()
    expect(headingOf('')).toBeNull()
  })
})

it('is offered for titles that say nothing, or are the name of the file', () => {
  const entry = { _id: 'a', __v: 0, date: '', createdAt: '' }
  const file = { filePath: 'uploads/a.pdf', fileName: 'exam-routine-final.pdf' }
  const titles = ['নোটিশ', 'Scan 3', 'exam routine final', 'exam-routine-final', 'বার্ষিক পরীক্ষা']
  const makeshift = titles.filter((title) => isMakeshiftTitle({ ...entry, ...file, title }))
  expect(makeshift).toEqual(titles.slice(0, 4))
})
