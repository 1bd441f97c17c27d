import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EntryRow, PageTextRow } from '../../db/entities.ts'
import { fileOf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { indexAgain } from './paper-commands.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { READ_PAPERS: 'on' } })
})
afterEach(() => school.stop())

const collection = 'notices' as const

interface Pdf {
  /** Content stream of the page. */
  content: string
  /** More entries of the page dictionary. */
  page?: string
  /** Content stream of the form `/Form`. */
  form?: string
}

/** Returns a PDF of one page, with the picture `/Photo` and the states `/Clear` and `/Faint`. */
function pdfOf({ content, page = '', form = '' }: Pdf): Buffer {
  const resources =
    '/Resources<</Font<</F1 5 0 R>>/XObject<</Photo 6 0 R/Form 7 0 R>>/ExtGState<</Clear<</ca 0>>/Faint<</ca 0.15>>>>>>'
  const stream = (dictionary: string, text: string) =>
    `<<${dictionary}/Length ${text.length}>>stream\n${text}\nendstream `
  const photo =
    '/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode'
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R${resources}${page}>>endobj`,
      `4 0 obj${stream('', content)}endobj`,
      '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj',
      `6 0 obj${stream(photo, '40506070 80706050 40506070 80706050>')}endobj`,
      `7 0 obj${stream(`/Type/XObject/Subtype/Form/BBox[0 0 595 842]${resources}`, form)}endobj`,
      '8 0 obj<</Type/Annot/Subtype/Square/Rect[60 520 300 540]/F 4/AP<</N 9 0 R>>>>endobj',
      `9 0 obj${stream('/Type/XObject/Subtype/Form/BBox[0 0 240 20]', bar('0', '0 0 240 20'))}endobj`,
      'trailer<</Root 1 0 R>>',
      '%%EOF',
    ].join('\n'),
  )
}

/** Draws a line of text. */
const line = (text: string, y: number, { x = 60, size = 12, before = '' } = {}) =>
  `q ${before} BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET Q`

/** Returns the operators of a grey rectangle. */
const bar = (grey: '0' | '1', place: string) => `q ${grey} g ${place} re f Q`

const BODY = [
  'All girls of class nine will bring their admit cards on Sunday',
  'and sit in the hall at ten in the morning with pen and scale',
].map((text, at) => line(text, 800 - 20 * at))

/** Publishes a file, and waits until its text is recognised. */
async function publish(title: string, pdf: Pdf): Promise<{ entry: Entry; text: EntryText }> {
  const file = fileOf(pdfOf(pdf), 'notice.pdf')
  const entry = await school.admin.createEntry({ params: { collection }, body: { title }, file })
  return { entry, text: await read(entry) }
}

function read({ _id: id }: Entry): Promise<EntryText> {
  return new Promise((resolve, reject) => {
    const look = () => {
      school.admin.getEntryText({ params: { collection, id } }).then((text) => {
        if (text.pending) return
        ignore()
        resolve(text)
      }, reject)
    }
    const ignore = school.server.internals.db.onChange(look)
    look()
  })
}

describe('text of a PDF that is invisible on the rendered page', () => {
  it('is missing from texts, search and pages, which have the visible text', async () => {
    const hidden = [
      line('COVEREDNUMBER 01711000001', 700),
      bar('0', '55 695 300 18'),
      // A label over the bar: only the label is seen.
      line('UNDERLABEL', 670),
      bar('0', '55 665 200 18'),
      line('REMOVED', 670, { x: 62, before: '1 g' }),
      // The bar leaves the upper and lower edges of the letters.
      line('SLIVEREDNAME', 640),
      bar('0', '55 641.5 300 5.5'),
      // A part of a line, by a white rectangle.
      line('Phone 01811000002 of the office', 610),
      bar('1', '96 605 79 18'),
      line('UNDERPICTURE', 580),
      'q 300 0 0 18 55 575 cm /Photo Do Q',
      line('NOTEDOVER', 525),
      line('WHITEONWHITE', 490, { before: '1 g' }),
      line('NEARLYWHITE', 470, { before: '0.99 g' }),
      line('BELOWTHESHEET', -200),
      line('OUTSIDECROP', 830),
      line('TINYLETTERS', 450, { size: 0.01 }),
      line('SMALLLETTERS', 430, { size: 1.5 }),
      line('INVISIBLEMODE', 410, { before: '3 Tr' }),
      line('TRANSPARENT', 390, { before: '/Clear gs' }),
      line('CLIPPEDAWAY', 370, { before: '0 0 10 10 re W n' }),
      '/Form Do',
    ]
    const shown = [
      line('LIGHTGREY', 350, { before: '0.85 g' }),
      line('WATERMARK', 300, { size: 40, before: '/Faint gs' }),
      'q 300 0 0 30 55 250 cm /Photo Do Q',
      line('OVERPHOTO', 260, { before: '1 g' }),
      line('OUTLINED', 220, { size: 20, before: '1 Tr 0.6 w' }),
    ]
    const { entry, text } = await publish('Admit cards', {
      content: [...BODY, ...hidden, ...shown].join('\n'),
      form: [line('UNDERINFORM', 180), bar('0', '55 175 300 18'), line('FORMTEXT', 150)].join('\n'),
      page: '/CropBox[0 0 595 822]/Annots[8 0 R]',
    })

    expect(text.pages.map(({ source }) => source)).toEqual(['layer'])
    const visitors = await school.visitor.getEntryText({ params: { collection, id: entry._id } })
    const page = await (await school.fetch(`/notices/${entry._id}`)).text()
    const seen = 'LIGHTGREY WATERMARK OVERPHOTO OUTLINED FORMTEXT REMOVED office scale'.split(' ')
    const unseen =
      'COVEREDNUMBER 01711000001 UNDERLABEL SLIVEREDNAME 01811000002 UNDERPICTURE NOTEDOVER WHITEONWHITE NEARLYWHITE BELOWTHESHEET OUTSIDECROP TINYLETTERS SMALLLETTERS INVISIBLEMODE TRANSPARENT CLIPPEDAWAY UNDERINFORM'.split(
        ' ',
      )
    for (const all of [text.pages[0]?.text, visitors.pages[0]?.text, page]) {
      expect(seen.filter((word) => !all?.includes(word))).toEqual([])
      expect(unseen.filter((word) => all?.includes(word))).toEqual([])
    }
    const found = async (q: string) => (await school.visitor.search({ query: { q } })).length
    const finds = async (words: string[]) => Promise.all(words.map(found))
    expect(await finds(seen)).toEqual(seen.map(() => 1))
    expect(await finds(unseen)).toEqual(unseen.map(() => 0))
  })

  it('is marked for admins where a bar covers it, and is an ellipsis for visitors', async () => {
    const { entry, text } = await publish('Result', {
      // Stored sideways, as by a scanner, with a page rotation.
      content: [
        'q 0 1 -1 0 842 0 cm',
        ...BODY,
        line('Roll 17 Salma Khatun', 700),
        bar('0', '100 695 120 18'),
        line('WHITE', 650, { before: '1 g' }),
        'Q',
      ].join('\n'),
      page: '/Rotate 90',
    })
    expect(text.pages[0]?.text.split('\n').slice(2)).toEqual(['Roll 17 █'])
    const { pages } = await school.visitor.getEntryText({ params: { collection, id: entry._id } })
    expect(pages[0]?.text.split('\n').slice(2)).toEqual(['Roll 17 …'])
  })

  it('is removed at start from texts that an earlier version has recognised', async () => {
    const { entry } = await publish('Earlier', { content: BODY.join('\n') })
    const params = { collection, id: entry._id }
    const before = await school.admin.getEntryText({ params })
    const lines = [[{ text: 'COVEREDLIST', sureness: 100 }]]
    await school.server.internals.db.write(async (tx) => {
      const row = await tx.findOneByOrFail(EntryRow, { id: entry._id })
      await tx.update(PageTextRow, { entrySeq: row.seq }, { lines, reader: '' })
      await indexAgain(tx, row)
    })
    const found = async () => (await school.visitor.search({ query: { q: 'COVEREDLIST' } })).length
    expect(await found()).toBe(1)
    school = await school.restart()
    expect(await read(entry)).toEqual(before)
    expect(await found()).toBe(0)
  })
})
