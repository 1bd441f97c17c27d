import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { DeletionDialog } from '../components/deletion-dialog.tsx'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

interface DeleteDialogProps {
  /** At least one. */
  entries: readonly EntryOfCollection[]
  onClose: () => void
  /** Called when entries have left the list, so that the focus can move. */
  onGone: () => void
}

/** Further titles are only counted. */
const TITLES_SHOWN = 5

/** Asks before entries are moved to the trash. */
export function DeleteDialog({ entries, ...dialog }: DeleteDialogProps) {
  const cache = useEntryCache()
  const { english, ...texts } = deletionTexts(entries)
  const ids = entries.map(({ _id }) => _id)
  const [id, ...others] = ids
  const names = new Set(entries.map(({ collection }) => collection))
  return (
    <DeletionDialog
      {...dialog}
      ids={ids}
      remove={async (api) => {
        for (const collection of names) {
          const own = entries.filter((entry) => entry.collection === collection)
          if (id && others.length === 0) await api.deleteEntry({ params: { collection, id } })
          else {
            const body = { ids: own.map(({ _id }) => _id) }
            await api.deleteEntries({ params: { collection }, body })
          }
        }
      }}
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

function deletionTexts(entries: readonly EntryOfCollection[]) {
  const [first, ...others] = entries
  if (first && others.length === 0) {
    const textPrefix = textPrefixOf(first.collection, first)
    return {
      question: t(`${textPrefix}.confirmDelete`),
      english: t.en(`${textPrefix}.confirmDelete`),
      deleted: t(`${textPrefix}.deleted`),
      failed: t(`${textPrefix}.deleteFailed`),
      restored: t(`${textPrefix}.restored`),
    }
  }
  const isOfOne = others.every(({ collection }) => collection === first?.collection)
  const textPrefix = first && isOfOne ? collectionScreens[first.collection].textPrefix : 'all'
  const n = formatNumber(entries.length)
  return {
    question: t(`${textPrefix}.confirmDeleteMany`, { n }),
    english: null,
    deleted: t(`${textPrefix}.deletedMany`, { n }),
    failed: t(`${textPrefix}.deleteFailedMany`),
    restored: t(`${textPrefix}.restoredMany`, { n }),
  }
}
