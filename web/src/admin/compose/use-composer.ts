import { validationText } from '@bidyaloy/shared/api/issue-text'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type FormEvent, useEffect, useState } from 'react'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { useEntryCache } from '../entries/entry-cache.ts'
import { wrongEntry } from '../entries/entry-errors.ts'
import { openedFiles } from '../entries/opened-files.ts'
import { type Properties, textOfProperties } from '../entries/properties.ts'
import type { PageStart } from '../entries/standard-pages.tsx'
import { usePaperDraft } from '../papers/paper-draft.ts'
import { chosenIn } from '../session/attachments.ts'
import type { EntrySession } from '../session/entry-session.ts'
import type { EntryValues } from '../session/entry-values.ts'
import type { SessionList } from '../session/session-list.ts'
import type { Proposed } from '../session/session-store.ts'
import { isStoreBroken, useEntrySessions } from '../session/use-entry.ts'
import { withCopy } from '../t.ts'
import { withoutChosen } from './entry-sheets.tsx'
import { chosenNames, useProposals } from './use-proposals.ts'

const t = withCopy(entriesCopy, photoPaperCopy)

export type ComposerState = NonNullable<ReturnType<typeof useComposer>>

interface ComposerOptions {
  /** Name of the composer: entries of an earlier visit open in the one where they were written. */
  name: string
  /** Of a new entry, until another is proposed or chosen. */
  collection: CollectionName
  /** What a new entry has without proposals; undefined if nothing is proposed. */
  chosen: readonly Proposed[] | undefined
  /** Called with all entries when the last one is published. */
  onPublished: (entries: readonly Entry[], collection: CollectionName) => void
  /** Properties of a new entry until others are chosen. */
  initial: Properties
}

/**
 * The form that publishes entries. A failure loses nothing typed or chosen.
 * @returns null until the browser has read what was left in it before
 */
export function useComposer({ name, onPublished, initial, ...options }: ComposerOptions) {
  const { api, notifyQueued } = useWriteApi()
  const properties = textOfProperties(initial)
  const list = useEntrySessions({ api, form: `new:${name}`, properties, ...options })
  const collection = list?.collection() ?? options.collection
  const cache = useEntryCache()
  const paper = usePaperDraft(name)
  /** Validation errors are shown from the first failed attempt on. */
  const [failedAttempts, setFailedAttempts] = useState(0)
  useOpenedFiles(name, list)
  useProposals(list, options.collection)
  const main = list?.sessions()[0]
  useUnsavedWork(
    Boolean(list?.isPublishing() || (isStoreBroken() && main && !main.isEmpty() && main.isDirty())),
  )
  if (!list || !main) return null

  const view = main.view()
  const isPaperOpen = paper.isOpen(chosenIn(view.files).map(({ file }) => file))
  const wrong = wrongInForm(list, { collection, isPaperOpen })
  const clear = (next: Partial<EntryValues> = {}) => {
    setFailedAttempts(0)
    paper.forget()
    return list.reset(next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (list.isPublishing()) return
    if (wrong.isAny) return setFailedAttempts(failedAttempts + 1)
    await list.publish()
    // Also after a failure: an entry may exist although its response was lost.
    cache.refresh()
    if (!list.isDone()) return setFailedAttempts(failedAttempts + 1)
    const published = list.entries().flatMap((one) => one.view().entry ?? [])
    // The list of drafts still has them until it is read again.
    cache.drop(published.map(({ _id }) => _id))
    // Examinations and holidays are entered one after the other.
    const { datesRequired }: CollectionRow = collections[collection]
    const { kind = '' } = view.values.properties
    void clear(datesRequired ? { properties: { ...textOfProperties(initial), kind } } : {})
    onPublished(published, collection)
    notifyQueued()
  }
  return {
    list,
    collection,
    main,
    view,
    files: view.files,
    entries: list.entries(),
    isOne: list.entries().length < 2,
    isRunning: list.isPublishing(),
    failedAttempts,
    errors: errorsInForm(list, { wrong, isTried: failedAttempts > 0 }),
    paper,
    submit,
    ...formActions(list, main),
    /** Empties the form. Resolves to the ids of the drafts that the server has discarded. */
    reset: async () => {
      const discarded = await clear()
      if (discarded.length > 0) cache.refresh()
      return discarded
    },
  }
}

/** What a form does with its entries. */
function formActions(list: SessionList, main: EntrySession) {
  const choose = (chosen: readonly File[]) => {
    const present = list.entries().flatMap((one) => chosenIn(one.view().files))
    return list.choose(withoutChosen(chosen, present))
  }
  return {
    choose,
    /** Replaces files by the document that was made of photos, or puts the photos back. */
    takePaper: async (removed: readonly string[], added: readonly File[]) => {
      const left = main.view().files.flatMap(({ id }) => (removed.includes(id) ? [] : id))
      list.arrange(main, left)
      if (added.length > 0) await choose(added)
    },
    /** Begins an entry with these values; returns false, and changes nothing, if something is typed. */
    start: ({ title, body, properties }: PageStart): boolean => {
      const { values, files } = main.view()
      // Begun at an earlier visit.
      if (body && values.title === title) return true
      if (list.isPublishing() || values.body.trim() !== '' || files.length > 0) return false
      main.edit({ title, ...(body && { body }), properties: textOfProperties(properties) })
      return true
    },
    /** Changes the entry; of several, what they share. */
    edit: ({ timing, properties, ...part }: Partial<EntryValues>) => {
      if (timing) list.edit({ timing })
      if (properties) {
        main.markChosen(...chosenNames(main.view().values.properties, properties))
        list.edit({ properties })
      }
      if (Object.keys(part).length > 0) main.edit(part)
    },
    setCollection: (next: CollectionName) => {
      main.markChosen('collection')
      void list.setCollection(next)
    },
  }
}

/** Takes files that the desktop app was asked to open. */
function useOpenedFiles(name: string, list: SessionList | null): void {
  useEffect(() => {
    if (name !== 'notices' || !list) return
    const take = () => {
      const files = openedFiles.take()
      if (files.length > 0) void list.choose(files)
    }
    take()
    return openedFiles.subscribe(take)
  }, [name, list])
}

interface WrongInForm {
  isAny: boolean
  /** What is wrong with each entry that is not published yet, by session. */
  entries: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What is wrong with the form. */
  form: Readonly<Record<'paper' | 'file', string | undefined>>
}

function wrongInForm(
  list: SessionList,
  { collection, isPaperOpen }: { collection: CollectionName; isPaperOpen: boolean },
): WrongInForm {
  const { maxFiles } = collections[collection]
  const sessions = list.entries()
  const left = sessions.filter((one) => one.view().state !== 'finished')
  const entries = Object.fromEntries(
    left.map((one) => [one.key, wrongEntry(collection, one.view())]),
  )
  const hasTooMany =
    sessions.length === 1 && sessions.some((one) => one.view().files.length > maxFiles)
  const form = {
    paper: isPaperOpen ? t('paper.open.error') : undefined,
    file: hasTooMany
      ? validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn
      : undefined,
  }
  const isAny = [form, ...Object.values(entries)].some((all) => Object.values(all).some(Boolean))
  return { isAny, entries, form }
}

/** Groups the errors of all entries; those of titles and files by session, of others by field. */
function errorsInForm(
  list: SessionList,
  { wrong, isTried }: { wrong: WrongInForm; isTried: boolean },
) {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  const shared: Record<string, string | undefined> = {}
  for (const session of list.entries()) {
    const { publishFailed, error } = session.view()
    const { title, file, ...others }: Record<string, string> = {
      ...(publishFailed && failedFields(error)),
      ...(isTried && wrong.entries[session.key]),
    }
    if (title) titles[session.key] = title
    if (file) files[session.key] = file
    Object.assign(shared, others)
  }
  const { paper, file } = wrong.form
  const isOne = list.entries().length < 2
  const ofOne = isOne && { title: Object.values(titles)[0], file: file ?? Object.values(files)[0] }
  const all: typeof shared = { ...shared, ...(isTried && { paper }), ...ofOne }
  return { titles, files, shared: all }
}
