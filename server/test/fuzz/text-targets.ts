import { addressesCsv } from '@bidyaloy/shared/features/move-in/csv'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { readDay } from '@bidyaloy/shared/lib/bengali/read-day'
import { bijoyToUnicode, suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import {
  excerptOf,
  markdownBlocks,
  plainTextOf,
  type TextPart,
  tableMarkdown,
} from '@bidyaloy/shared/lib/markdown'
import Sqlite from 'better-sqlite3'
import Papa from 'papaparse'
import { fts5 } from '../../src/engines/sqlite/fts5.ts'
import { readCsvRows } from '../../src/features/move-in/sources/csv-rows.ts'
import { dayInName, dayOfCell, findDay } from '../../src/features/move-in/sources/file-days.ts'
import { parseQuery } from '../../src/features/search/search-words.ts'
import { createFinder, snippetOf } from '../../src/features/search/snippet.ts'
import { assertThat } from '../stress/scenario.ts'
import type { Target } from './target.ts'

const isDayOrNull = (day: string | null) => day === null || isDay(day)
const isNfc = (text: string) => text.normalize('NFC') === text

/** Addresses that a link of a text may have; all else stays text. */
const LINK = /^(?:\/(?![/\\])|https?:\/\/|mailto:|tel:)/i

function assertLinks(parts: readonly TextPart[]): void {
  for (const part of parts) {
    if (part.kind === 'link') assertThat(LINK.test(part.href), `a safe link: ${part.href}`)
    if (part.kind !== 'text') assertLinks(part.parts)
  }
}

/** Checks that a text shows no script, and only pictures that it has. */
export function assertSafeMarkdown(markdown: string, files?: number): void {
  for (const block of markdownBlocks(markdown)) {
    if ('parts' in block) assertLinks(block.parts)
    else if (block.kind === 'list') block.items.forEach(assertLinks)
    else if (block.kind === 'table') block.rows.flat().forEach(assertLinks)
    else if (files !== undefined) {
      assertThat(block.file >= 1 && block.file <= files, `picture ${block.file} of ${files}`)
    }
  }
}

const markdown: Target = {
  name: 'markdown',
  tokens: [
    '**',
    '## ',
    '### ',
    '- ',
    '|',
    '।',
    '\n',
    '\n\n',
    '[ক](/x)',
    '![ক](file 2)',
    '](',
    'javascript:',
  ],
  run(bytes) {
    const text = bytes.toString()
    assertSafeMarkdown(text)
    const blocks = markdownBlocks(text)
    assertThat(Array.from(excerptOf(text, 80)).length <= 80, 'an excerpt of at most 80 letters')
    plainTextOf(text)
    const cells = text.split('\n').map((line) => [line, 'ক'])
    if (cells.length > 1) {
      const [table, ...rest] = markdownBlocks(tableMarkdown(cells))
      const isTable = table?.kind === 'table' && table.rows.length === cells.length
      assertThat(isTable && rest.length === 0, 'a table that is read as it was written')
    }
    return blocks.map(({ kind }) => kind)
  },
}

const bijoy: Target = {
  name: 'bijoy',
  tokens: ['wk¶v', 'GKwU', '†bvwUk', 'cÖ', '©', '&#2453;', '\\u0995', '্', 'ি', '“', 'æ', 'GPA-5'],
  run(bytes) {
    const text = bytes.toString()
    const converted = bijoyToUnicode(text)
    assertThat(isNfc(converted), 'NFC')
    // What stands for a letter of Bijoy in other programs may be left, and join to one.
    if (!/["“æ&\\]/.test(converted)) {
      assertThat(bijoyToUnicode(converted) === converted, 'a text that another conversion leaves')
    }
    const suggested = suggestUnicode(text)
    if (suggested === null) return null
    const again = suggestUnicode(suggested)
    assertThat(again === null || again === suggested, 'a suggestion that another one leaves')
    return suggested
  },
}

const readBack = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data
/** What keeps a cell from being run as a formula. */
const withoutQuotes = (text: string) => text.replaceAll("'", '')

const csv: Target = {
  name: 'csv',
  tokens: [
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\r\n',
    '\ufeff',
    'sep=;\n',
    'শিরোনাম',
    'তারিখ',
    'ফাইল',
    '=1+1',
    '@',
    '১২/৩/২০২৭',
  ],
  run(bytes) {
    const rows = readCsvRows(bytes)
    for (const [at, { line, day, title, text }] of (rows ?? []).entries()) {
      assertThat(isDayOrNull(day), `a day: ${day}`)
      assertThat(line > (rows?.[at - 1]?.line ?? 1), 'lines in order')
      assertThat(isNfc(title) && isNfc(text), 'NFC')
    }
    const written = bytes.toString()
    const half = Math.floor(written.length / 2)
    const cells = [written.slice(0, half), `/${written.slice(half)}`] as const
    const [, row = [], ...rest] = readBack(addressesCsv([{ from: cells[0], to: cells[1] }], ''))
    assertThat(rest.length === 0 && row.length === 2, 'a row of two cells')
    for (const [at, cell] of cells.entries()) {
      const read = row[at] ?? ''
      assertThat(withoutQuotes(read) === withoutQuotes(cell), 'a cell as it was written')
      assertThat(!/(?:^|[;\t\r\n])[=+\-@]/.test(read), 'no formula')
    }
    return rows?.map(({ title, day, properties }) => [title, day, Object.keys(properties)])
  },
}

const index = new Sqlite(':memory:')
index.exec(`CREATE VIRTUAL TABLE entry_search USING fts5(title, body, file, content = '',
  contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc'")`)
const matching = index.prepare(fts5.matching)

const search: Target = {
  name: 'search',
  tokens: [
    '"',
    "'",
    '*',
    '-',
    'NEAR(',
    ' OR ',
    ':',
    '^',
    '০১৭০০-০০০০০২',
    'ভর্তি',
    'SSC',
    '্',
    '\u200d',
    '\0',
    'fwZ©',
    'ten',
  ],
  run(bytes) {
    const query = bytes.toString().slice(0, 2000)
    const { text, words } = parseQuery(query)
    for (const form of words.flatMap(({ forms }) => forms)) {
      const isPlain = form.words.every((word) => !/['"\\\s\0]/.test(word))
      assertThat(isPlain, `words without marks: ${form.words}`)
    }
    if (words.length > 0) {
      for (const fields of ['all', 'text', 'title'] as const)
        matching.all(fts5.expression(words, fields))
    }
    const { text: line, marks } = snippetOf(bytes.toString(), createFinder(words))
    marks.forEach(([start, end], at) => {
      const isInside = start >= (marks[at - 1]?.[1] ?? 0) && start < end && end <= line.length
      assertThat(isInside, `marks within the snippet: ${JSON.stringify(marks)}`)
    })
    return [text, words.map(({ forms }) => forms.length), marks.length]
  },
}

const days: Target = {
  name: 'days',
  tokens: [
    '১২ মার্চ',
    '2027-03-12',
    '12-3-27',
    'আজ',
    '/',
    '.',
    '।',
    'শে',
    'February',
    '00',
    '9999',
    '-',
  ],
  run(bytes) {
    const text = bytes.toString()
    const found = [
      readDay(text, '2027-02-28'),
      dayOfCell(text),
      findDay(text)?.day ?? null,
      dayInName(text)?.day ?? null,
    ]
    for (const day of found) assertThat(isDayOrNull(day), `a day: ${day}`)
    return found
  },
}

export const textTargets: readonly Target[] = [markdown, bijoy, csv, search, days]
