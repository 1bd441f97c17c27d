import type { Api, CallOptions } from '@bidyaloy/shared/api/api'
import { type Entry, type EntryChange, versionsOf } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { orNull } from '../../ui/page-context.ts'
import type { Toast } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { drafts } from '../form/drafts.ts'
import { forgetPaper } from '../papers/paper-store.ts'
import { withCopy } from '../t.ts'
import { prepareFile, prepareOneOfSeveral } from '../uploads/prepare-file.ts'
import { createUploadQueue, type UploadWork } from '../uploads/upload-queue.ts'
import { useEntryCache } from './entry-cache.ts'
import { readSentParts, storeSentParts } from './entry-draft.ts'
import { createPartSender, partsOf } from './entry-parts.ts'

const t = withCopy(entriesCopy)

/** Props of a dialog that changes an entry. */
export interface DialogProps {
  collection: CollectionName
  entry: Entry
  onClose: () => void
}

export type EntryUpdate = ReturnType<typeof useEntryUpdate>

/** What a dialog saves: a change, and a file that replaces the first or new ones among others. */
export interface EntryUpdateRequest {
  change: EntryChange
  file?: File
  files?: AddedFiles
}

/** New files, and where they stand among those that the entry has. */
interface AddedFiles {
  added: readonly File[]
  /** The entry as it was shown, with all files. */
  present: Entry
  /** Paths of the files that stay and new files, in order. */
  places: readonly (string | File)[]
}

interface EntryUpdateOptions {
  /** Whether it resumes a change that is kept on the server. */
  resumes?: boolean
  /** Returns the action of the message that the entry was changed. */
  undoFor?: (entry: Entry) => NonNullable<Toast['action']>
}

/**
 * Updates an entry and closes its dialog. New files go in parts if they are more than one request
 * can hold; after a failure, the others follow. After a conflict, the current version can be loaded.
 */
export function useEntryUpdate(
  { collection, entry: opened, onClose }: DialogProps,
  savedText: EntriesTextKey,
  { resumes = false, undoFor }: EntryUpdateOptions = {},
) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const [queue] = useState(() => createUploadQueue())
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  useEffect(() => () => queue.stopAll(), [queue])
  const [current, setCurrent] = useState(opened)
  const params = { collection, id: opened._id }
  /** Reads the entry, or what is kept of a change of it, which is then based on the present entry. */
  const readCurrent = async () => {
    const entry = await readEntry(api, collection)(opened)
    const change = resumes ? await orNull(api.getDraft({ params })) : null
    if (change?.status !== 'draft') return { entry, now: entry }
    // Where the published entry has changed too, that is what is to be seen.
    const now = change.__v === entry.__v ? change : entry
    return { entry: { ...change, __v: entry.__v }, now }
  }
  const draft = `${collection}/${opened._id}`
  const [sender] = useState(() =>
    createPartSender({
      api,
      collection,
      parts: readSentParts(draft),
      onChange: (parts) => storeSentParts(draft, parts),
    }),
  )
  const show = (entry: Entry) => {
    sender.note(entry)
    setCurrent(entry)
  }
  /** Sends files with the first request; throws what ended the upload. */
  const run = async (files: readonly File[], work: Omit<UploadWork, 'prepare' | 'together'>) => {
    queue.put(files)
    const prepare = files.length > 1 ? prepareOneOfSeveral : prepareFile
    await queue.run({ prepare, together: true, ...work })
    const failed = queue.list().find(({ phase }) => phase === 'failed')
    if (failed) throw failed.error
  }
  const sendInParts = async (
    change: EntryChange,
    { added, present, places }: AddedFiles,
    isKept: boolean,
  ) => {
    let entry = present
    if (sender.parts()?.sending.length) {
      // The response was lost. Only if the part has arrived, the present version is ours.
      const { entry: found } = await readCurrent()
      sender.note(found)
      if (added.some(sender.pathOf)) entry = found
    } else sender.note(present)
    setCurrent(entry)
    const left = added.filter((file) => !sender.pathOf(file))
    const order = places.map((place) => (typeof place === 'string' ? place : sender.pathOf(place)))
    const stored = filesOf(entry)
    const isSaved =
      order.length === stored.length && order.every((path, i) => path === stored[i]?.filePath)
    const isPublished = opened.status === entry.status
    if (isSaved && isPublished && Object.keys(change).length === 0) return entry
    await run(left, {
      ...partsOf(collection),
      send: async ({ sources, files }, options) => {
        const fields = { ...change, ...goalOf(opened, entry, isKept) }
        entry = await sender.update(fields, { sources, files, places, options })
        setCurrent(entry)
      },
      sharedFields: JSON.stringify(change),
    })
    return entry
  }
  const save = useMutation({
    mutationFn: async ({ file, change, files }: EntryUpdateRequest) => {
      if (files) return sendInParts(change, files, false)
      const body = { ...change, ...goalOf(opened, current, false) }
      let entry = current
      await run(file ? [file] : [], {
        send: async ({ files }, options) => {
          const sent = files.length > 0 && { file: files }
          entry = await api.updateEntry({ params, body, ...sent }, options)
        },
        sharedFields: JSON.stringify(body),
      })
      return entry
    },
    onSuccess: (entry) => {
      drafts.forget(draft)
      forgetPaper(drafts.key(draft))
      // What waits is not what the list shows.
      const isHidden = entry.status !== undefined
      if (!isHidden) cache.put(entry)
      onClose()
      const isSent = isHidden && !opened.status
      notifySaved({
        text: t(isSent ? 'draft.sent' : isHidden ? 'draft.kept' : savedText),
        records: [entry._id],
        // A change that only waits in the desktop app is cancelled there.
        ...(!isHidden && !entry.queued && undoFor && { action: undoFor(entry) }),
      })
    },
    onSettled: () => cache.refresh(),
  })
  const reload = useMutation({
    mutationFn: readCurrent,
    onSuccess: ({ entry }) => {
      show(entry)
      cache.refresh()
    },
  })
  return {
    current,
    show,
    /** Sends new files as part of a change that is not published. */
    keepFiles: (change: EntryChange, files: AddedFiles) => sendInParts(change, files, true),
    /** What others see after a conflict. */
    now: reload.data?.now,
    save,
    reload,
    uploads,
    cancel: queue.stopAll,
    /** Path of a new file that has arrived. */
    pathOf: sender.pathOf,
    /** Returns the files that have not arrived, also not before a reload. */
    withoutArrived: async (files: readonly File[], present: Entry): Promise<File[]> => {
      await sender.recognise(files)
      if (!sender.entry()) sender.note(present)
      return files.filter((file) => !sender.pathOf(file))
    },
  }
}

/**
 * Returns the status and versions of an update. A draft stays a draft; the kept change of a published
 * entry is published, unless this update is only to be kept.
 * @param opened the entry with which the dialog was opened
 * @param current as last read
 */
export function goalOf(
  opened: Entry,
  current: Entry,
  isKept: boolean,
): Pick<EntryChange, 'status' | '__v' | 'draftVersion'> {
  const status = isKept ? 'draft' : (opened.status ?? (current.status && 'published'))
  return { ...(isKept && { draftVersion: 0 }), ...versionsOf(current), ...(status && { status }) }
}

/** Whether what is typed in the dialog of an entry is kept as a change on the server. */
export function keepsChange(collection: CollectionName, { status }: Entry): boolean {
  // Albums are sent in parts of their own, and the desktop app keeps its changes itself.
  return !status && !inDesktopApp() && partsOf(collection).maxRequestBytes === undefined
}

/** Loads an entry or a draft. */
function readEntry(api: Pick<Api, 'getEntry' | 'getDraft'>, collection: CollectionName) {
  return ({ _id: id, status }: Entry, options?: CallOptions): Promise<Entry> =>
    (status ? api.getDraft : api.getEntry)({ params: { collection, id } }, options)
}

/**
 * Loads what lists leave out: the text, and the files of an album. `full` is null until then, and
 * where the loaded entry is `newer` than the current one.
 */
export function useFullEntry(collection: CollectionName, entry: Entry, current: Entry) {
  const api = useAdminApi()
  const { excerpt, body, fileCount } = current
  const isPartial = (excerpt !== undefined && body === undefined) || fileCount !== undefined
  const { data, isError } = useQuery({
    // Not refreshed with the lists: what is being edited changes only by a reload after a conflict.
    queryKey: ['full', collection, entry._id, entry.status],
    queryFn: ({ signal }) => readEntry(api, collection)(entry, { signal }),
    enabled: isPartial,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const full = isPartial ? data : current
  const isCurrent = full?.__v === current.__v
  return {
    full: full && isCurrent ? full : null,
    newer: full && full.__v > current.__v ? full : null,
    isError,
  }
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
export function CurrentTitle({ update: { now } }: { update: EntryUpdate }) {
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
