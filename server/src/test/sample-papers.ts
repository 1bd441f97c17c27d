import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Letterhead } from '../demo/paper/paper.ts'
import { paperAsPdf } from '../demo/paper/pdf-sheet.ts'
import { renderPaper } from '../demo/paper/render-paper.ts'
import type { Sheet } from '../demo/paper/sheet.ts'

/* Papers as an office makes them, with Bengali that is shaped rightly. */

const letterhead: Letterhead = {
  government: 'গণপ্রজাতন্ত্রী বাংলাদেশ সরকার',
  school: 'উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়',
  address: '১২ বিদ্যালয় সড়ক, উদাহরণপুর',
  contact: 'info@example.edu.bd',
  headTeacher: 'প্রধান শিক্ষকের নাম',
  post: 'প্রধান শিক্ষক',
  words: {
    memo: 'স্মারক নং:',
    date: 'তারিখ:',
    subject: 'বিষয়:',
    copies: 'অনুলিপি:',
    note: 'বিশেষ দ্রষ্টব্য:',
    applicant: 'আবেদনকারীর স্বাক্ষর',
  },
}

const madeAt = new Date('2026-11-21T04:00:00Z')

/** A notice of one page, A4. */
export function noticePdf(): Promise<Buffer> {
  return inkPdf((sheet) =>
    renderPaper(
      sheet,
      {
        heading: 'বিজ্ঞপ্তি',
        subject: 'বার্ষিক ক্রীড়া প্রতিযোগিতা ও পুরস্কার বিতরণ প্রসঙ্গে',
        memo: '২০২৬/১২৩',
        date: madeAt,
        blocks: [
          {
            sort: 'text',
            text: 'এতদ্বারা সকল ছাত্রীকে জানানো যাচ্ছে যে, নির্বাচনি পরীক্ষার পর বিদ্যালয়ের মাঠে বার্ষিক ক্রীড়া প্রতিযোগিতা অনুষ্ঠিত হবে।',
          },
        ],
        signature: 'head',
        copies: [],
      },
      letterhead,
    ),
  )
}

/** A paper of so many pages, each with its number on it. */
export function longPdf(pages: number): Promise<Buffer> {
  return inkPdf((sheet) => {
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) sheet.nextPage()
      sheet.word(`পৃষ্ঠা${page}`, 100, 200, { size: 40 })
    }
  })
}

/** A paper that opens only with a password. */
export function lockedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ userPassword: 'secret', ownerPassword: 'secret' })
  const bytes = buffer(document)
  document.text('locked')
  document.end()
  return bytes
}

function inkPdf(draw: (sheet: Sheet) => void): Promise<Buffer> {
  return paperAsPdf({ title: 'বিজ্ঞপ্তি', author: letterhead.school, madeAt }, draw)
}
