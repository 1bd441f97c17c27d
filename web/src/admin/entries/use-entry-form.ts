import { validationText } from '@bidyaloy/shared/api/issue-text'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  isListed,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { photoPaperCopy } from '@bidyaloy/shared/copy/photo-paper-copy'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { drafts } from '../form/drafts.ts'
import { filesOfPaper, usePaperDraft } from '../papers/paper-draft.ts'
import { withCopy } from '../t.ts'
import { useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { prepareFile, prepareOneOfSeveral, titleOfFile } from '../uploads/prepare-file.ts'
import { createUploadQueue, type Upload } from '../uploads/upload-queue.ts'
import { useEntryCache } from './entry-cache.ts'
import { type FileTitles, isProposed, readDraft, storeDraft, withoutFiles } from './entry-draft.ts'
import { createPartSender, type PartSender, partsOf, type SentParts } from './entry-parts.ts'
import { numberedText, type Sheet, textOf, withoutChosen } from './entry-sheets.tsx'
import { openedFiles } from './opened-files.ts'
import { allProperties, changedProperties, type Properties } from './properties.ts'
import { allTiming, NO_TIMING, newTiming, type Timing, wrongTiming } from './timing.ts'
import { collectErrors, isUnusable, validateUpload } from './upload-errors.ts'
import { useServerDraft } from './use-server-draft.ts'

const t = withCopy(entriesCopy, photoPaperCopy)

export type EntryFormState = ReturnType<typeof useEntryForm>

/**
 * The form that publishes entries. A failure loses nothing typed or chosen.
 * @param onPublished called with all entries when the last one is published
 * @param initial properties of a new entry until others are chosen
 */
export function useEntryForm(
  collection: CollectionName,
  onPublished: (entries: readonly Entry[]) => void,
  initial: Properties = {},
) {
  const { api, notifyQueued } = useWriteApi()
  const cache = useEntryCache(collection)
  const maxBytes = useMaxUploadBytes()
  const [draft] = useState(() => readDraft(collection))
  const [queue] = useState(() => createUploadQueue(draft.title, isProposed(draft)))
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  const isRunning = useSyncExternalStore(queue.subscribe, queue.isRunning)
  /** The entries published by the listed uploads. */
  const created = useRef<readonly Entry[]>([])
  const [timing, setTiming] = useState(draft.timing)
  const [properties, setProperties] = useState({ ...initial, ...draft.properties })
  const { maxFiles, datesRequired, takesVideo }: CollectionRow = collections[collection]
  const [typed, setTyped] = useState(numberedText(draft.body, []))
  const sheets = sheetsOf(uploads)
  const body = textOf(typed, sheets)
  // Several photos of an album, or sheets of a page, are never entries of their own.
  const mayBeSeparate = isListed(collection) || maxFiles === 1
  /** Whether several files make one entry; null until answered. */
  const [together, setTogether] = useState<boolean | null>(mayBeSeparate ? null : true)
  const isAsked = mayBeSeparate && maxFiles > 1 && uploads.length > 1
  const isOne = uploads.length === 1 || (maxFiles > 1 && together !== false)
  const parts = partsOf(collection)
  const isInParts = parts.maxRequestBytes !== undefined
  /** The entry whose first files are sent already. */
  const [begun, setBegun] = useState(draft.begun)
  const newSender = (begun: SentParts | null) =>
    createPartSender({ api, collection, parts: begun, onChange: setBegun })
  const sender = useRef<PartSender | null>(null)
  sender.current ??= newSender(draft.begun)
  const [missingFiles, setMissingFiles] = useState<FileTitles>(draft.files)
  /** Validation errors are shown from the first failed attempt on. */
  const [failedAttempts, setFailedAttempts] = useState(0)

  const paper = usePaperDraft(collection, (files) => takePaper([], files))
  const waiting = uploads.flatMap(({ file, phase }) => (file && phase !== 'done' ? file : []))
  const isPaperOpen = paper.isOpen(waiting)
  /** What the draft takes: a refused file would be sent in vain with each change. */
  const savable = uploads.flatMap((upload) =>
    upload.file && upload.phase !== 'done' && !isUnusable(collection, upload, maxBytes)
      ? upload.file
      : [],
  )

  const allFields = {
    body,
    ...allTiming(timing),
    ...allProperties(collection, properties),
  }
  const [first] = uploads
  const server = useServerDraft({
    api,
    collection,
    stored: draft.server,
    contents: { fields: { ...allFields, title: first?.title ?? '' }, files: savable },
    isBlank: body.trim() === '' && !first?.title.trim() && savable.length === 0,
    // Albums are sent in parts of their own.
    isSavable:
      isOne &&
      (!isAsked || together === true) &&
      !isInParts &&
      !isRunning &&
      !isPaperOpen &&
      Object.keys(wrongTiming(timing)).length === 0,
  })
  const onServer = server.draft
  useEffect(() => {
    const fields = { body, timing, properties, together: isOne, begun, server: onServer }
    storeDraft(collection, uploads, fields, missingFiles)
  }, [collection, uploads, body, timing, properties, isOne, begun, onServer, missingFiles])
  useEffect(() => () => queue.stopAll(), [queue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` reads the queue's current state
  useEffect(() => {
    if (collection !== 'notices' || isRunning) return
    const take = () => {
      const files = openedFiles.take()
      if (files.length > 0) choose(files)
    }
    take()
    return openedFiles.subscribe(take)
  }, [collection, isRunning])
  const storedFiles = filesOfPaper(paper.paper)
  useUnsavedWork(isRunning || waiting.some((file) => !storedFiles.includes(file)))

  const clear = ({ isDiscarded = false } = {}) => {
    const discarded = server.forget({ isDiscarded })
    queue.clear()
    created.current = []
    sender.current = newSender(null)
    setBegun(null)
    setTiming(NO_TIMING)
    setProperties(initial)
    setTyped(numberedText('', []))
    setTogether(mayBeSeparate ? null : true)
    setMissingFiles([])
    setFailedAttempts(0)
    drafts.forget(collection)
    paper.forget()
    return discarded
  }

  const choose = (files: readonly File[]) => {
    const waiting = queue.list().filter(({ phase }) => phase !== 'done')
    const added = withoutChosen(files, sheetsOf(waiting))
    const [only, ...others] = queue.list()
    const [first, ...more] = added
    // A single missing file may be replaced by a file of another name.
    setMissingFiles((missing) => (missing.length === 1 ? [] : withoutFiles(missing, added)))
    // A single unusable file is replaced by a single new one.
    if (
      only?.file &&
      first &&
      others.length + more.length === 0 &&
      isUnusable(collection, only, maxBytes)
    ) {
      return queue.replace(only.id, first, titleOfFile(first))
    }
    // A typed text belongs to one entry, so its files do too.
    if (body.trim() !== '') setTogether((answer) => answer ?? true)
    const titleBefore = ({ name }: File) => missingFiles.find((file) => file.name === name)?.title
    queue.add(added.map((file) => ({ file, title: titleBefore(file) ?? titleOfFile(file) })))
  }

  /** Replaces files by the document that was made of photos, or puts the photos back. */
  const takePaper = (removed: readonly string[], files: readonly File[]) => {
    const isDone = ({ phase }: Upload) => phase === 'done'
    const left = queue.list().filter(({ id }) => !removed.includes(id))
    queue.arrange([...left.filter(isDone), ...left.filter((one) => one.file && !isDone(one))])
    if (files.length > 0) choose(files)
    // Photos beside their document are never entries of their own.
    if (files.length > 1 && files[0]?.type === 'application/pdf') setTogether(true)
  }

  const validate = (upload: Upload) => {
    const fields = { body: isOne ? body : '', timing, properties }
    const errors = validateUpload(collection, upload, fields, {
      maxBytes,
      kept: server.kept.length,
    })
    if (!isOne || (!isAsked && !together)) return errors
    const { file, title, ...others } = errors
    return {
      ...others,
      ...(title && upload === queue.list()[0] && { title }),
      ...(file && { file: upload.file ? `${upload.file.name}: ${file}` : file }),
    }
  }
  const tooMany =
    isOne && uploads.length > maxFiles
      ? validationText('valid.file.tooMany', { max: formatNumber(maxFiles) }).bn
      : undefined
  const isUnanswered = isAsked && together === null

  /** Leaves out the photos that have arrived, in a request without a response or before a reload. */
  const settle = async ({ recognise, parts, note, pathOf }: PartSender) => {
    const waiting = queue.list().filter(({ phase }) => phase !== 'done')
    await recognise(waiting.flatMap(({ file }) => file ?? []))
    const { id = null } = parts() ?? {}
    if (id === null) return
    note(await api.getEntry({ params: { collection, id } }))
    const arrived = waiting.filter(({ file }) => file && pathOf(file))
    queue.finish(arrived.map((upload) => upload.id))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (queue.isRunning()) return
    const hasErrors = queue.list().some((upload) => Object.keys(validate(upload)).length > 0)
    if (hasErrors || tooMany || isUnanswered || isPaperOpen)
      return setFailedAttempts(failedAttempts + 1)
    const text = isOne ? body : ''
    const fields = {
      ...newTiming(timing),
      ...changedProperties({}, properties),
      ...(text.trim() !== '' && { body: text }),
    }
    const { current: album } = sender
    let doubt: unknown
    if (isInParts && album) {
      try {
        await settle(album)
      } catch (error) {
        doubt = error
      }
    }
    await queue.run({
      prepare: together && waiting.length > 1 ? prepareOneOfSeveral : prepareFile,
      together: together === true,
      ...parts,
      send: async ({ title, files, sources }, options) => {
        if (doubt) throw doubt
        const body = { title, ...fields }
        const part = { sources, files, options }
        const present = album?.entry()
        if (album && present) {
          const stored = filesOf(present).map(({ filePath }) => filePath)
          await album.update({ ...body, body: text }, { ...part, places: [...stored, ...sources] })
        } else if (isInParts && album) await album.create(body, part)
        else {
          const shown = isOne
            ? await server.publish({ ...allFields, title }, { sources, files }, options)
            : null
          if (shown === null) server.noteSent()
          // Where JSON is a video, a title alone is a form without a file.
          const isForm = files.length > 0 || takesVideo
          const entry =
            shown ??
            (await api.createEntry(
              { params: { collection }, body, ...(isForm && { file: files }) },
              options,
            ))
          created.current = [...created.current, entry]
        }
      },
      sharedFields: JSON.stringify(fields),
    })
    // Also after a failure: an entry may exist although its response was lost.
    cache.refresh()
    if (queue.list().some(({ phase }) => phase !== 'done')) {
      return setFailedAttempts(failedAttempts + 1)
    }
    const present = album?.entry()
    const entries = present ? [present] : created.current
    void clear({ isDiscarded: !isOne })
    // Separate entries had no text; what was typed stays.
    if (!isOne) setTyped(typed)
    // Examinations and holidays are entered one after the other.
    if (datesRequired) setProperties({ ...initial, kind: properties.kind ?? '' })
    onPublished(entries)
    notifyQueued()
  }

  const failed = uploads.filter(({ phase }) => phase === 'failed')
  /** The server's errors were about the previous dates and properties. */
  const forgetSharedErrors = () => {
    for (const upload of failed) {
      const { shared } = collectErrors([upload], ({ error }) => failedFields(error))
      if (Object.keys(shared).length > 0) queue.resetFailed(upload.id)
    }
  }
  /** The server's error was about one of the files that were sent together. */
  const forgetFileErrors = () => {
    for (const { id, error } of queue.list()) {
      if (failedFields(error).file) queue.resetFailed(id)
    }
  }
  return {
    uploads,
    sheets,
    body,
    setBody: (text: string) => {
      setTyped(numberedText(text, sheets))
      if (isAsked && text.trim() !== '') setTogether((answer) => answer ?? true)
      for (const upload of failed) {
        if (failedFields(upload.error).body) queue.resetFailed(upload.id)
      }
    },
    together,
    setTogether,
    isAsked,
    isOne,
    isBegun: begun !== null && begun.id !== null,
    /** How many photos an entry has whose other photos were chosen before a reload. */
    begunBefore: begun && begun.id !== null && !sender.current.entry() ? begun.before.length : null,
    arrange: (next: readonly Upload[]) => {
      queue.arrange([...queue.list().filter(({ phase }) => phase === 'done'), ...next])
      if (next.length < waiting.length) forgetFileErrors()
    },
    replace: ({ id }: Upload, file: File) => {
      queue.replace(id, file, titleOfFile(file))
      forgetFileErrors()
    },
    tooMany,
    failed,
    isRunning,
    /** Files of the draft on the server that were chosen before a reload. */
    keptFiles: server.kept,
    dropKept: server.drop,
    draft: onServer,
    draftPhase: server.phase,
    timing,
    missingFiles: missingFiles.map(({ name }) => name),
    failedAttempts,
    errors: {
      ...collectErrors(uploads, (upload) => ({
        ...failedFields(upload.error),
        ...(failedAttempts > 0 && validate(upload)),
      })),
      together: failedAttempts > 0 && isUnanswered ? t('sheets.ask.missing') : undefined,
      paper: failedAttempts > 0 && isPaperOpen ? t('paper.open.error') : undefined,
    },
    paper,
    takePaper,
    submit,
    /** Empties the form. Resolves to whether a draft on the server was discarded. */
    reset: async () => {
      const isDiscarded = await clear({ isDiscarded: true })
      if (isDiscarded) cache.refresh()
      return isDiscarded
    },
    /** Begins an entry with these values; returns false, and changes nothing, if something is typed. */
    start: (values: { title: string; properties: Properties }): boolean => {
      const isTyped = body.trim() !== '' || uploads.some(({ file }) => file !== null)
      const [only] = queue.list()
      if (isRunning || isTyped || !only) return false
      queue.retitle(only.id, values.title)
      setProperties(values.properties)
      return true
    },
    choose,
    setTiming: (change: Partial<Timing>) => {
      setTiming((before) => ({ ...before, ...change }))
      forgetSharedErrors()
    },
    properties,
    setProperties: (change: Properties) => {
      setProperties((before) => ({ ...before, ...change }))
      forgetSharedErrors()
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

function sheetsOf(uploads: readonly Upload[]): (Upload & Sheet)[] {
  return uploads.flatMap((upload) => (upload.file ? { ...upload, file: upload.file } : []))
}
