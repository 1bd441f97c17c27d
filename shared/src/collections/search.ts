import * as z from 'zod'
import { Entry, wholeNumber } from './entry.ts'
import { collectionNames, isSearched } from './registry.ts'

/** What the search can be limited to: the collections with texts and documents. */
export const searchKinds = collectionNames.filter(isSearched)

/** Results without a `limit`. */
export const SEARCH_LIMIT = 20
/** Maximum length of a snippet, in characters without the ellipses. */
export const SNIPPET_LENGTH = 160

const Kind = z.enum(searchKinds, { error: 'valid.choice' })

/** Query of the search. */
export const SearchQuery = z.object({
  q: z
    .string()
    .max(200, { error: 'valid.text.tooLong' })
    .optional()
    .describe(
      'Words that all occur, in any spelling; the first 10 count. If nothing has them all, words that sound alike are found, then some of the words. Every other character only separates them. Without a word nothing is found',
    ),
  kind: Kind.optional().describe('Only entries of this collection'),
  limit: wholeNumber(1, 100).optional().describe(`Default: ${SEARCH_LIMIT}`),
  offset: wholeNumber(0, 10_000_000).optional(),
})
export type SearchQuery = z.input<typeof SearchQuery>

const Range = z.tuple([z.int(), z.int()])
/** Start and end of a found word in a text, in UTF-16 units; the end is exclusive. */
export type Range = z.infer<typeof Range>

/** An entry that the search found. */
export const SearchResult = Entry.pick({ _id: true, title: true, date: true }).extend({
  collection: Kind,
  snippet: z
    .string()
    .describe(
      'Part of the text around a found word, as plain text in one line; the beginning if the words are only in the title; empty without a text. With `paper`: part of the text of a file',
    ),
  paper: z
    .object({
      file: z.int().describe('Place of the file in the entry, from 1'),
      page: z.int().describe('From 1'),
    })
    .optional()
    .describe('Page that the snippet is from, if title and text do not have all words'),
  marks: z
    .object({ title: z.array(Range), snippet: z.array(Range) })
    .describe('Where found words are: [start, end) in UTF-16 units, in order'),
  ...Entry.pick({ startsOn: true, endsOn: true, slug: true, fields: true }).shape,
  ...Entry.pick({ filePath: true, mimeType: true, size: true, fileCount: true }).shape,
})
export type SearchResult = z.infer<typeof SearchResult>

/** How many entries a search finds, and how it was understood. */
export const SearchStats = z.object({
  total: z.int().describe('Of all kinds'),
  kinds: z
    .array(z.object({ kind: Kind, count: z.int() }))
    .describe('Kinds with results, in the order of the site'),
  also: z
    .array(
      z.object({
        word: z.string().describe('As typed'),
        spellings: z.array(z.string()).describe('The same word as the first results spell it'),
        synonyms: z.array(z.string()).describe('Other words that the first results have instead'),
      }),
    )
    .describe('Words that the first results have in another form'),
  widened: z
    .object({
      mode: z
        .enum(['all', 'any'])
        .describe('Whether the results have all words, or some of them, most first'),
      nearest: z
        .array(z.object({ word: z.string(), found: z.array(z.string()) }))
        .describe('Words as typed, and the similar ones that the first results have instead'),
    })
    .optional()
    .describe('Set if nothing has all words as typed, and the search went on with similar ones'),
  pages: z
    .array(z.object({ title: z.string(), path: z.string() }))
    .describe('Pages of the site that are no entries, and have the words'),
  converted: z.string().optional().describe('The query in Unicode, if it was typed in Bijoy'),
})
export type SearchStats = z.infer<typeof SearchStats>
