import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { type Entry, NewEntry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { collectionScreens } from '../components/screens.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { drafts } from '../form/drafts.ts'
import { withCopy } from '../t.ts'
import { tooLargeText, unlikelyText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { prepareFile, titleOfFile } from '../uploads/prepare-file.ts'
import { createUploadQueue, type Upload } from '../uploads/upload-queue.ts'
import { useEntryCache } from './entry-mutations.ts'
import { openedFiles } from './opened-files.ts'
import { publishedLinks } from './published-links.ts'
import {
  fromText,
  NO_TIMING,
  newTiming,
  scheduledFor,
  type Timing,
  type TimingField,
  wrongOrder,
} from './timing.ts'

const t = withCopy(entriesCopy)

const NOTHING_WRONG: InvalidValues = { titles: {}, files: {}, timing: {} }

/**
 * The form that publishes entries. Whatever goes wrong, nothing typed or chosen is lost.
 * @param onPublished is told of all entries when every one is there
 */
export function useEntryForm(
  collection: CollectionName,
  onPublished: (entries: readonly Entry[]) => void,
) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const maxBytes = useMaxUploadBytes()
  const [draft] = useState(() => readDraft(collection))
  const [queue] = useState(() => createUploadQueue(draft.title, isProposed(draft)))
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  const isRunning = useSyncExternalStore(queue.subscribe, queue.isRunning)
  /** What the server has taken of the uploads that are listed now. */
  const created = useRef<readonly Entry[]>([])
  const [timing, setTiming] = useState(draft.timing)
  const [leftBehind, setMissingFiles] = useState<FileTitles>(draft.files)
  /** Counts the tries that did not succeed; from the first one on, faults are shown. */
  const [refusals, setRefusals] = useState(0)

  useEffect(() => {
    storeDraft(collection, uploads, timing, leftBehind)
  }, [collection, uploads, timing, leftBehind])
  useEffect(() => () => queue.stopAll(), [queue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when nothing is on its way, not each time
  useEffect(() => {
    if (collection !== 'notices' || isRunning) return
    const take = () => {
      const files = openedFiles.take()
      if (files.length > 0) choose(files)
    }
    take()
    return openedFiles.subscribe(take)
  }, [collection, isRunning])
  useUnsavedWork(isRunning || uploads.some(({ file, phase }) => file !== null && phase !== 'done'))

  const clear = () => {
    queue.clear()
    created.current = []
    setTiming(NO_TIMING)
    setMissingFiles({})
    setRefusals(0)
    forgetDraft(collection)
  }

  const choose = (files: readonly File[]) => {
    const known = queue.list().flatMap(({ file, phase }) => (file && phase !== 'done' ? file : []))
    const fresh = files.filter((file) => !known.some((other) => isSame(file, other)))
    const [only, ...others] = queue.list()
    const [first, ...more] = fresh
    // The one file that was left behind may be another one now.
    setMissingFiles((left) => (Object.keys(left).length === 1 ? {} : without(left, fresh)))
    // A file that cannot go as it is makes room for the one chosen instead of it.
    if (
      only?.file &&
      first &&
      others.length + more.length === 0 &&
      isHopeless(collection, only, maxBytes)
    ) {
      return queue.replace(only.id, first, titleOfFile(first))
    }
    queue.add(fresh.map((file) => ({ file, title: leftBehind[file.name] ?? titleOfFile(file) })))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (queue.isRunning()) return
    if (isInvalid(validate(collection, queue.list(), timing, maxBytes)))
      return setRefusals(refusals + 1)
    const fields = newTiming(timing)
    await queue.run({
      prepare: prepareFile,
      send: async ({ title, file }, options) => {
        const entry = await api.createEntry(
          { params: { collection }, body: { title, ...fields }, ...(file && { file }) },
          options,
        )
        created.current = [...created.current, entry]
      },
      sentAlong: JSON.stringify(fields),
    })
    // After an answer that got lost an entry may be there all the same: look.
    cache.refresh()
    if (queue.list().some(({ phase }) => phase !== 'done')) return setRefusals(refusals + 1)
    const entries = created.current
    const text = publishedText(collection, queue.list(), timing)
    clear()
    onPublished(entries)
    writing.notifySaved({ text, links: await publishedLinks(collection, entries) })
  }

  const failed = uploads.filter(({ phase }) => phase === 'failed')
  const validated = refusals > 0 ? validate(collection, uploads, timing, maxBytes) : NOTHING_WRONG
  const refused = rejectedValues(uploads)
  return {
    uploads,
    failed,
    isRunning,
    timing,
    missingFiles: Object.keys(leftBehind),
    refusals,
    wrong: {
      titles: { ...refused.titles, ...validated.titles },
      files: { ...refused.files, ...validated.files },
      timing: { ...refused.timing, ...validated.timing },
    },
    submit,
    clear,
    choose,
    setTiming: (change: Partial<Timing>) => {
      setTiming((before) => ({ ...before, ...change }))
      // What was said of the times before says nothing of these.
      for (const upload of failed) {
        if (Object.keys(rejectedValues([upload]).timing).length > 0) queue.resetFailed(upload.id)
      }
    },
    retitle: (id: string, title: string) => {
      queue.retitle(id, title)
      if (failed.some((upload) => upload.id === id && failedFields(upload.error).title)) {
        queue.resetFailed(id)
      }
    },
    remove: queue.remove,
    stopCurrent: queue.stopCurrent,
    stopAll: queue.stopAll,
  }
}

function isSame(one: File, other: File): boolean {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}

function without(titles: FileTitles, files: readonly File[]): FileTitles {
  const names = files.map(({ name }) => name)
  return Object.fromEntries(Object.entries(titles).filter(([name]) => !names.includes(name)))
}

/** Whether an upload's file was refused, or will probably be. */
function isHopeless(
  collection: CollectionName,
  { file, error }: Upload,
  maxBytes: number,
): boolean {
  if (failedFields(error).file) return true
  if (!file) return false
  const { accepts } = collections[collection]
  return tooLargeText(file, maxBytes) !== null || unlikelyText(accepts, file.name) !== null
}

/** Whether the title of a draft was taken from its file, and no person has touched it. */
function isProposed({ title, files }: ReturnType<typeof readDraft>): boolean {
  return Object.keys(files).some((name) => titleOfFile({ name }) === title)
}

function publishedText(
  collection: CollectionName,
  { length }: readonly Upload[],
  timing: Timing,
): string {
  const scheduled = scheduledFor(timing)
  if (scheduled) return t('timing.scheduled', { moment: fromText(scheduled) })
  const { kind } = collectionScreens[collection]
  return length === 1 ? t(`${kind}.created`) : t(`${kind}.createdMany`, { n: formatNumber(length) })
}

export type InvalidTiming = Partial<Record<TimingField, string>>

/** What is wrong with a form, field by field. */
interface InvalidValues {
  /** By the id of their upload. */
  titles: Readonly<Record<string, string>>
  /** By the id of their upload. */
  files: Readonly<Record<string, string>>
  timing: InvalidTiming
}

/** Whether anything is. */
function isInvalid({ titles, files, timing }: InvalidValues): boolean {
  return [titles, files, timing].some((fields) => Object.keys(fields).length > 0)
}

/** Judges a form by the contract, and says the server's own sentences. */
function validate(
  collection: CollectionName,
  uploads: readonly Upload[],
  timing: Timing,
  maxBytes: number,
): InvalidValues {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  const wrongTiming: Record<string, string> = {}
  for (const { id, title, file, phase } of uploads) {
    if (phase === 'done') continue
    const { title: wrongTitle, ...others } = errorsOf({ title, ...newTiming(timing) })
    if (wrongTitle) titles[id] = wrongTitle
    Object.assign(wrongTiming, others)
    if (!file && collections[collection].fileRequired) {
      files[id] = validationText('valid.file.required').bn
    }
    const tooLarge = file && tooLargeText(file, maxBytes)
    if (tooLarge) files[id] = tooLarge
  }
  return { titles, files, timing: { ...wrongTiming, ...wrongOrder(timing) } }
}

function errorsOf(body: NewEntry): Record<string, string> {
  const parsed = NewEntry.safeParse(body)
  const texts = parsed.success ? [] : Object.entries(fieldTexts(parsed.error))
  return Object.fromEntries(texts.map(([name, { bn }]) => [name, bn]))
}

/** The same of what the server refused. */
function rejectedValues(uploads: readonly Upload[]): InvalidValues {
  const titles: Record<string, string> = {}
  const files: Record<string, string> = {}
  let timing: InvalidTiming = {}
  for (const { id, error } of uploads) {
    const { title, file, ...others } = failedFields(error)
    if (title) titles[id] = title
    if (file) files[id] = file
    timing = { ...timing, ...others }
  }
  return { titles, files, timing }
}

/** Titles by the name of the file that they were typed for. */
type FileTitles = Readonly<Record<string, string>>

interface EntryDraft {
  title: string
  timing: Timing
  /** Files that were chosen, which no browser can keep, with the titles typed for them. */
  files: FileTitles
}

const Files = z.record(z.string(), z.string())

/** What was typed into the form `name` before. */
function readDraft(name: string): EntryDraft {
  const { title = '', files, ...kept } = drafts.read(name)
  const timing = { ...NO_TIMING }
  for (const field of Object.keys(NO_TIMING) as (keyof Timing)[]) {
    timing[field] = kept[field] ?? NO_TIMING[field]
  }
  return { title, timing, files: files === undefined ? {} : filesOf(files) }
}

function filesOf(text: string): FileTitles {
  try {
    return Files.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/** @param missingFiles files of an earlier visit that were not chosen again yet */
function storeDraft(
  name: string,
  uploads: readonly Upload[],
  timing: Timing,
  missingFiles: FileTitles,
): void {
  const waiting = uploads.filter(({ phase }) => phase !== 'done')
  const files = { ...missingFiles }
  for (const { file, title } of waiting) if (file) files[file.name] = title
  const [only, ...others] = waiting
  const set = (Object.keys(timing) as (keyof Timing)[]).filter(
    (field) => timing[field] !== NO_TIMING[field],
  )
  drafts.store(name, {
    title: others.length === 0 ? (only?.title ?? '') : '',
    ...(Object.keys(files).length > 0 && { files: JSON.stringify(files) }),
    ...Object.fromEntries(set.map((field) => [field, timing[field]])),
  })
}

/** Forgets what was typed into the form `name`. */
function forgetDraft(name: string): void {
  drafts.forget(name)
}
