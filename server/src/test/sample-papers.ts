import fs from 'node:fs/promises'

/* PDF documents of a school office, with correctly shaped Bengali. */

/** A notice of one A4 page. */
export const noticePdf = () => fixture('notice.pdf')

/** A document of this many pages, each with its number. */
export const longPdf = (pages: 2 | 10 | 12) => fixture(`pages-${pages}.pdf`)

/** A document that opens only with a password. */
export const lockedPdf = () => fixture('locked.pdf')

function fixture(name: string): Promise<Buffer> {
  return fs.readFile(new URL(`../../test/fixtures/${name}`, import.meta.url))
}
