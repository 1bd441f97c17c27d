import { type PageText, shownText } from '@bidyaloy/shared/lib/ocr/shown-text'
import { letterheadTest, withoutLetterhead } from '@bidyaloy/shared/papers/letterhead'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { SingleRecordRow } from './entities.ts'

/*
 * What stands on every paper of the school is in no search and in no text for visitors. It is stored,
 * so that the search index and the texts leave out the same lines: see
 * `features/papers/letterhead-work.ts`, which finds it.
 */

const Lines = z.array(z.string())
export const StoredLetterhead = z.object({
  own: Lines,
  beside: Lines,
  repeated: Lines,
  /** The index does not leave it out everywhere yet. */
  isPending: z.boolean(),
})

/** Name of its record. */
export const LETTERHEAD = 'letterhead'

/** Returns the letterhead that is left out; nothing before one is found. */
export async function readLetterhead(
  read: EntityManager,
): Promise<z.output<typeof StoredLetterhead>> {
  const row = await read.findOneBy(SingleRecordRow, { name: LETTERHEAD })
  const { data } = StoredLetterhead.safeParse(row?.data)
  return data ?? { own: [], beside: [], repeated: [], isPending: false }
}

/** Returns a function that gives the text of a page as visitors see it. */
export async function readingForVisitors(read: EntityManager): Promise<(page: PageText) => string> {
  const isLetterhead = letterheadTest(await readLetterhead(read))
  return (page) => withoutLetterhead(shownText(page), isLetterhead)
}
