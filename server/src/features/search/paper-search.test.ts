import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const collection = 'notices' as const

interface Sample {
  title: string
  date: string
  body?: string
}

/** Publishes a notice with a photo for each text. */
async function publish(sample: Sample, ...texts: string[]): Promise<Entry> {
  const picture = await twoColors(40, 60).png().toBuffer()
  const file = texts.map((_, i) => fileOf(picture, `${i + 1}.png`))
  const entry = await school.admin.createEntry({ params: { collection }, body: sample, file })
  const pages = filesOf(entry).map(({ filePath }, i) => ({
    file: filePath,
    page: 1,
    text: texts[i] ?? '',
  }))
  if (pages.length > 0) {
    await school.admin.updateEntryText({ params: { collection, id: entry._id }, body: { pages } })
  }
  return entry
}

const search = (q: string) => school.visitor.search({ query: { q } })

describe('a word in papers', () => {
  beforeAll(async () => {
    await publish({ title: 'পুরোনো কাগজ', date: '2025-01-01' }, 'কেন্দ্রের আসনবিন্যাস')
    await publish({ title: 'নতুন কাগজ', date: '2026-01-01' }, 'কেন্দ্রের আসনবিন্যাস')
    await publish({ title: 'লেখায় আছে', date: '2024-01-01', body: 'আসনবিন্যাস নিচে' }, 'কেন্দ্র')
    await publish({ title: 'আসনবিন্যাস', date: '2023-01-01' }, 'কেন্দ্র')
  })

  it('is found after those in titles and texts, newer papers before older', async () => {
    const found = await search('আসনবিন্যাস')
    expect(found.map(({ title }) => title)).toEqual([
      ...['আসনবিন্যাস', 'লেখায় আছে', 'নতুন কাগজ', 'পুরোনো কাগজ'],
    ])
    expect(found.map(({ snippet, paper }) => [snippet, paper])).toEqual([
      ['', undefined],
      ['আসনবিন্যাস নিচে', undefined],
      ['কেন্দ্রের আসনবিন্যাস', { file: 1, page: 1 }],
      ['কেন্দ্রের আসনবিন্যাস', { file: 1, page: 1 }],
    ])
  })

  it('has a snippet of the page with the words that title and text lack', async () => {
    const filler = 'বার্ষিক পরীক্ষা চলিবে। '.repeat(20)
    await publish(
      { title: 'পরীক্ষা ২০২৬', date: '2026-02-01', body: 'নিচের কাগজে রুটিন আছে।' },
      `${filler}শেষ`,
      `${filler}গণিত পরীক্ষা শনিবার\nদশ ঘটিকা`,
      'জ্যামিতি বক্স',
    )
    const [first, ...others] = await search('পরিক্ষা গনিত রুটিন')
    if (!first) throw new Error('Nothing found')
    expect(others).toEqual([])
    expect(first.paper).toEqual({ file: 2, page: 1 })
    expect(first.snippet).toMatch(/^… .*গণিত পরীক্ষা শনিবার দশ ঘটিকা$/)
    const written = first.marks.snippet.map(([start, end]) => first.snippet.slice(start, end))
    expect(written).toContain('গণিত')
    // Words on several pages: the first page with most of them.
    expect((await search('জ্যামিতি গণিত'))[0]?.paper).toEqual({ file: 2, page: 1 })
  })

  it('is found as a program reads ঋ and ঐ', async () => {
    await publish({ title: 'আবেদন', date: '2026-03-01' }, 'কৃষি খণ ও এচ্ছিক বিষয়')
    for (const q of ['ঋণ', 'ঐচ্ছিক']) {
      const [first] = await search(q)
      expect([q, first?.title, first?.marks.snippet.length]).toEqual([q, 'আবেদন', 1])
    }
  })

  it('of a file that was replaced is not found', async () => {
    const { _id: id } = await publish({ title: 'বদল', date: '2026-04-01' }, 'কলাগাছ')
    expect(await search('কলাগাছ')).toHaveLength(1)
    const file = fileOf(await twoColors(40, 60).png().toBuffer(), 'নতুন.png')
    await school.admin.updateEntry({ params: { collection, id }, body: {}, file })
    expect(await search('কলাগাছ')).toEqual([])
  })
})
