import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { DeletionDialog } from '../components/deletion-dialog.tsx'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

interface DeleteDialogProps {
  collection: CollectionName
  /** At least one. */
  entries: readonly Entry[]
  onClose: () => void
  /** Called when entries have left the list, so that the focus can move. */
  onGone: () => void
}

/** Further titles are only counted. */
const TITLES_SHOWN = 5

/** Asks before entries are moved to the trash. */
export function DeleteDialog({ collection, entries, ...dialog }: DeleteDialogProps) {
  const cache = useEntryCache(collection)
  const { english, ...texts } = deletionTexts(collection, entries)
  const ids = entries.map(({ _id }) => _id)
  const [id, ...others] = ids
  return (
    <DeletionDialog
      {...dialog}
      ids={ids}
      remove={(api) =>
        id && others.length === 0
          ? api.deleteEntry({ params: { collection, id } })
          : api.deleteEntries({ params: { collection }, body: { ids } })
      }
      texts={{ ...texts, someGone: t('delete.someGone') }}
      onDeleted={() => cache.drop(ids)}
      onSettled={cache.refresh}
    >
      {others.length === 0 ? (
        <p className="quote">{entries[0]?.title}</p>
      ) : (
        <ul className="quote">
          {entries.slice(0, TITLES_SHOWN).map(({ _id, title }) => (
            <li key={_id}>{title}</li>
          ))}
          {entries.length > TITLES_SHOWN && (
            <li className="muted">
              {t('delete.andMore', { n: formatNumber(entries.length - TITLES_SHOWN) })}
            </li>
          )}
        </ul>
      )}
      {english && (
        <p className="muted" lang="en">
          {english}
        </p>
      )}
    </DeletionDialog>
  )
}

function deletionTexts(collection: CollectionName, entries: readonly Entry[]) {
  const [only, ...others] = entries
  if (only && others.length === 0) {
    const textPrefix = textPrefixOf(collection, only)
    return {
      question: t(`${textPrefix}.confirmDelete`),
      english: t.en(`${textPrefix}.confirmDelete`),
      deleted: t(`${textPrefix}.deleted`),
      failed: t(`${textPrefix}.deleteFailed`),
      restored: t(`${textPrefix}.restored`),
    }
  }
  const { textPrefix } = collectionScreens[collection]
  const n = formatNumber(entries.length)
  return {
    question: t(`${textPrefix}.confirmDeleteMany`, { n }),
    english: null,
    deleted: t(`${textPrefix}.deletedMany`, { n }),
    failed: t(`${textPrefix}.deleteFailedMany`),
    restored: t(`${textPrefix}.restoredMany`, { n }),
  }
}
