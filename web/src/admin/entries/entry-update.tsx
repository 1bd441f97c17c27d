import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import type { Toast } from '../../ui/toast.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { forgetPaper } from '../papers/paper-store.ts'
import type { EntrySession } from '../session/entry-session.ts'
import { useEditedEntry } from '../session/use-edited-entry.ts'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

/** Props of a dialog that changes an entry. */
export interface DialogProps {
  collection: CollectionName
  entry: Entry
  onClose: () => void
}

interface EntryUpdateOptions {
  /** Whether what is typed is kept on the server as a change; otherwise the list's entry is enough. */
  autosaves?: boolean
  savedText: EntriesTextKey
  /** Returns the action of the message that the entry was changed. */
  undoFor?: (entry: Entry) => NonNullable<Toast['action']>
}

export type EntryUpdate = ReturnType<typeof useEntryUpdate>

/** Changes an entry and closes its dialog. After a conflict, the current version can be loaded. */
export function useEntryUpdate(
  { collection, entry: opened, onClose }: DialogProps,
  { autosaves = false, savedText, undoFor }: EntryUpdateOptions,
) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const { edited, restart } = useEditedEntry({ api, collection, opened, autosaves })
  const session = edited?.session
  const [isSaving, setSaving] = useState(false)
  const isKept = !opened.status && session?.view().entry?.status === 'draft'
  // The list says that a change was started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the server keeps it
  useEffect(() => {
    if (isKept) cache.refresh()
  }, [isKept])
  const waiting = useRef<((session: EntrySession) => void)[]>([])
  useEffect(() => {
    if (!session) return
    for (const run of waiting.current.splice(0)) run(session)
  }, [session])
  const paper = `${collection}/${opened._id}`
  const forget = () => forgetPaper(paper)
  const notify = (entry: Entry) => {
    // What waits is not what the list shows.
    const isHidden = entry.status !== undefined
    if (!isHidden) cache.put(entry)
    const isSent = isHidden && !opened.status
    notifySaved({
      text: t(isSent ? 'draft.sent' : isHidden ? 'draft.kept' : savedText),
      records: [entry._id],
      // A change that only waits in the desktop app is cancelled there.
      ...(!isHidden && !entry.queued && undoFor && { action: undoFor(entry) }),
    })
  }
  const save = async () => {
    if (!session || isSaving) return
    setSaving(true)
    await session.publish()
    setSaving(false)
    cache.refresh()
    const { state, entry } = session.view()
    if (state !== 'finished' || !entry) return
    forget()
    onClose()
    notify(entry)
  }
  const reload = useMutation({
    mutationFn: async () => session?.reload() ?? null,
    onSuccess: cache.refresh,
  })
  return {
    edited,
    view: session?.view(),
    isSaving,
    /** Calls it with the session, which opens a moment after the dialog. */
    whenOpen(run: (session: EntrySession) => void) {
      if (session) run(session)
      else waiting.current.push(run)
    },
    save,
    reload,
    /** Closes the dialog; what was kept on the server since it was opened is discarded. */
    async cancel() {
      const { state = 'clean', entry = null } = session?.view() ?? {}
      const isUnsettled = state === 'sending' || state === 'unanswered'
      const isKept = entry?.status !== undefined || isUnsettled
      session?.removeStored()
      forget()
      if (!session || opened.status || edited?.resumed || !isKept) return onClose()
      const discarded = session.discard()
      onClose()
      await discarded
      cache.refresh()
    },
    /** Discards a change that is kept on the server, and opens the entry as it is. */
    discard: useMutation({
      mutationFn: async () => session?.discard(),
      onSuccess: () => {
        forget()
        restart()
        cache.refresh()
        notifySaved({ text: t('draft.deleted') })
      },
    }),
  }
}

interface UpdateFailureProps {
  update: EntryUpdate
  failed: EntriesTextKey
  onReloaded?: () => void
}

/** The error of an update. After a conflict, offers to load the current version. */
export function UpdateFailure({
  update: { view, reload },
  failed,
  onReloaded = () => {},
}: UpdateFailureProps) {
  if (!view?.publishFailed) return null
  if (view.state !== 'conflict') {
    return (
      <Alert tone="error" ref={focusOnMount}>
        <b>
          <Bilingual {...t.pair(failed)} />
        </b>{' '}
        {failureText(view.error)}
      </Alert>
    )
  }
  return (
    <Conflict
      isGone={hasCode(view.error, 'not_found')}
      error={reload.error}
      isReloading={reload.isPending}
      onReload={() => reload.mutate(undefined, { onSuccess: onReloaded })}
    />
  )
}

interface ConflictProps {
  isGone: boolean
  /** Why reading the current version failed. */
  error: unknown
  isReloading: boolean
  onReload: () => void
}

/** Says that someone else has changed or deleted the entry, and offers what it is now. */
export function Conflict({ isGone, error, isReloading, onReload }: ConflictProps) {
  if (isGone) {
    return (
      <Alert tone="error" ref={focusOnMount}>
        {t('dialog.delete.gone')}
      </Alert>
    )
  }
  return (
    <Alert tone="warn" ref={focusOnMount}>
      <p>{t('dialog.conflict')}</p>
      {error !== null && <p>{failureText(error)}</p>}
      <Button small icon="refresh" busy={isReloading} onClick={onReload}>
        {t('dialog.conflict.reload')}
      </Button>
    </Alert>
  )
}

/** The current title and beginning of the text, after a conflict. */
export function CurrentTitle({ update: { reload } }: { update: EntryUpdate }) {
  const { data: now } = reload
  if (!now) return null
  return (
    <>
      <p>
        {t('dialog.conflict.now')} <span className="quote">{now.title}</span>
      </p>
      {now.excerpt && (
        <p>
          {t('body.now')} <span className="quote">{now.excerpt}</span>
        </p>
      )}
    </>
  )
}
