import { ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { t } from '../t.ts'
import { isPasted } from './use-pasted-files.ts'

/**
 * Makes a chosen file ready to be sent: photos are made smaller, all else goes as it is.
 * @throws ApiError where the browser cannot read the file any more: moved, changed, unplugged.
 */
export async function prepareFile(file: File): Promise<File> {
  await assertReadable(file)
  await assertPdf(file)
  if (!file.type.startsWith('image/')) return file
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(file)
  } catch {
    // What this browser cannot draw (HEIC, a damaged file) the server may still take, or name.
    return file
  }
}

const PDF = '%PDF-'

/** A page of a website that was saved as `x.pdf` is refused before it takes its time to go up. */
async function assertPdf(file: File): Promise<void> {
  if (file.size === 0 || !/\.pdf$/i.test(file.name)) return
  const head = await file.slice(0, PDF.length).text()
  if (head === PDF) return
  // Of another kind that is taken: the server goes by the content alone.
  if (/^(\xff\xd8|.PNG|RIFF|PK)/.test(head)) return
  const sentence = validationText('valid.file.notPdf').bn
  throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
}

async function assertReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    const sentence = t('form.file.gone')
    throw new ApiError(0, 'validation_failed', sentence, { file: sentence })
  }
}

/** What cameras, scanners and messengers call their files: a word of theirs, then numbers. */
const SAYS_NOTHING =
  /^(whatsapp |fb |adobe )?(img|dsc[fn]?|pxl|image|images|photo|pic|(cam)?scan(ned|ner)?|screenshot|received|document|doc|new doc|untitled|unnamed|download|notices?|news|file|নোটিশ|নোটিস|বিজ্ঞপ্তি|খবর|ফাইল|স্ক্যান|ছবি|ডকুমেন্ট)[\s\d০-৯().-]*((wa|at|am|pm)[\s\d().-]*)*$/i

/** A title for an entry, taken from its file's name; empty where the name says nothing. */
export function titleOfFile(file: Pick<File, 'name'>): string {
  const name = file.name.replace(/\.[^.]*$/, '')
  // In Bijoy it is থ: before a reph for sure, and in names that have blanks for blanks.
  const blanks = /\s.*[\u00a1-\u00ff†‡]|[\u00a1-\u00ff†‡].*\s/.test(name)
    ? /\s+/g
    : /(?:_(?!©)|\s)+/g
  // Between numbers, as in a date, and in Bijoy a hyphen is a hyphen.
  const hyphens = /[\u00a1-\u00ff†‡]/.test(name) ? /(?!)/g : /(?<!\p{N})-|-(?!\p{N})/gu
  const words = name.replace(hyphens, ' ').replace(blanks, ' ').trim()
  if (isPasted(file) || SAYS_NOTHING.test(words) || !/[\p{L}\p{M}\u200d]{2}/u.test(words)) return ''
  return words.slice(0, MAX_TITLE_LENGTH)
}
