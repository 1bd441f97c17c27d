import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { isPasted } from './use-pasted-files.ts'

/** What cameras, scanners and messengers call their files. */
const SAYS_NOTHING = /^(img|dsc[fn]?|pxl|image|photo|scan|whatsapp|screenshot|received|fb_img)\b/i

/** A title for an entry, taken from its file's name; empty where the name says nothing. */
export function titleOfFile(file: Pick<File, 'name'>): string {
  const words = file.name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim()
  if (isPasted(file) || SAYS_NOTHING.test(words) || !/\p{L}{2}/u.test(words)) return ''
  return words.slice(0, MAX_TITLE_LENGTH)
}
