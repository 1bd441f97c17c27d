import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const ADMISSION_NOTICE = fileURLToPath(new URL('../fixtures/admission-notice.pdf', import.meta.url))

/** A notice as an office prints it: one page of Bengali as PDF. */
export function admissionNotice(): Buffer {
  return fs.readFileSync(ADMISSION_NOTICE)
}

const PICTURE = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url))

/** A picture of 512×512 pixels. */
export function squarePicture(name = 'picture.png'): File {
  return new File([new Uint8Array(fs.readFileSync(PICTURE))], name, { type: 'image/png' })
}

/** The smallest PDF that the server takes, for entries whose file does not matter. */
export function blankPdf(name = 'paper.pdf'): File {
  const pages = '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj'
  const text = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n${pages}\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  return new File([text], name, { type: 'application/pdf' })
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
