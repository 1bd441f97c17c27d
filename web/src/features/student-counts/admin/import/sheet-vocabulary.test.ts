import { describe, expect, it } from 'vitest'
import { isTotal } from '../../../../admin/sheet-import/group-sheet.ts'
import { parseGroup } from '../../../../school/group-words.ts'
import { columnOf } from './sheet-vocabulary.ts'

describe('cells and headings of a sheet', () => {
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
  ])('recognises the class «%s»', (cell, className) => {
    expect(parseGroup(cell)).toEqual({ className })
  })

  it('recognises shifts and sections, alone and after the class', () => {
    expect(parseGroup('প্রভাতী')).toEqual({ shift: 'Morning' })
    expect(parseGroup('প্রভাতি শিফট')).toEqual({ shift: 'Morning' })
    expect(parseGroup('Morning Shift')).toEqual({ shift: 'Morning' })
    expect(parseGroup('দিবা')).toEqual({ shift: 'Day' })
    expect(parseGroup('Section-B')).toEqual({ section: 'B' })
    expect(parseGroup('গ শাখা')).toEqual({ section: 'C' })
    expect(parseGroup('ষষ্ঠ-ক')).toEqual({ className: 'Six', section: 'A' })
    expect(parseGroup('৬ক')).toEqual({ className: 'Six', section: 'A' })
    expect(parseGroup('VI (D) Day')).toEqual({ className: 'Six', section: 'D', shift: 'Day' })
  })

  it('returns null for cells with any other word', () => {
    for (const cell of ['প্রথম', '11', 'শাপলা', 'ষষ্ঠ সপ্তম', 'E', '', 'শ্রেণি', '৬ষ্ঠ (নতুন)']) {
      expect(parseGroup(cell)).toBeNull()
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
  ])('recognises the heading «%s»', (heading, column) => {
    expect(columnOf(heading)).toBe(column)
  })

  it('returns null for other headings', () => {
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
      expect(columnOf(cell)).toBeNull()
    }
  })

  it('recognises rows of totals', () => {
    for (const cell of ['মোট', 'সর্বমোট', 'ষষ্ঠ শ্রেণির মোট', 'Grand Total', 'Sub-total', 'যোগফল:']) {
      expect(isTotal(cell)).toBe(true)
    }
    expect(isTotal('মটর')).toBe(false)
  })

  it('reads cells typed in Bijoy', () => {
    expect(parseGroup('lô')).toEqual({ className: 'Six' })
    expect(parseGroup('K')).toEqual({ section: 'A' })
    expect(parseGroup('A')).toEqual({ section: 'A' })
    expect(columnOf('QvÎx')).toBe('girls')
    expect(isTotal('†gvU')).toBe(true)
  })
})
