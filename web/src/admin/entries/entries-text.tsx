import { adminEntriesCopy, adminEntryWorkCopy } from '@bidyaloy/shared/copy/admin-entries-copy'
import { type CopyParams, translator } from '@bidyaloy/shared/copy/translate'
import { Bilingual } from '../../ui/bilingual.tsx'

/** Texts of the collections and of their kinds of entry. */
export const entriesText = translator(adminEntriesCopy)
export type EntriesTextKey = keyof typeof adminEntriesCopy

/** Texts of what is done with entries of any collection. */
export const workText = translator(adminEntryWorkCopy)

/** A text of a collection, followed by the quoted English where there is one. */
export function EntriesText({ id, params }: { id: EntriesTextKey; params?: CopyParams }) {
  return <Bilingual bn={entriesText(id, params)} en={entriesText.en(id, params)} />
}
