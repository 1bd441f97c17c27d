import { describe, expect, it } from 'vitest'
import { readGroupWords, readHead, saysTotal } from './sheet-words.ts'

const asItIs = (text: string) => text
const group = (cell: string) => readGroupWords(cell, asItIs)
const head = (cell: string) => readHead(cell, asItIs)

describe('the words of a sheet', () => {
  it.each([
    ['তৃতীয়', 'Three'],
    ['তৃতী\u09df শ্রেণী', 'Three'],
    ['৩য়', 'Three'],
    ['৪র্থ শ্রেণি', 'Four'],
    ['Class Five', 'Five'],
    ['৫ম', 'Five'],
    ['ষষ্ঠ', 'Six'],
    ['৬ষ্ঠ', 'Six'],
    ['ষষ্ঠ শ্রেণি', 'Six'],
    ['Six', 'Six'],
    ['Class 6', 'Six'],
    ['class-VI', 'Six'],
    ['৬', 'Six'],
    ['সপ্তম', 'Seven'],
    ['7th', 'Seven'],
    ['EIGHT', 'Eight'],
    ['৮ম শ্রেণী', 'Eight'],
    ['নবম', 'Nine'],
    ['IX', 'Nine'],
    ['১০ম', 'Ten'],
    ['X', 'Ten'],
  ])('knows the class «%s»', (cell, className) => {
    expect(group(cell)).toEqual({ className })
  })

  it('knows shifts and sections, also beside the class', () => {
    expect(group('প্রভাতী')).toEqual({ shift: 'Morning' })
    expect(group('প্রভাতি শিফট')).toEqual({ shift: 'Morning' })
    expect(group('Morning Shift')).toEqual({ shift: 'Morning' })
    expect(group('দিবা')).toEqual({ shift: 'Day' })
    expect(group('Section-B')).toEqual({ section: 'B' })
    expect(group('গ শাখা')).toEqual({ section: 'C' })
    expect(group('ষষ্ঠ-ক')).toEqual({ className: 'Six', section: 'A' })
    expect(group('৬ক')).toEqual({ className: 'Six', section: 'A' })
    expect(group('VI (D) Day')).toEqual({ className: 'Six', section: 'D', shift: 'Day' })
  })

  it('takes nothing for a class that is none', () => {
    for (const cell of ['প্রথম', '11', 'শাপলা', 'ষষ্ঠ সপ্তম', 'E', '', 'শ্রেণি', '৬ষ্ঠ (নতুন)']) {
      expect(group(cell)).toBeNull()
    }
  })

  it.each([
    ['শ্রেণি', 'className'],
    ['শ্রেণীর নাম', 'className'],
    ['Class Name', 'className'],
    ['className', 'className'],
    ['শিফট', 'shift'],
    ['শাখা', 'section'],
    ['Sec.', 'section'],
    ['ছাত্রী', 'girls'],
    ['ছাত্রীসংখ্যা', 'girls'],
    ['মোট ছাত্রী', 'girls'],
    ['Girls', 'girls'],
    ['Female', 'girls'],
    ['ছাত্র', 'boys'],
    ['Male', 'boys'],
    ['মোট', 'total'],
    ['শিক্ষার্থী সংখ্যা', 'total'],
    ['ছাত্র-ছাত্রী', 'total'],
    ['Total', 'total'],
    ['ইসলাম', 'muslim'],
    ['হিন্দু', 'hindu'],
    ['বৌদ্ধ', 'bouddho'],
    ['Buddhist', 'bouddho'],
    ['খ্রিষ্টান', 'christian'],
    ['খ্রীস্টান', 'christian'],
    ['খৃষ্টান', 'christian'],
    ['বিজ্ঞান', 'science'],
    ['ব্যবসা\u09df শিক্ষা', 'business'],
    ['Commerce', 'business'],
    ['মানবিক', 'humanities'],
    ['Arts', 'humanities'],
    ['মুক্তিযোদ্ধা', 'muktiJoddha'],
    ['মুক্তিযোদ্ধার সন্তান', 'muktiJoddharSontan'],
    ['muktiJoddharSontan', 'muktiJoddharSontan'],
    ['Freedom fighter', 'muktiJoddha'],
    ['অটিস্টিক', 'autistic'],
    ['শারীরিক প্রতিবন্ধী', 'physicalDisabled'],
  ])('knows the head «%s»', (cell, column) => {
    expect(head(cell)).toBe(column)
  })

  it('leaves other heads alone', () => {
    for (const cell of [
      'ক্রমিক',
      'মন্তব্য',
      'Remarks',
      'শ্রেণিশিক্ষক',
      'শ্রেণিকক্ষ',
      'Teacher',
      'ধর্ম',
      '',
    ]) {
      expect(head(cell)).toBeNull()
    }
  })

  it('knows rows of sums', () => {
    for (const cell of ['মোট', 'সর্বমোট', 'ষষ্ঠ শ্রেণির মোট', 'Grand Total', 'Sub-total', 'যোগফল:']) {
      expect(saysTotal(cell, asItIs)).toBe(true)
    }
    expect(saysTotal('মটর', asItIs)).toBe(false)
  })

  it('asks for the Unicode of what was typed in Bijoy, never of Bengali', () => {
    const bijoy = (text: string) =>
      ({ lô: 'ষষ্ঠ', K: 'ক', QvÎx: 'ছাত্রী', '†gvU': 'মোট' })[text] ?? text
    expect(readGroupWords('lô', bijoy)).toEqual({ className: 'Six' })
    expect(readGroupWords('K', bijoy)).toEqual({ section: 'A' })
    expect(readGroupWords('A', bijoy)).toEqual({ section: 'A' })
    expect(readHead('QvÎx', bijoy)).toBe('girls')
    expect(saysTotal('†gvU', bijoy)).toBe(true)
    const never = () => {
      throw new Error('This is Unicode')
    }
    expect(readHead('মন্তব্য', never)).toBeNull()
  })
})
