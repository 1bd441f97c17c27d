import { describe, expect, it } from 'vitest'
import { websiteUrl } from './contact.ts'
import { groupByClass, sumCounts } from './count-totals.ts'
import { emptySiteSettings, SiteSettingsChange } from './site-settings.ts'
import { NewStudentCount, StudentCountChange } from './student-count.ts'

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

describe('what the school keeps', () => {
  it('groups counts by class in the order of the school', () => {
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

  it('treats missing boys as none', () => {
    expect(sumCounts([{ girls: 5 }, { girls: 2, boys: 1 }])).toMatchObject({
      boys: 1,
      girls: 7,
      total: 8,
    })
  })

  it('keeps numbers apart that a change does not carry', () => {
    expect(StudentCountChange.parse({ girls: 3 })).toEqual({ girls: 3 })
    expect(StudentCountChange.safeParse({ girls: -1 }).success).toBe(false)
    expect(StudentCountChange.safeParse({ girls: '3' }).success).toBe(false)
    expect(StudentCountChange.safeParse({ girls: 100_001 }).success).toBe(false)
  })

  it('knows a web address with or without its scheme', () => {
    expect(websiteUrl('www.example.edu.bd')).toBe('https://www.example.edu.bd')
    expect(websiteUrl('http://example.edu.bd/x')).toBe('http://example.edu.bd/x')
    for (const wrong of ['school', 'java script', 'https://user@example.bd', '']) {
      expect(websiteUrl(wrong)).toBeNull()
    }
  })

  it('lets no link of the settings run a script', () => {
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
