import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pdf } from './dashboard-papers.ts'

const ADMISSION_NOTICE = fileURLToPath(new URL('../fixtures/admission-notice.pdf', import.meta.url))

/** A typical notice: one page of Bengali as PDF. */
export function admissionNotice(): Buffer {
  return fs.readFileSync(ADMISSION_NOTICE)
}

const PICTURE = fileURLToPath(new URL('../../web/public/icon-512.png', import.meta.url))

/** A picture of 512×512 pixels. */
export function squarePicture(name = 'picture.png'): File {
  return new File([new Uint8Array(fs.readFileSync(PICTURE))], name, { type: 'image/png' })
}

/**
 * The smallest PDF the server accepts, for entries whose file does not matter.
 * @param mark makes its bytes differ from those of others
 */
export function blankPdf(mark = ''): File {
  return new File([Uint8Array.from(pdf()), `%${mark}`], 'paper.pdf', { type: 'application/pdf' })
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
