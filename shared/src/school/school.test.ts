import { describe, expect, it } from 'vitest'
import { websiteUrl } from '../features/contact/contact.ts'
import { emptySiteSettings } from '../features/settings/empty-settings.ts'
import { SiteSettingsChange } from '../features/settings/settings.ts'
import { NewStudentCount, StudentCountChange } from '../features/student-counts/student-count.ts'
import { groupByClass, sumCounts } from '../features/student-counts/student-groups.ts'
import { phoneNumbers } from './phone-numbers.ts'

const row = (
  className: 'Six' | 'Ten',
  shift: 'Morning' | 'Day',
  section: 'A' | 'B',
  girls: number,
) => ({
  ...NewStudentCount.parse({ className, shift, section, girls }),
  _id: `${className}${shift}${section}`.toLowerCase(),
  __v: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
})

describe('records of the school', () => {
  it('groups counts by class in class order', () => {
    const groups = groupByClass([
      row('Ten', 'Day', 'A', 1),
      row('Six', 'Day', 'B', 2),
      row('Six', 'Morning', 'B', 3),
      row('Six', 'Day', 'A', 4),
    ])
    expect(groups.map((group) => [group.className, group.totals.girls])).toEqual([
      ['Six', 9],
      ['Ten', 1],
    ])
    expect(groups[0]?.rows.map((one) => one._id)).toEqual(['sixmorningb', 'sixdaya', 'sixdayb'])
  })

  it('counts missing boys as 0', () => {
    expect(sumCounts([{ girls: 5 }, { girls: 2, boys: 1 }])).toMatchObject({
      boys: 1,
      girls: 7,
      total: 8,
    })
  })

  it('leaves omitted numbers out of a change', () => {
    expect(StudentCountChange.parse({ girls: 3 })).toEqual({ girls: 3 })
    expect(StudentCountChange.safeParse({ girls: -1 }).success).toBe(false)
    expect(StudentCountChange.safeParse({ girls: '3' }).success).toBe(false)
    expect(StudentCountChange.safeParse({ girls: 100_001 }).success).toBe(false)
  })

  it('accepts a web address with or without a scheme', () => {
    expect(websiteUrl('www.example.edu.bd')).toBe('https://www.example.edu.bd')
    expect(websiteUrl('http://example.edu.bd/x')).toBe('http://example.edu.bd/x')
    for (const wrong of ['school', 'java script', 'https://user@example.bd', '']) {
      expect(websiteUrl(wrong)).toBeNull()
    }
  })

  it('rejects settings links that could run a script', () => {
    const withLink = (href: string) => ({
      ...emptySiteSettings,
      menus: { apa: [{ label: 'চুক্তি', href }], integrity: [] },
    })
    for (const href of ['/allNotices', 'https://example.gov.bd/a', 'mailto:a@example.bd']) {
      expect(SiteSettingsChange.safeParse(withLink(href)).success).toBe(true)
    }
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil',
      '',
    ]) {
      expect(SiteSettingsChange.safeParse(withLink(href)).success).toBe(false)
    }
  })
})

describe('phoneNumbers', () => {
  const dialled = (typed: string) => phoneNumbers(typed).map(({ dial }) => dial)

  it.each([
    ['০২-৫৫৫০১২৩৪', ['0255501234']],
    ['০১৭১১-০০০০০০, ০৮৪১-৬৩০০০', ['01711000000', '084163000']],
    ['০১৭১১-০০০০০০; 01812 000000', ['01711000000', '01812000000']],
    [
      '০১৭১১-০০০০০০ / ০৮৪১-৬৩০০০ | +৮৮০ ১৯১১ ০০০০০০',
      ['01711000000', '084163000', '+8801911000000'],
    ],
    ['০১৭১১-০০০০০০\\০৮৪১-৬৩০০০', ['01711000000', '084163000']],
    ['০১৭১১০০০০০০ ও ০১৮১২০০০০০০', ['01711000000', '01812000000']],
    ['০১৭১১০০০০০০ এবং ০১৮১২০০০০০০ অথবা 333', ['01711000000', '01812000000', '333']],
    ['০১৭১১০০০০০০\n০১৮১২০০০০০০', ['01711000000', '01812000000']],
  ])('finds each number of «%s»', (typed, expected) => {
    expect(dialled(typed)).toEqual(expected)
  })

  it('keeps the words beside a number and does not dial an extension', () => {
    expect(phoneNumbers('অফিস ১: ০২-৫৫৫০১২৩৪ (বর্ধিত ১২), প্রধান শিক্ষক: ০১৭১১-০০০০০০')).toEqual([
      { text: 'অফিস ১: ০২-৫৫৫০১২৩৪ (বর্ধিত ১২)', dial: '0255501234' },
      { text: 'প্রধান শিক্ষক: ০১৭১১-০০০০০০', dial: '01711000000' },
    ])
    expect(dialled('৬৩০০০ ext. 12')).toEqual(['63000'])
  })

  it('adds the area code of the previous landline number', () => {
    expect(dialled('০৮৪১-৬৩০০০, ৬৩০০১')).toEqual(['084163000', '084163001'])
    expect(dialled('০১৭১১-০০০০০০, ১৬১২৩')).toEqual(['01711000000', '16123'])
    expect(phoneNumbers('০৮৪১-৬৩০০০/১')).toEqual([{ text: '০৮৪১-৬৩০০০ / ১', dial: '084163000' }])
  })

  it('returns null for text without a single number', () => {
    expect(phoneNumbers('শীঘ্রই জানানো হবে')).toEqual([{ text: 'শীঘ্রই জানানো হবে', dial: null }])
    expect(dialled('০১৭১১০০০০০০ ০১৮১২০০০০০০')).toEqual([null])
    expect(phoneNumbers(' , ')).toEqual([])
  })
})
