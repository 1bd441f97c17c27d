import { foldText } from '../lib/bengali/search-fold.ts'

/* Lines that stand on every paper of a school: name, address, telephone, signature. */

/** What stands on the papers of a school, in folded words separated by spaces. */
export interface Letterhead {
  /** Name, address, telephone and so on, as the settings have them. */
  own: string[]
  /** Words that are in a line with them: of the rest of the address, for example. */
  beside: string[]
  /** Lines of more than half of the papers. */
  repeated: string[]
}

/** Words that name what follows them in a letterhead or a signature. */
const LABELS = foldText(
  'ফোন টেলিফোন মোবাইল মুঠোফোন ফ্যাক্স ই-মেইল ইমেইল ওয়েব ওয়েবসাইট ইআইআইএন কোড নং নম্বর নাম্বার স্থাপিত ঠিকানা ডাকঘর পোস্ট ' +
    'থানা উপজেলা জেলা বিভাগ ওয়ার্ড phone telephone tel mobile cell fax e-mail email web website www http https ' +
    'eiin code no post po district মো মোঃ মোছা মোসা মোসাম্মৎ জনাব মিসেস ড প্রধান শিক্ষক শিক্ষিকা অধ্যক্ষ স্বাক্ষর',
).split(' ')

/** Share of the words of the school's own that a line must have, as it may be split in two lines. */
const MIN_SHARE = 0.6
/** Letters of a word from which on one of them may be misread. */
const MIN_FUZZY = 4

/** Returns a function that tells whether a line belongs to the letterhead. */
export function letterheadTest({ own, beside, repeated }: Letterhead): (line: string) => boolean {
  const known = wordSet([...own, ...beside, ...LABELS])
  const heads = [
    ...own.map((head) => ({ words: head.split(' '), known })),
    ...repeated.map((head) => ({ words: head.split(' '), known: wordSet([head]) })),
  ]
  // Most lines have none of these words.
  const any = wordSet([...own, ...beside, ...repeated, ...LABELS])
  return (line) => {
    const words = foldText(line).split(' ')
    if (words[0] === '' || 2 * words.filter((word) => any.has(word)).length < words.length) {
      return false
    }
    return heads.some((head) => isHead(words, head))
  }
}

/** Returns a text without the lines of the letterhead. */
export function withoutLetterhead(text: string, isLetterhead: (line: string) => boolean): string {
  const lines = text.split('\n')
  const rest = lines.filter((line) => !isLetterhead(line))
  return rest.length === lines.length ? text : rest.join('\n').trim()
}

interface Head {
  words: readonly string[]
  /** Words that a line may have. */
  known: ReadonlySet<string>
}

function isHead(line: readonly string[], { words, known }: Head): boolean {
  if (!line.every((word) => known.has(word) || hasNear(known, word))) return false
  const there = new Set(line)
  const found = words.filter((word) => there.has(word) || hasNear(there, word))
  return found.length >= MIN_SHARE * words.length
}

const wordSet = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.split(' ')))

/** Whether a word differs in one letter from one of these; numbers must be the same. */
function hasNear(words: ReadonlySet<string>, word: string): boolean {
  if (word.length < MIN_FUZZY || /\p{N}/u.test(word)) return false
  for (const other of words) if (isNear(word, other)) return true
  return false
}

function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let [a, b] = [one.length, other.length]
  while (a > start && b > start && one[a - 1] === other[b - 1]) {
    a -= 1
    b -= 1
  }
  return a - start <= 1 && b - start <= 1
}

/** Fewer papers say nothing. */
const MIN_PAPERS = 6
const MAX_REPEATED = 40

/**
 * Returns the folded lines of more than half of some papers, in a stable order.
 * @param papers their lines
 * @param before lines that were repeated, which stay until they are in less than a third
 */
export function repeatedLines(
  papers: readonly (readonly string[])[],
  before: readonly string[],
): string[] {
  if (papers.length < MIN_PAPERS) return []
  const folded = papers.map((lines) => [...new Set(lines.map(foldText))].filter(Boolean))
  const counts = new Map<string, number>()
  for (const line of folded.flat()) counts.set(line, (counts.get(line) ?? 0) + 1)
  const candidates = [...counts].filter(([, count]) => 4 * count >= papers.length)
  return candidates
    .map(([line]) => {
      const head = { words: line.split(' '), known: wordSet([line]) }
      const isIn = (lines: readonly string[]) =>
        lines.includes(line) || lines.some((other) => isHead(other.split(' '), head))
      const share = folded.filter(isIn).length / papers.length
      return { line, share }
    })
    .filter(({ line, share }) => share > (before.includes(line) ? 1 / 3 : 1 / 2))
    .sort((one, other) => other.share - one.share || (one.line < other.line ? -1 : 1))
    .slice(0, MAX_REPEATED)
    .map(({ line }) => line)
    .sort()
}
