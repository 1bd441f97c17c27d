import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { Button } from '../../ui/button.tsx'
import { AdminText, adminText } from '../admin-text.tsx'
import { entriesText } from './entries-text.tsx'
import { officeCollections } from './entry-collection.ts'
import type { EntryTask } from './entry-dialogs.tsx'

interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  onTask: (task: EntryTask) => void
}

/** What can be done to an entry, in its row or under its picture. */
export function RowActions({ collection, entry, onTask }: RowActionsProps) {
  // The specification calls the news list's button "Update" and the others' "rename".
  const rename = collection === 'news' ? 'form.update' : 'form.rename'
  const { kind } = officeCollections[collection]
  const of = <span className="vh">: {entry.title}</span>
  return (
    <span className="row-actions">
      <Button small icon="edit" onClick={() => onTask('rename')}>
        <AdminText id={rename} />
        {of}
      </Button>
      <Button small icon="calendar" onClick={() => onTask('edit')}>
        {adminText('form.edit')}
        {of}
      </Button>
      {!entry.videoId && (
        <Button small icon="swap" onClick={() => onTask('replace')}>
          {entriesText(`${kind}.replace`)}
          {of}
        </Button>
      )}
      <Button small look="danger" icon="trash" onClick={() => onTask('delete')}>
        <AdminText id="form.delete" />
        {of}
      </Button>
    </span>
  )
}
