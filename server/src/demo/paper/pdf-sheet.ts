import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { paperFont } from './shaped-font.ts'
import { SHEET, type Sheet } from './sheet.ts'

interface PaperFacts {
  title: string
  author: string
  /** Moment of making, which goes into the file: the same moment gives the same bytes. */
  madeAt: Date
}

/** Draws a paper as PDF. Its words can be selected and read aloud: each carries its text. */
export async function paperAsPdf(
  { title, author, madeAt }: PaperFacts,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: [SHEET.width, SHEET.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'bn-BD',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  })
  const bytes = buffer(document)
  draw(pdfSheet(document))
  document.end()
  return bytes
}

function pdfSheet(document: PDFKit.PDFDocument): Sheet {
  return {
    word(word, x, baseline, { size, weight = 'regular', color = '#000000' }) {
      document.font(paperFont(weight).forPdf).fontSize(size).fillColor(color)
      // Glyphs stand in the order of the eye: ি before its consonant. The text beside them is right,
      // but readers place it by the font size and the matrix around it, and pdfkit's is mirrored.
      document.save()
      mirror(document)
      document.addContent(`BT /${document._font.id} ${size} Tf ET`)
      document.markContent('Span', { actual: word })
      document.save()
      mirror(document)
      document.text(word, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      document.restore()
      document.endMarkedContent()
      document.restore()
    },
    line([x1, y1], [x2, y2], width, color = '#000000') {
      document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).stroke(color)
    },
    fill(x, y, width, height, color) {
      document.rect(x, y, width, height).fill(color)
    },
    stroke(path, width, color) {
      document.path(path).lineWidth(width).stroke(color)
    },
    nextPage() {
      document.addPage({ size: [SHEET.width, SHEET.height], margin: 0 })
    },
  }
}

function mirror(document: PDFKit.PDFDocument): void {
  document.transform(1, 0, 0, -1, 0, SHEET.height)
}
