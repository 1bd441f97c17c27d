import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { AdminText, adminText } from '../admin-text.tsx'
import { entriesText, workText } from './entries-text.tsx'
import { officeCollections } from './entry-collection.ts'
import type { EntryActionName } from './entry-dialogs.tsx'

interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  onTask: (task: EntryActionName) => void
}

/** What can be done to an entry, in its row or under its picture. */
export function RowActions({ collection, entry, onTask }: RowActionsProps) {
  // The specification calls the news list's button "Update" and the others' "rename".
  const rename = collection === 'news' ? 'form.update' : 'form.rename'
  const { kind } = officeCollections[collection]
  const replace = {
    label: entriesText(`${kind}.replace`),
    icon: 'swap',
    onChoose: () => onTask('replace'),
  } as const
  return (
    <span className="row-actions">
      <Button small icon="edit" onClick={() => onTask('edit')}>
        {adminText('form.edit')}
        <span className="vh">: {entry.title}</span>
      </Button>
      <MenuButton
        label={workText('row.more', { title: entry.title })}
        items={[
          { label: <AdminText id={rename} />, icon: 'edit', onChoose: () => onTask('rename') },
          ...(entry.videoId ? [] : [replace]),
          {
            label: <AdminText id="form.delete" />,
            icon: 'trash',
            danger: true,
            onChoose: () => onTask('delete'),
          },
        ]}
      />
    </span>
  )
}
