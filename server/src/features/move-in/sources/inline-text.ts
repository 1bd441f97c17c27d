import { bijoyToUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { isRenderedAsLink } from '@bidyaloy/shared/lib/markdown'

/** Returns the beginning of a text, without half a letter at its end. */
export const beginningOf = (text: string, max: number) =>
  text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/** Letters of the same look within a line. A line break is `\n`. */
export interface Run {
  text: string
  isBold: boolean
  /** Address as it is written in Markdown. */
  href: string | null
  /** Whether their font says that they are Bijoy. */
  isBijoy: boolean
}

/**
 * Writes runs in Markdown, a line each, and an empty one between paragraphs. Marks never span lines, so that a
 * line which looks like an item or a row of a table does not tear them apart.
 */
export function writeLines(runs: readonly Run[]): string[] {
  const lines: Run[][] = [[]]
  for (const run of joinRuns(runs)) {
    for (const [at, text] of run.text.split('\n').entries()) {
      if (at > 0) lines.push([])
      lines.at(-1)?.push({ ...run, text })
    }
  }
  return lines.map((line) =>
    line
      .map(writeRun)
      .join('')
      // Between two bold runs that touch.
      .replaceAll('****', '')
      .replace(/[^\S\n]+/g, ' ')
      .trim(),
  )
}

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isSame =
      last && last.isBold === run.isBold && last.href === run.href && last.isBijoy === run.isBijoy
    if (isSame) last.text += run.text
    else joined.push({ ...run })
  }
  return joined.map((run) => (run.isBijoy ? { ...run, text: bijoyToUnicode(run.text) } : run))
}

function writeRun({ text: raw, isBold, href }: Run): string {
  // The small Markdown has no escapes.
  const text = raw.replace(/\*{2,}/g, (stars) => [...stars].join(' '))
  const words = text.trim()
  if (words === '') return text
  const before = text.slice(0, text.indexOf(words))
  const after = text.slice(before.length + words.length)
  let written = words
  if (href !== null) {
    const label = words.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ')
    if (isRenderedAsLink(label, href)) written = `[${label}](${href})`
  }
  return `${before}${isBold ? `**${written}**` : written}${after}`
}
