import { isNew } from '@bidyaloy/shared/bengali/dates'
import { NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { NewContact } from '@bidyaloy/shared/school/contact'
import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { SiteSettingsChange } from '@bidyaloy/shared/school/site-settings'
import { NewStudentCount } from '@bidyaloy/shared/school/student-count'
import { sumCounts } from '@bidyaloy/shared/school/student-groups'
import { describe, expect, it } from 'vitest'
import { studentCounts } from './content/counts.ts'
import { contact, schoolInfo, settings } from './content/school.ts'
import { sampleEntries } from './sample-entries.ts'

const now = new Date('2026-11-21T06:00:00Z')
const MAX_PDF_BYTES = 60_000

describe('the sample school', () => {
  it('has published as much as it should, everything under a title of its own, before now', () => {
    const entries = sampleEntries(now)
    const of = (collection: string) => entries.filter((entry) => entry.collection === collection)
    expect(of('notices')).toHaveLength(60)
    expect(of('news')).toHaveLength(25)
    expect(of('downloads')).toHaveLength(20)
    const media = [...of('gallery'), ...of('main-gallery')]
    expect(media.filter((entry) => entry.file)).toHaveLength(24)
    expect(media.filter((entry) => entry.videoLink)).toHaveLength(4)
    const names = entries.map(({ collection, title }) => `${collection} ${title}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { title, date, videoLink } of entries) {
      expect(date.getTime()).toBeLessThan(now.getTime())
      const fields = { title, date: date.toISOString(), ...(videoLink && { videoLink }) }
      expect(NewEntryOrVideo.parse(fields).title).toBe(title.normalize('NFC'))
    }
  })

  it('has something new on the board in any month', () => {
    for (let day = 0; day < 366; day += 29) {
      const today = new Date(Date.UTC(2026, 0, 1 + day, 6))
      const fresh = sampleEntries(today).filter(
        ({ collection, date }) =>
          collection === 'notices' && isNew(date.toISOString(), today.toISOString().slice(0, 10)),
      )
      expect(fresh.length, today.toISOString()).toBeGreaterThan(0)
    }
  })

  it('makes small PDFs', async () => {
    const papers = sampleEntries(now).filter(({ file }) => file?.name.endsWith('.pdf'))
    for (const { file } of papers.slice(-6)) {
      const bytes = await file?.make()
      expect(bytes?.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes?.length).toBeLessThan(MAX_PDF_BYTES)
    }
  })

  it('counts pupils so that the figures agree', () => {
    const counts = studentCounts().map((count) => NewStudentCount.parse(count))
    for (const { girls, muslim, hindu, bouddho, christian, ...row } of counts) {
      expect(muslim + hindu + bouddho + christian).toBe(girls)
      const inDepartments = row.science + row.business + row.humanities
      expect(inDepartments).toBe(['Nine', 'Ten'].includes(row.className) ? girls : 0)
    }
    expect(schoolInfo.totalStudents).toBe(sumCounts(counts).total)
  })

  it('has records that the API would take', () => {
    expect(NewContact.safeParse(contact).success).toBe(true)
    expect(NewSchoolInfo.safeParse(schoolInfo).success).toBe(true)
    expect(SiteSettingsChange.safeParse(settings).success).toBe(true)
  })
})
