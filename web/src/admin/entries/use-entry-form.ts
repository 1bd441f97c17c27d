import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { useUnsavedWork } from '../layout/unsaved-work.tsx'
import { prepareFile } from '../photos/prepare-file.ts'
import { titleOfFile } from '../photos/title-of-file.ts'
import { entriesText, workText } from './entries-text.tsx'
import {
  officeCollections,
  tooLargeText,
  unlikelyText,
  useMaxUploadBytes,
} from './entry-collection.ts'
import { type FileTitles, forgetDraft, readDraft, storeDraft } from './entry-draft.ts'
import { givenFiles } from './given-files.ts'
import { publishedLinks } from './published-links.ts'
import { fromText, NO_TIMING, newTiming, scheduledFor, type Timing } from './timing.ts'
import { createUploadQueue, type Upload } from './upload-queue.ts'
import { useEntryCache } from './use-entry-cache.ts'
import { type InvalidValues, isInvalid, rejectedValues, validate } from './validate-entry.ts'

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
      const files = givenFiles.take()
      if (files.length > 0) choose(files)
    }
    take()
    return givenFiles.subscribe(take)
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
  if (scheduled) return workText('timing.scheduled', { moment: fromText(scheduled) })
  const { kind } = officeCollections[collection]
  return length === 1
    ? entriesText(`${kind}.created`)
    : entriesText(`${kind}.createdMany`, { n: formatNumber(length) })
}
