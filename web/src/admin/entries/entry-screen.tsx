import { adminText } from '../admin-text.tsx'
import { ScreenHead } from '../layout/screen-head.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'

/** Publishing and keeping one collection of documents. */
export function EntryScreen({ collection }: { collection: DocumentCollection }) {
  return (
    <>
      <ScreenHead title={adminText(`admin.${collection}.title`)}>
        {adminText(`admin.${collection}.lead`)}
      </ScreenHead>
      <EntryForm collection={collection} />
      <EntryList collection={collection} />
    </>
  )
}
