import { describe, expect, it } from 'vitest'
import { parseTextTable } from '../../../lib/tables/text-table.ts'
import { pastedPeople, readPeopleSheet } from './people-sheet.ts'

const read = (...lines: string[]) => readPeopleSheet(parseTextTable(lines.join('\n')))

const teacher = () => 'teacher'

describe('a pasted list of people', () => {
  it('recognises its columns by their headings, below a title', () => {
    const sheet = read(
      'শিক্ষকদের নাম\t\t\t\t\t\t\t',
      'ক্রমিক\tশিক্ষকের নাম\tপিতার নাম\tপদবী\tবিষয়\tশিক্ষাগত যোগ্যতা\tমোবাইল নম্বর\tই-মেইল',
      '১\tক\tখ\tসহকারী শিক্ষক\tগণিত\tএমএসসি\t০১৭০০-০০০০০১\tk@example.edu.bd',
      '\t\t\t\t\t\t\t',
    )
    expect(sheet.columns).toEqual([
      'none',
      'name',
      'none',
      'post',
      'subject',
      'qualification',
      'phone',
      'email',
    ])
    expect(pastedPeople(sheet, teacher, [])).toMatchObject([
      {
        title: 'ক',
        fields: { post: 'সহকারী শিক্ষক', subject: 'গণিত', qualification: 'এমএসসি' },
        leftOut: null,
      },
    ])
    expect(read('Sl\tName\tDesignation\tMobile').columns).toEqual(['none', 'name', 'post', 'phone'])
    expect(read('µwgK\tbvg\tc`we').columns).toEqual(['none', 'name', 'post'])
  })

  it('guesses the columns of a list without headings, and keeps its first row', () => {
    const sheet = read(
      '১\tমোছা. রওশন আরা\tপ্রধান শিক্ষক\tএমএ\t০১৭০০-০০০০০১\tr@example.edu.bd',
      '২\tশিরীন আক্তার\tসহকারী শিক্ষক\tবিএ\t1700000002\t',
      '৩\tখলিল মিয়া\tনৈশপ্রহরী\t\t\t',
    )
    expect(sheet).toMatchObject({
      headings: [],
      columns: ['none', 'name', 'post', 'none', 'phone', 'email'],
    })
    expect(pastedPeople(sheet, teacher, []).map(({ title, leftOut }) => [title, leftOut])).toEqual([
      ['মোছা. রওশন আরা', null],
      ['শিরীন আক্তার', null],
      ['খলিল মিয়া', null],
    ])
    expect(read('ক\tসহকারী শিক্ষক').columns).toEqual(['name', 'post'])
    expect(read('১\t২').columns).toEqual(['none', 'none'])
  })

  it('doubts numbers without 11 digits, and restores the zero that a spreadsheet drops', () => {
    const phones = [
      '০১৭০০০০০০০',
      '1700000001',
      '+8801700-000001, ০২-৫৫৫০১২৩৪',
      'নেই',
      '০১৭০০০০০০০১',
    ]
    const people = pastedPeople(
      read('নাম\tফোন', ...phones.map((phone, at) => `ক${at}\t${phone}`)),
      teacher,
      [],
    )
    expect(people.map(({ doubts }) => doubts.get(1))).toEqual([
      'phone',
      undefined,
      undefined,
      'phone',
      undefined,
    ])
    expect(people[1]?.fields).toEqual({ phone: '01700000001' })
  })

  it('leaves out rows without a name, too long, repeated or present', () => {
    const present = [{ title: 'ঘ', kind: 'teacher', fields: { post: 'প্রধান  শিক্ষক' } }]
    const people = pastedPeople(
      read(
        'নাম\tপদবি',
        '\tশিক্ষক',
        `ক\t${'খ'.repeat(300)}`,
        'গ\t',
        'গ\t',
        'ঘ\tপ্রধান শিক্ষক',
        'ঘ\tসহকারী',
      ),
      teacher,
      present,
    )
    expect(people.map(({ leftOut }) => leftOut)).toEqual([
      'noName',
      'long',
      null,
      'twice',
      'present',
      null,
    ])
  })
})
