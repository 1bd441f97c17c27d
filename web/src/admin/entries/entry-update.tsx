import type { Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { withCopy } from '../t.ts'
import { useUpload } from '../uploads/upload-file.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

/** Props of a dialog that changes an entry. */
export interface DialogProps {
  collection: CollectionName
  entry: Entry
  onClose: () => void
}

type EntryUpdate = ReturnType<typeof useEntryUpdate>

/** Updates an entry and closes its dialog. After a conflict, the current version can be loaded. */
export function useEntryUpdate(
  { collection, entry: opened, onClose }: DialogProps,
  savedText: EntriesTextKey,
) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const upload = useUpload()
  const [current, setCurrent] = useState(opened)
  const params = { collection, id: opened._id }
  const save = useMutation({
    mutationFn: ({ added = [], ...change }: EntryChange & { added?: readonly File[] }) => {
      const body = { ...change, __v: current.__v }
      if (added.length === 0) return api.updateEntry({ params, body })
      return upload.upload(added, (file, options) =>
        api.updateEntry({ params, body, file }, options),
      )
    },
    onSuccess: (entry) => {
      cache.put(entry)
      onClose()
      notifySaved({ text: t(savedText) })
    },
    onSettled: () => cache.refresh(),
  })
  const reload = useMutation({
    mutationFn: () => api.getEntry({ params }),
    onSuccess: (entry) => {
      setCurrent(entry)
      cache.refresh()
    },
  })
  return { current, isReloaded: current !== opened, save, reload, upload }
}

interface UpdateFailureProps {
  update: EntryUpdate
  failed: EntriesTextKey
  onReloaded?: () => void
}

/** The error of an update. After a conflict, offers to load the current version. */
export function UpdateFailure({
  update: { save, reload },
  failed,
  onReloaded = () => {},
}: UpdateFailureProps) {
  if (!save.error) return null
  if (hasCode(save.error, 'not_found')) {
    return (
      <Alert tone="error" ref={focusOnMount}>
        {t('dialog.delete.gone')}
      </Alert>
    )
  }
  if (!hasCode(save.error, 'conflict')) {
    return (
      <Alert tone="error" ref={focusOnMount}>
        <b>
          <Bilingual {...t.pair(failed)} />
        </b>{' '}
        {failureText(save.error)}
      </Alert>
    )
  }
  const onSuccess = () => {
    save.reset()
    onReloaded()
  }
  return (
    <Alert tone="warn" ref={focusOnMount}>
      <p>{t('dialog.conflict')}</p>
      {reload.isError && <p>{failureText(reload.error)}</p>}
      <Button
        small
        icon="refresh"
        busy={reload.isPending}
        onClick={() => reload.mutate(undefined, { onSuccess })}
      >
        {t('dialog.conflict.reload')}
      </Button>
    </Alert>
  )
}

/** The current title and beginning of the text, after a conflict. */
export function CurrentTitle({ update: { current, isReloaded } }: { update: EntryUpdate }) {
  if (!isReloaded) return null
  return (
    <>
      <p>
        {t('dialog.conflict.now')} <span className="quote">{current.title}</span>
      </p>
      {current.excerpt && (
        <p>
          {t('body.now')} <span className="quote">{current.excerpt}</span>
        </p>
      )}
    </>
  )
}
