import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { isPasted } from './use-pasted-files.ts'

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
