import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { NewSchoolInfo } from '@bidyaloy/shared/features/school-info/school-info'
import { NewStudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { sumCounts } from '@bidyaloy/shared/features/student-counts/student-groups'
import { dhakaTime, isNew } from '@bidyaloy/shared/lib/bengali/dates'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sealDemoResults } from './demo-results.ts'
import { demoEntries, demoRecords, publishedAt } from './fill-demo.ts'
import { endBuiltServer, startBuiltServer } from './test/built-server.ts'
import { freePort } from './test/free-port.ts'
import { startTestServer } from './test/test-server.ts'

const DEMO = fileURLToPath(new URL('../demo', import.meta.url))
const MAX_FOLDER_BYTES = 3_000_000
const MAX_PICTURE_BYTES = 60_000
const now = new Date('2026-11-21T06:00:00Z')
const time = '10:30'

describe('the sample school', () => {
  it('holds 60 notices, 25 news, 20 downloads, 24 pictures and 4 videos with unique titles, all in the past', async () => {
    const entries = await demoEntries(now)
    const of = (collection: string) => entries.filter((entry) => entry.collection === collection)
    expect([of('notices').length, of('news').length, of('downloads').length]).toEqual([60, 25, 20])
    const media = [...of('gallery'), ...of('main-gallery')]
    expect(new Set(media.flatMap(({ files }) => files))).toHaveLength(24)
    expect(media.filter(({ videoLink }) => videoLink)).toHaveLength(4)
    expect(new Set(entries.map(({ collection, title }) => `${collection} ${title}`))).toHaveLength(
      entries.length,
    )
    for (const { title, date, body, videoLink } of entries) {
      expect(date.getTime()).toBeLessThan(now.getTime())
      const fields = { title, date: date.toISOString(), body, ...(videoLink && { videoLink }) }
      expect(NewEntryOrVideo.parse(fields).title).toBe(title.normalize('NFC'))
    }
  })

  it('has a new notice in each month', async () => {
    // Checked on Wednesdays, since nothing is new after a weekend and a holiday.
    for (let day = 0; day < 366; day += 28) {
      const today = new Date(Date.UTC(2026, 0, 7 + day, 6))
      const fresh = (await demoEntries(today)).filter(
        ({ collection, date }) =>
          collection === 'notices' && isNew(date.toISOString(), today.toISOString().slice(0, 10)),
      )
      expect(fresh.length, today.toISOString()).toBeGreaterThan(0)
    }
  })

  it('uses every file of its folder, which stays small', async () => {
    const all = await fs.readdir(DEMO, { recursive: true })
    const files = all.filter((name) => name.includes('.'))
    const sizes = await Promise.all(
      files.map(async (name) => (await fs.stat(`${DEMO}/${name}`)).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FOLDER_BYTES)
    for (const [index, name] of files.entries()) {
      if (name.startsWith('pictures')) expect(sizes[index], name).toBeLessThan(MAX_PICTURE_BYTES)
    }
    const used = new Set((await demoEntries(now)).flatMap(({ files }) => files))
    const own = [
      'entries.json',
      'records.json',
      'results.json',
      'pictures/crest.png',
      'pictures/banner.webp',
    ]
    const unused = files.filter((name) => !used.has(name.replaceAll('\\', '/')))
    expect(unused.sort()).toEqual(own.sort())
  })

  it('has papers with Bengali text, one of several pages and one scan without text', async () => {
    const library = await PDFiumLibrary.init()
    // PDFium puts spaces into words whose letters are placed one by one.
    const read = async (name: string) => {
      const document = await library.loadDocument(await fs.readFile(`${DEMO}/papers/${name}.pdf`))
      const seen = {
        pages: document.getPageCount(),
        text: document.getPage(0).getText().replaceAll(/\s/g, ''),
      }
      document.destroy()
      return seen
    }
    try {
      expect((await read('exam-timetable')).text).toContain('পরীক্ষারসময়সূচি')
      expect((await read('pupil-list')).pages).toBeGreaterThan(1)
      expect(await read('scan')).toEqual({ pages: 1, text: '' })
    } finally {
      library.destroy()
    }
  })

  it.each([
    ['apa', 'APA'],
    ['integrity', 'শুদ্ধাচার'],
  ] as const)(
    'leads from the menu %s to lists of entries about %s alone',
    async (menu, subject) => {
      const entries = await demoEntries(now)
      const lists = { '/allNotices': 'notices', '/allDownloads': 'downloads' } as const
      for (const { label, href } of (await demoRecords(new Date())).settings.menus[menu]) {
        const { pathname, searchParams } = new URL(href, 'http://school.example')
        const collection = Object.entries(lists).find(([path]) => path === pathname)?.[1]
        const words = searchParams.get('q') ?? ''
        const found = entries.filter(
          (one) => one.collection === collection && one.title.includes(words),
        )
        expect(found.length, label).toBeGreaterThan(0)
        expect(
          found.filter(({ title }) => !title.includes(subject)),
          label,
        ).toEqual([])
      }
    },
  )

  it('links the admission page to the application and its form', async () => {
    const { body = '' } =
      (await demoEntries(now)).find(
        ({ collection, title }) => collection === 'pages' && title === 'ভর্তি তথ্য',
      ) ?? {}
    expect(body).toContain('(https://gsa.teletalk.com.bd/)')
    expect(body).toContain('[ভর্তির আবেদন ফরম](/allDownloads?q=ভর্তির+আবেদন)')
  })

  it('has student counts that add up', async () => {
    const { ofFeatures } = await demoRecords(new Date())
    const studentCounts = z.array(NewStudentCount).parse(ofFeatures.studentCounts)
    for (const { girls, muslim, hindu, bouddho, christian, ...row } of studentCounts) {
      expect(muslim + hindu + bouddho + christian).toBe(girls)
      const inDepartments = row.science + row.business + row.humanities
      expect(inDepartments).toBe(['Nine', 'Ten'].includes(row.className) ? girls : 0)
    }
    const schoolInfo = NewSchoolInfo.parse(ofFeatures.schoolInfo)
    expect(schoolInfo.totalStudents).toBe(sumCounts(studentCounts).total)
  })
})

it('lets nobody in before it is filled', async () => {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-demo-'))
  const port = String(await freePort())
  const server = startBuiltServer({ dataDir, env: { PORT: port }, flags: ['--demo'] })
  try {
    while (!server.output().includes('Preparing'))
      await once(server.child.stdout ?? server.child, 'data')
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  } finally {
    await endBuiltServer(server)
    await fs.rm(dataDir, { recursive: true, force: true })
  }
})

it('says that its port is taken before it is filled', async () => {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-demo-'))
  const other = await startTestServer()
  const { port } = new URL(other.url)
  const server = startBuiltServer({ dataDir, env: { PORT: port }, flags: ['--demo'] })
  try {
    expect(await server.exit).toBe(1)
    expect(server.output()).toMatch(/^Bidyaloy cannot start. PORT: another program uses port/)
  } finally {
    await endBuiltServer(server)
    await other.stop()
    await fs.rm(dataDir, { recursive: true, force: true })
  }
})

it('has results of a section, which the slip on the console opens', async () => {
  const school = await startTestServer({ clock: () => now })
  try {
    const text = await sealDemoResults(school.server.internals)
    const [, code = ''] = /code: (\w{4} \w{4})$/m.exec(text) ?? []
    expect(text).toContain('/results — class: অষ্টম শ্রেণি, প্রভাতী, ক শাখা  roll: 1')
    const [sheet] = await school.admin.listResultSheets()
    expect(sheet).toMatchObject({
      exam: 'অর্ধবার্ষিক পরীক্ষা ২০২৬',
      until: '2027-01-20',
      figures: { rows: 10, passed: 9, gpa5: 3 },
      hasSlips: false,
    })
    const opened = await school.fetch('/results', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ in: sheet?._id ?? '', roll: '1', code }),
    })
    expect(await opened.text()).toContain('<h1>নুসরাত জাহান</h1>')
  } finally {
    await school.stop()
  }
})

describe('publishedAt', () => {
  it('is in the previous year if the day is in the future', () => {
    expect(dhakaTime(publishedAt({ month: 11, day: 17 }, time, now)).iso).toBe('2026-11-17')
    expect(dhakaTime(publishedAt({ month: 12, day: 9 }, time, now)).iso).toBe('2025-12-09')
  })

  it('is the last school day before a weekend or public holiday', () => {
    const sunday = new Date('2026-11-22T06:00:00Z')
    expect(dhakaTime(publishedAt({ daysAgo: 1 }, time, sunday)).iso).toBe('2026-11-19')
    expect(dhakaTime(publishedAt({ month: 3, day: 26 }, time, sunday)).iso).toBe('2026-03-25')
  })
})
