import * as z from 'zod'

/** Where the text of a page comes from. */
export const textSources = ['layer', 'bijoy', 'office', 'read', 'hand'] as const
export const TextSource = z.enum(textSources)
export type TextSource = z.infer<typeof TextSource>

/** The engine of text layers. Pages that an earlier one has read are read again. */
export const LAYER_ENGINE = 'PDFium, whole clusters'
/** The reader of Office files. Pages that an earlier one has read are read again. */
export const OFFICE_ENGINE = 'Office files 1'

const Share = z.int().min(0).max(1000)

/** Left, top, width and height of a part of a page, such as a word, in thousandths of the page. */
export const WordBox = z.tuple([Share, Share, Share, Share])
export type WordBox = z.infer<typeof WordBox>

/** A word of a page; of an Office file a paragraph, or a cell of a table. */
export const ReadWord = z.object({
  text: z.string(),
  /** 0 to 100; 100 for text that was not recognised from a picture. */
  sureness: z.number().min(0).max(100),
  /** Only of recognised words with digits: both passes read the same. */
  agreed: z.boolean().optional(),
  /** Of recognised words; those that were read first have none. */
  box: WordBox.optional(),
  /** Only of Office files: what it is, if it is no paragraph. */
  as: z.enum(['heading', 'item', 'cell']).optional(),
})
export type ReadWord = z.infer<typeof ReadWord>

/** A line of a page; a row of a table is one line. */
export const ReadLine = z.array(ReadWord)
export type ReadLine = z.infer<typeof ReadLine>

/** The text of one page as a program has read it. */
export const ReadPage = z.object({
  /** Pages of the document; 1 for a picture, of an Office file those that are read. */
  pageCount: z.int().positive(),
  /** Null if nothing was found; of an Office file: it has no such page. */
  source: z.enum(['layer', 'bijoy', 'office', 'read']).nullable(),
  /** Name and version of the program that read it. */
  engine: z.string(),
  lines: z.array(ReadLine),
})
export type ReadPage = z.infer<typeof ReadPage>
