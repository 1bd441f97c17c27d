import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

/** What a dialog about one entry is given. */
export interface EntryDialogProps {
  collection: CollectionName
  /** As the list showed it. */
  entry: Entry
  onClose: () => void
}

/** What can be done to one entry; only deleting is done to several at once. */
export type EntryActionName = 'rename' | 'replace' | 'edit' | 'delete'

/** What is being done, and to which entry. */
export interface EntryAction {
  task: EntryActionName
  entry: Entry
}

interface Props extends EntryAction {
  collection: CollectionName
  onClose: () => void
  onGone: () => void
}

/** The dialog of what is being done to an entry. */
export function EntryDialog({ task, onGone, ...props }: Props) {
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace') return <ReplaceDialog {...props} />
  if (task === 'edit') return <EditDialog {...props} />
  const { entry, collection, onClose } = props
  return (
    <DeleteDialog collection={collection} entries={[entry]} onClose={onClose} onGone={onGone} />
  )
}
