import { validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { type FormEvent, useEffect, useState } from 'react'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { usePaperDraft } from '../papers/paper-draft.ts'
import type { Attachment } from '../session/attachments.ts'
import type { EntrySession } from '../session/entry-session.ts'
import type { EntryValues } from '../session/entry-values.ts'
import type { SessionList } from '../session/session-list.ts'
import { isStoreBroken, useEntrySessions } from '../session/use-entry.ts'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'
import { wrongEntry } from './entry-errors.ts'
import { withoutChosen } from './entry-sheets.tsx'
import { openedFiles } from './opened-files.ts'
import type { Properties } from './properties.ts'

const t = withCopy(entriesCopy, photoPaperCopy)

export type EntryFormState = NonNullable<ReturnType<typeof useEntryForm>>

/**
 * The form that publishes entries. A failure loses nothing typed or chosen.
 * @param onPublished called with all entries when the last one is published
 * @param initial properties of a new entry until others are chosen
 * @returns null until the browser has read what was left in it before
 */
export function useEntryForm(
  collection: CollectionName,
  onPublished: (entries: readonly Entry[]) => void,
  initial: Properties = {},
) {
  const { api, notifyQueued } = useWriteApi()
  const cache = useEntryCache(collection)
  const form = `new:${collection}`
  const list = useEntrySessions({ api, collection, form, properties: textOfProperties(initial) })
  const paper = usePaperDraft(collection)
  /** Validation errors are shown from the first failed attempt on. */
  const [failedAttempts, setFailedAttempts] = useState(0)
  useOpenedFiles(collection, list)
  const main = list?.sessions()[0]
  useUnsavedWork(
    Boolean(list?.isPublishing() || (isStoreBroken() && main && !main.isEmpty() && main.isDirty())),
  )
  if (!list || !main) return null

  const view = main.view()
  const { values, files } = view
  const entries = list.entries()
  const isOne = entries.length < 2
  const { maxFiles, datesRequired }: CollectionRow = collections[collection]
  const isRunning = list.isPublishing()
  const tooMany =
    isOne && files.length > maxFiles
      ? validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn
      : undefined
  const isUnanswered = list.isAsked() && list.together() === null
  const isPaperOpen = paper.isOpen(chosenIn(files).map(({ file }) => file))
  const validate = (session: EntrySession) => {
    const { values, files, state } = session.view()
    return state === 'ended' ? {} : wrongEntry(collection, values, files)
  }
  const errors = collectErrors(entries, (session) => {
    const { hasFailed, error } = session.view()
    return { ...(hasFailed && failedFields(error)), ...(failedAttempts > 0 && validate(session)) }
  })

  const choose = (chosen: readonly File[]) => {
    const present = entries.flatMap((one) => chosenIn(one.view().files))
    return list.choose(withoutChosen(chosen, present))
  }
  const clear = (next: Partial<EntryValues> = {}) => {
    setFailedAttempts(0)
    paper.forget()
    return list.reset(next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (list.isPublishing()) return
    const hasErrors = entries.some((one) => Object.keys(validate(one)).length > 0)
    if (hasErrors || tooMany || isUnanswered || isPaperOpen) {
      return setFailedAttempts(failedAttempts + 1)
    }
    await list.publish()
    // Also after a failure: an entry may exist although its response was lost.
    cache.refresh()
    if (!list.isDone()) return setFailedAttempts(failedAttempts + 1)
    const published = entries.flatMap((one) => one.view().entry ?? [])
    // Examinations and holidays are entered one after the other.
    const { kind = '' } = values.properties
    void clear(datesRequired ? { properties: { ...textOfProperties(initial), kind } } : {})
    onPublished(published)
    notifyQueued()
  }

  return {
    list,
    main,
    view,
    entries,
    files,
    isOne,
    isUnanswered,
    isRunning,
    tooMany,
    failedAttempts,
    errors: {
      ...errors,
      together: failedAttempts > 0 && isUnanswered ? t('sheets.ask.missing') : undefined,
      paper: failedAttempts > 0 && isPaperOpen ? t('paper.open.error') : undefined,
    },
    /** Those whose publishing failed. */
    failed: entries.filter((one) => one.view().hasFailed),
    paper,
    /** Replaces files by the document that was made of photos, or puts the photos back. */
    takePaper: async (removed: readonly string[], added: readonly File[]) => {
      const left = main.view().files.filter(({ id }) => !removed.includes(id))
      list.arrange(
        main,
        left.map(({ id }) => id),
      )
      if (added.length > 0) await choose(added)
      // Photos beside their document are never entries of their own.
      const isDocument = added[0]?.type === 'application/pdf'
      if (added.length > 1 && isDocument) await list.setTogether(true)
    },
    choose,
    submit,
    /** Empties the form. Resolves to whether a draft on the server was discarded. */
    reset: async () => {
      const isDiscarded = await clear()
      if (isDiscarded) cache.refresh()
      return isDiscarded
    },
    /** Begins an entry with these values; returns false, and changes nothing, if something is typed. */
    start: (next: { title: string; properties: Properties }): boolean => {
      const isTyped = values.body.trim() !== '' || files.length > 0
      if (isRunning || isTyped) return false
      main.edit({ title: next.title, properties: textOfProperties(next.properties) })
      return true
    },
    setBody: (body: string) => {
      main.edit({ body })
      if (list.isAsked() && list.together() === null && body.trim() !== '') {
        void list.setTogether(true)
      }
    },
    setTiming: (change: Partial<EntryValues['timing']>) =>
      list.edit({ timing: { ...values.timing, ...change } }),
    setProperties: (change: Properties) =>
      list.edit({ properties: { ...values.properties, ...textOfProperties(change) } }),
  }
}

/** Takes files that the desktop app was asked to open. */
function useOpenedFiles(collection: CollectionName, list: SessionList | null): void {
  useEffect(() => {
    if (collection !== 'notices' || !list) return
    const take = () => {
      const files = openedFiles.take()
      if (files.length > 0) void list.choose(files)
    }
    take()
    return openedFiles.subscribe(take)
  }, [collection, list])
}

/** The chosen files, without those that only the server has. */
export function chosenIn(files: readonly Attachment[]): (Attachment & { file: File })[] {
  return files.flatMap((one) => (one.file ? [{ ...one, file: one.file }] : []))
}

/** Returns properties with an empty text for those that are unset. */
export const textOfProperties = (properties: Properties): Record<string, string> =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value ?? '']))

/** Groups the errors of all entries; those of titles and files by session, of others by field. */
function collectErrors(
  sessions: readonly EntrySession[],
  errorsOf: (session: EntrySession) => Readonly<Record<string, string>>,
) {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  const shared: Record<string, string> = {}
  let wrongBody: string | undefined
  for (const session of sessions) {
    const { title, file, body, ...others } = errorsOf(session)
    if (title) titles[session.key] = title
    wrongBody = body ?? wrongBody
    if (file) files[session.key] = file
    Object.assign(shared, others)
  }
  return { titles, files, shared, body: wrongBody }
}
