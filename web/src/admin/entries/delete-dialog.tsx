import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { collectionScreens, kindOf } from '../components/screens.ts'
import { withCopy } from '../t.ts'
import { useEntryCache, useRestore } from './entry-mutations.ts'

const t = withCopy(entriesCopy)

interface DeleteDialogProps {
  collection: CollectionName
  /** One or more, as the list showed them. */
  entries: readonly Entry[]
  onClose: () => void
  onGone: () => void
}

/** So many titles are shown before one must trust the number. */
const TITLES_SHOWN = 5

/** Asks before entries go to the bin. Opens on the button that leaves them where they are. */
export function DeleteDialog({ collection, entries, onClose, onGone }: DeleteDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const toasts = useToasts()
  const restore = useRestore(collection)
  const refusal = useRef<HTMLDivElement>(null)
  const texts = deletionTexts(collection, entries)
  const ids = entries.map(({ _id }) => _id)
  const [id, ...others] = ids
  const isOne = others.length === 0
  const remove = useMutation({
    mutationFn: async () => {
      if (!isOne || !id) {
        await api.deleteEntries({ params: { collection }, body: { ids } })
        return 'deleted'
      }
      try {
        await api.deleteEntry({ params: { collection, id } })
        return 'deleted'
      } catch (error) {
        // Someone else was quicker: what was wanted is so.
        if (hasCode(error, 'not_found')) return 'gone'
        throw error
      }
    },
    onSuccess: (outcome) => {
      cache.drop(ids)
      onClose()
      onGone()
      if (outcome === 'gone') toasts.show({ tone: 'ok', text: t('dialog.delete.gone') })
      else {
        writing.notifySaved({
          text: texts.deleted,
          action: {
            label: t('toast.undo'),
            icon: 'undo',
            run: () => {
              restore.mutate(entries)
              // The button that was pressed goes with its message.
              onGone()
            },
          },
        })
      }
    },
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (remove.isError) refusal.current?.focus()
  }, [remove.isError])
  return (
    <ConfirmDialog
      title={t('dialog.delete.title')}
      yes={{ icon: 'trash', label: t('dialog.yesDelete'), busy: remove.isPending }}
      onYes={() => remove.mutate()}
      onClose={onClose}
    >
      {remove.isError && (
        <Alert tone="error" ref={refusal}>
          <b>{texts.failed}</b>{' '}
          {hasCode(remove.error, 'not_found') ? t('delete.someGone') : failureText(remove.error)}
        </Alert>
      )}
      {isOne ? (
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
      <p>
        {texts.question}
        {texts.english && (
          <span className="muted confirm__en" lang="en">
            {texts.english}
          </span>
        )}
      </p>
      <p className="muted">{t('dialog.delete.warning')}</p>
    </ConfirmDialog>
  )
}

function deletionTexts(collection: CollectionName, entries: readonly Entry[]) {
  const [only, ...others] = entries
  if (only && others.length === 0) {
    const kind = kindOf(collection, only)
    return {
      question: t(`${kind}.confirmDelete`),
      english: t.en(`${kind}.confirmDelete`),
      deleted: t(`${kind}.deleted`),
      failed: t(`${kind}.deleteFailed`),
    }
  }
  const { kind } = collectionScreens[collection]
  const n = formatNumber(entries.length)
  return {
    question: t(`${kind}.confirmDeleteMany`, { n }),
    english: null,
    deleted: t(`${kind}.deletedMany`, { n }),
    failed: t(`${kind}.deleteFailedMany`),
  }
}
