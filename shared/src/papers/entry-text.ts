import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { MAX_ENTRY_FILES, MAX_PAGE_IMAGES } from '../collections/entry.ts'
import { ReadLine, ReadWord, TextSource } from '../lib/ocr/read-page.ts'

/** Maximum length of the text of one page, in UTF-16 units. */
export const MAX_PAGE_TEXT = 20_000
/** Number of leading pages of a document that are read: those that have pictures. */
export const MAX_READ_PAGES = MAX_PAGE_IMAGES

const Place = z.object({
  file: z.string().max(200).describe('`filePath` of one of the files of the entry'),
  page: z
    .int()
    .min(1)
    .max(MAX_READ_PAGES)
    .describe('From 1; a picture has one page, a workbook one for each worksheet'),
})

/** The text of the files of an entry. */
export const EntryText = z.object({
  pending: z.boolean().describe('More pages are going to be read'),
  atNight: z
    .literal(true)
    .optional()
    .describe('They wait for the night, from 22:00 to 5:00 in Dhaka. Absent if they are read soon'),
  pages: z.array(
    Place.extend({
      source: TextSource.describe(
        'The text layer of a PDF, such a layer in Bijoy, the text of an Office file, recognised from the picture, or written by a person',
      ),
      text: z
        .string()
        .describe(
          'Lines joined by line feeds. Admins get all words; visitors get sure words, with … for the others',
        ),
      sureness: z.number().describe('Share of the sure words, in percent'),
      lines: z
        .array(ReadLine)
        .optional()
        .describe(
          'Of Office files, also of corrected ones: paragraphs, headings, list items and rows of tables. Of recognised pages, for admins: the words of `text` with their sureness and place',
        ),
    }),
  ),
})
export type EntryText = z.infer<typeof EntryText>

const Places = <S extends z.ZodType>(page: S) =>
  z
    .array(page, { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(MAX_ENTRY_FILES * MAX_READ_PAGES, { error: 'valid.choice' })

const written = () => textField({ max: MAX_PAGE_TEXT, optional: true, lines: 'many' })

const WrittenLines = z
  .array(z.array(ReadWord.pick({ as: true }).extend({ text: written() })).max(MAX_PAGE_TEXT))
  .max(MAX_PAGE_TEXT)
  .refine(
    (lines) => lines.flat().reduce((sum, { text }) => sum + text.length, 0) <= MAX_PAGE_TEXT,
    { error: 'valid.text.tooLong' },
  )
/** Paragraphs, headings, list items and rows of tables of an Office file as a person has written them. */
export type WrittenLines = z.infer<typeof WrittenLines>

/** Texts of pages as a person has corrected them; an empty one is not shown. */
export const EntryTextChange = z.object({
  pages: Places(
    Place.extend({
      text: written(),
      lines: WrittenLines.optional().describe(
        'Only of Office files: the same with its headings, lists and tables. Stored in the place of `text`',
      ),
    }),
  ),
})
export type EntryTextChange = z.input<typeof EntryTextChange>

/** Pages that are to be read once more, also those that a person has corrected. */
export const EntryTextReading = z.object({ pages: Places(Place) })
export type EntryTextReading = z.input<typeof EntryTextReading>
