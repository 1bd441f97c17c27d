import { ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { t } from '../t.ts'
import { isPasted } from './use-pasted-files.ts'

/**
 * Prepares a chosen file for sending: shrinks pictures, keeps other files.
 * @throws ApiError `validation_failed` if the file has become unreadable, or is no PDF despite its name
 */
export async function prepareFile(file: File): Promise<File> {
  await assertReadable(file)
  await assertPdf(file)
  if (!file.type.startsWith('image/')) return file
  try {
    const { shrinkPicture } = await import('../../lib/images/shrink-picture.ts')
    return await shrinkPicture(file)
  } catch {
    // The browser cannot decode it (HEIC, damaged); the server may accept or refuse it.
    return file
  }
}

const PDF_MAGIC = '%PDF-'

/** Refuses a web page saved as `x.pdf` before it is uploaded. */
async function assertPdf(file: File): Promise<void> {
  if (file.size === 0 || !/\.pdf$/i.test(file.name)) return
  const head = await file.slice(0, PDF_MAGIC.length).text()
  if (head === PDF_MAGIC) return
  // Another accepted kind: the server decides by content.
  if (/^(\xff\xd8|.PNG|RIFF|PK)/.test(head)) return
  throw fileError(validationText('valid.file.notPdf').bn)
}

/** @throws ApiError `validation_failed` if the file was moved, changed or deleted since it was chosen */
export async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw fileError(t('form.file.gone'))
  }
}

const fileError = (message: string) =>
  new ApiError(0, 'validation_failed', message, { file: message })

/** File names of cameras, scanners and messengers: a generic word, then numbers. */
const GENERIC_NAME =
  /^(whatsapp |fb |adobe )?(img|dsc[fn]?|pxl|image|images|photo|pic|(cam)?scan(ned|ner)?|screenshot|received|document|doc|new doc|untitled|unnamed|download|notices?|news|file|নোটিশ|নোটিস|বিজ্ঞপ্তি|খবর|ফাইল|স্ক্যান|ছবি|ডকুমেন্ট)[\s\d০-৯().-]*((wa|at|am|pm)[\s\d().-]*)*$/i

/** A Bengali letter, or two words: a single other one is «setup» or «big» far more often than a title. */
const TELLING_NAME = /\p{Script=Bengali}|[\p{L}\p{M}]{2}.*\s.*[\p{L}\p{M}]{2}/u

/** Returns a title for an entry from its file's name; empty if the name is generic. */
export function titleOfFile(file: Pick<File, 'name'>): string {
  const name = file.name.replace(/\.[^.]*$/, '')
  // In Bijoy an underscore is থ: before a reph, and in names that also contain spaces.
  const blanks = /\s.*[\u00a1-\u00ff†‡]|[\u00a1-\u00ff†‡].*\s/.test(name)
    ? /\s+/g
    : /(?:_(?!©)|\s)+/g
  // A hyphen stays between numbers, as in a date, and in Bijoy.
  const hyphens = /[\u00a1-\u00ff†‡]/.test(name) ? /(?!)/g : /(?<!\p{N})-|-(?!\p{N})/gu
  const words = name.replace(hyphens, ' ').replace(blanks, ' ').trim()
  const isTelling = TELLING_NAME.test(words) && /[\p{L}\p{M}\u200d]{2}/u.test(words)
  if (isPasted(file) || GENERIC_NAME.test(words) || !isTelling) return ''
  return words.slice(0, MAX_TITLE_LENGTH)
}
