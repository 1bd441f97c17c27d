import { describe, expect, it } from 'vitest'
import { MAX_GROUP_ROWS } from '../../../../admin/sheet-import/group-sheet.ts'
import type { Sheet } from '../../../../lib/tables/sheet-file.ts'
import { parseCountSheet, type SheetReading } from './parse-count-sheet.ts'

function read(sheet: Sheet): SheetReading {
  const reading = parseCountSheet(sheet)
  if (typeof reading === 'string') throw new Error(reading)
  return reading
}
const HEAD = ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী']

describe('parseCountSheet', () => {
  it('accepts Bengali and English headings in any order, below a title', () => {
    const bengali = read([
      ['উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়'],
      [],
      ['ক্রমিক', 'ছাত্রী', 'শাখা', 'শ্রেণি', 'শিফট', 'মুসলিম'],
      ['১', '৫৫', 'ক', '৬ষ্ঠ', 'প্রভাতী', '৫০'],
    ])
    const english = read([
      ['Girls', 'Section', 'Class', 'Shift', 'Muslim', 'Serial'],
      [55, 'A', 'Class 6', 'Morning', 50, 1],
    ])
    const row = {
      className: 'Six',
      shift: 'Morning',
      section: 'A',
      counts: { girls: 55, muslim: 50 },
    }
    expect(bengali.rows).toEqual([{ ...row, line: 4 }])
    expect(english.rows).toEqual([{ ...row, line: 2 }])
    expect(bengali.ignored).toEqual(['ক্রমিক'])
    expect(english.fields).toEqual(['girls', 'muslim'])
  })

  it('accepts grouped headings of two rows', () => {
    const { rows, fields } = read([
      ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী', 'ধর্ম', null, 'মুক্তিযোদ্ধা', null],
      [null, null, null, null, 'ইসলাম', 'হিন্দু', 'নিজে', 'সন্তান'],
      ['সপ্তম', 'দিবা', 'খ', 60, 55, 5, 0, 2],
    ])
    expect(fields).toEqual(['girls', 'muslim', 'hindu', 'muktiJoddha', 'muktiJoddharSontan'])
    expect(rows[0]?.counts).toEqual({
      girls: 60,
      muslim: 55,
      hindu: 5,
      muktiJoddha: 0,
      muktiJoddharSontan: 2,
    })
  })

  it('completes merged cells from the row above and skips totals', () => {
    const { rows, rejected } = read([
      HEAD,
      ['ষষ্ঠ', 'প্রভাতী', 'ক', 50],
      [null, null, 'খ', 51],
      ['', 'দিবা', 'ক', 52],
      ['ষষ্ঠ শ্রেণির মোট', '', '', 153],
      [],
      ['সপ্তম', 'প্রভাতী', 'ক', 54],
      ['সর্বমোট', null, null, 207],
    ])
    expect(rejected).toEqual([])
    expect(rows.map(({ className, shift, section }) => [className, shift, section])).toEqual([
      ['Six', 'Morning', 'A'],
      ['Six', 'Morning', 'B'],
      ['Six', 'Day', 'A'],
      ['Seven', 'Morning', 'A'],
    ])
  })

  it('repeats a merged shift for the next class only if its column is left of the class', () => {
    const left = read([
      ['শিফট', 'শ্রেণি', 'শাখা', 'ছাত্রী'],
      ['দিবা', 'ষষ্ঠ', 'ক', 50],
      ['', 'সপ্তম', 'ক', 51],
    ])
    expect(left.rows.map(({ shift }) => shift)).toEqual(['Day', 'Day'])
    const right = read([HEAD, ['ষষ্ঠ', 'দিবা', 'ক', 50], ['সপ্তম', '', 'ক', 51]])
    expect(right.rows).toHaveLength(1)
    expect(right.rejected).toMatchObject([{ line: 3, reason: { kind: 'shift', text: '' } }])
  })

  it('repeats the class above after a row whose section is invalid', () => {
    const { rows, rejected } = read([
      HEAD,
      ['ষষ্ঠ', 'দিবা', 'ক', 50],
      ['', '', 'শাপলা', 51],
      ['', '', 'খ', 52],
      ['', 'রাত', 'গ', 53],
      ['', '', 'ঘ', 54],
    ])
    expect(rows.map(({ line, className, shift }) => [line, className, shift])).toEqual([
      [2, 'Six', 'Day'],
      [4, 'Six', 'Day'],
    ])
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [3, { kind: 'section', text: 'শাপলা' }],
      [5, { kind: 'shift', text: 'রাত' }],
      [6, { kind: 'shift', text: '' }],
    ])
  })

  it('reads class and section from one cell', () => {
    const { rows } = read([
      ['শ্রেণি', 'শিফট', 'ছাত্রী'],
      ['ষষ্ঠ-ক', 'দিবা', '৫০'],
      ['৬ষ্ঠ (খ)', 'দিবা', '৫১'],
    ])
    expect(rows.map(({ section }) => section)).toEqual(['A', 'B'])
  })

  it('reads Bengali and Latin numbers; omits blank cells and reads a dash as 0', () => {
    const { rows } = read([
      [...HEAD, 'মুসলিম', 'হিন্দু', 'বৌদ্ধ', 'খ্রিষ্টান'],
      ['Ten', 'Day', 'D', '১,০৫০', 1000.0, '', '-', 'নেই'],
    ])
    expect(rows[0]?.counts).toEqual({ girls: 1050, muslim: 1000, bouddho: 0, christian: 0 })
  })

  it('reads a number with its unit', () => {
    const { rows, rejected } = read([
      [...HEAD, 'মুসলিম', 'হিন্দু'],
      ['Ten', 'Day', 'D', '৫০ জন', '৪২টি', '৮ জন ছাত্রী'],
    ])
    expect(rejected).toEqual([])
    expect(rows[0]?.counts).toEqual({ girls: 50, muslim: 42, hindu: 8 })
  })

  it('reports the line and reason of each rejected row', () => {
    const { rows, rejected } = read([
      HEAD,
      ['প্রথম', 'দিবা', 'ক', 50],
      ['', '', 'খ', 50],
      ['ষষ্ঠ', 'রাত', 'ক', 50],
      ['ষষ্ঠ', 'দিবা', 'শাপলা', 50],
      ['ষষ্ঠ', 'দিবা', 'ক', '৫০ জোড়া'],
      ['ষষ্ঠ', 'দিবা', 'ক', -1],
      ['ষষ্ঠ', 'দিবা', 'ক', 2.5],
      ['ষষ্ঠ', 'দিবা', 'ক', 100001],
      ['ষষ্ঠ', 'দিবা', 'ক', '#REF!'],
      ['ষষ্ঠ', 'দিবা', 'ক', 50],
      ['Six', 'Day', 'A', 51],
    ])
    expect(rows.map(({ line }) => line)).toEqual([11])
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, { kind: 'className', text: 'প্রথম' }],
      [3, { kind: 'className', text: '' }],
      [4, { kind: 'shift', text: 'রাত' }],
      [5, { kind: 'section', text: 'শাপলা' }],
      [6, { kind: 'number', field: 'girls', text: '৫০ জোড়া' }],
      [7, { kind: 'number', field: 'girls', text: '-1' }],
      [8, { kind: 'number', field: 'girls', text: '2.5' }],
      [9, { kind: 'number', field: 'girls', text: '100001' }],
      [10, { kind: 'number', field: 'girls', text: '#REF!' }],
      [12, { kind: 'twice', line: 11 }],
    ])
    expect(rejected[0]?.text).toBe('প্রথম · দিবা · ক · 50')
  })

  it('skips rows without a number, as in the template', () => {
    const { rows, rejected } = read([HEAD, ['ষষ্ঠ', 'দিবা', 'ক', ''], ['শাপলা', '', '', '']])
    expect({ rows, rejected }).toEqual({ rows: [], rejected: [] })
  })

  it('reports why no row can be read', () => {
    expect(parseCountSheet([])).toBe('no-head')
    expect(parseCountSheet([['ষষ্ঠ', 'দিবা', 'ক', 50]])).toBe('no-head')
    expect(parseCountSheet([['শ্রেণি', 'শিফট', 'শাখা', 'মন্তব্য']])).toBe('no-numbers')
    const endless = [HEAD, ...Array.from({ length: MAX_GROUP_ROWS + 1 }, () => ['x'])]
    expect(parseCountSheet(endless)).toBe('too-long')
  })
})
