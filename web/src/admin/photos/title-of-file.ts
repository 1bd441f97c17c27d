import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { isPasted } from './use-pasted-files.ts'

/** What cameras, scanners and messengers call their files: a word of theirs, then numbers. */
const SAYS_NOTHING =
  /^(whatsapp |fb |adobe )?(img|dsc[fn]?|pxl|image|images|photo|pic|scan|scanned|screenshot|received|document|doc|new doc|untitled|unnamed|download)[\s\d().-]*((wa|at|am|pm)[\s\d().-]*)*$/i

/** A title for an entry, taken from its file's name; empty where the name says nothing. */
export function titleOfFile(file: Pick<File, 'name'>): string {
  const words = file.name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  if (isPasted(file) || SAYS_NOTHING.test(words) || !/[\p{L}\p{M}\u200d]{2}/u.test(words)) return ''
  return words.slice(0, MAX_TITLE_LENGTH)
}
