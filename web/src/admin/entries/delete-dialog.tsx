import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { collectionScreens, textPrefixOf } from '../components/collection-screens.ts'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { focusOnMount } from '../components/focus.ts'
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
export function DeleteDialog({ collection, entries, onClose, onGone }: DeleteDialogProps) {
  const { api, notifySaved } = useWriteApi()
  const trash = useAdminApi()
  const cache = useEntryCache(collection)
  const texts = deletionTexts(collection, entries)
  const ids = entries.map(({ _id }) => _id)
  const [id, ...others] = ids
  const restore = useUndo<void>({
    done: texts.restored,
    records: ids,
    undo: () =>
      id && others.length === 0
        ? trash.restoreTrash({ params: { id } })
        : trash.restoreFromTrash({ body: { ids } }),
    onRun: onGone,
    onSettled: cache.refresh,
  })
  const remove = useMutation({
    mutationFn: async () => {
      if (!id || others.length > 0) {
        await api.deleteEntries({ params: { collection }, body: { ids } })
        return 'deleted'
      }
      try {
        await api.deleteEntry({ params: { collection, id } })
        return 'deleted'
      } catch (error) {
        // Another admin has already deleted it.
        if (hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      cache.drop(ids)
      onClose()
      onGone()
      if (outcome === 'gone') return notifySaved({ text: t('dialog.delete.gone'), records: ids })
      notifySaved({ text: texts.deleted, records: ids, action: restore() })
    },
    onSettled: () => cache.refresh(),
  })
  return (
    <ConfirmDialog
      title={texts.question}
      yes={{ icon: 'trash', label: t('dialog.yesDelete'), busy: remove.isPending }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{texts.failed}</b>{' '}
          {hasCode(remove.error, 'not_found') ? t('delete.someGone') : failureText(remove.error)}
        </Alert>
      )}
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
      {texts.english && (
        <p className="muted" lang="en">
          {texts.english}
        </p>
      )}
      <p className="muted">{t('dialog.delete.warning')}</p>
    </ConfirmDialog>
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
