import type { Entry } from '@bidyaloy/shared/collections/entry'
import { DeleteDialog } from './delete-dialog.tsx'
import type { DocumentCollection } from './entry-collection.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'

export interface EntryDialogProps {
  collection: DocumentCollection
  /** As the list showed it. */
  entry: Entry
  onClose: () => void
}

export type EntryTask = 'rename' | 'replace' | 'delete'

interface Props extends EntryDialogProps {
  task: EntryTask
  onGone: () => void
}

/** The dialog of what is being done to an entry. */
export function EntryDialog({ task, onGone, ...props }: Props) {
  if (task === 'rename') return <RenameDialog {...props} />
  if (task === 'replace') return <ReplaceDialog {...props} />
  return <DeleteDialog {...props} onGone={onGone} />
}
