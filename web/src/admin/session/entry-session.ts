import { type Api, ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import {
  type DraftStatus,
  type Entry,
  type EntryChange,
  type EntryFile,
  versionsOf,
} from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { createListeners } from '../../ui/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import { renumberPictures } from '../form/markdown-edits.ts'
import { type Attachment, type Attachments, isOfFile, isReady, uploadOf } from './attachments.ts'
import {
  canBeSent,
  changedFields,
  type EntryValues,
  isBlank,
  isSame,
  NO_VALUES,
  newFields,
  rebase,
  valuesOf,
} from './entry-values.ts'
import { type SessionEvent, type SessionState, TRANSITIONS } from './session-states.ts'
import type { PendingRequest, SessionRecord, SessionStore } from './session-store.ts'

/** Time without a change after which it is sent. */
export const REST_MS = 2000
/** Time before each new try of an autosave without a response; the last is repeated. */
const RETRY_MS = [5000, 10_000, 30_000, 60_000] as const
/** Time before files without a connection are tried again. */
const FILE_RETRY_MS = 15_000
/** Uploads that no write has named, from which on an autosave does not wait for a rest. */
const UNNAMED = 8

/** Timers as a test can drive them. */
export interface SessionClock {
  /** Runs it once after a time. @returns what cancels it */
  after(ms: number, run: () => void): () => void
}

export type SessionApi = Pick<
  Api,
  'createEntry' | 'updateEntry' | 'deleteDraft' | 'getDraft' | 'getEntry'
>

export interface SessionOptions {
  api: SessionApi
  store: Pick<SessionStore, 'put' | 'remove'>
  attachments: Attachments
  clock: SessionClock
  record: SessionRecord
  /** Whether the server keeps a draft while it is written. The desktop app keeps its own. */
  autosaves(): boolean
  /** What publishing leads to; another status only of a draft that stays one. */
  target?: 'published' | DraftStatus
}

/** What a form shows of an entry that is being written. */
export interface SessionView {
  state: SessionState
  /** What the user asked for; `draft` again after a failure. */
  goal: 'draft' | 'published' | 'discarded'
  values: EntryValues
  files: readonly Attachment[]
  /** Whether an autosave is to come. */
  isDue: boolean
  /** As the server returned it last. */
  entry: Entry | null
  /** Why the last attempt failed. */
  error: unknown
  /** Whether that was an attempt to publish. */
  hasFailed: boolean
}

export type EntrySession = ReturnType<typeof createEntrySession>

/** Returns an entry as the server has it, to be changed. */
export function editedRecord(of: NewRecord, entry: Entry): SessionRecord {
  const values = valuesOf(entry)
  const attachments = filesOf(entry).map((file) => storedOf(attachmentOf(file)))
  return { ...newRecord(of, values), acknowledged: values, entry, attachments }
}

type NewRecord = Pick<SessionRecord, 'form' | 'group' | 'collection'>

/** Returns an entry in which nothing is written. */
export function newRecord(of: NewRecord, values: Partial<EntryValues> = {}): SessionRecord {
  const blank = { ...NO_VALUES, ...values }
  return {
    ...of,
    key: `${of.form}/${freshKey()}`,
    values: blank,
    blank,
    acknowledged: null,
    entry: null,
    attachments: [],
    pending: null,
  }
}

/**
 * One entry from its first key until it is published or discarded. The browser stores every edit at
 * once, the server after a rest; a request whose response was lost is sent again unchanged.
 */
export function createEntrySession({
  api,
  store,
  attachments,
  clock,
  record: opened,
  autosaves,
  target = 'published',
}: SessionOptions) {
  const { collection } = opened
  let record = opened
  let state: SessionState = opened.pending ? 'unanswered' : 'clean'
  let goal: SessionView['goal'] = 'draft'
  let error: unknown
  let hasFailed = false
  let failures = 0
  let isClosed = false
  /** Published or discarded: nothing is stored any more. */
  let isOver = false
  let cancelTimer = () => {}
  let controller = new AbortController()
  /** Ids of the attachments that the server has, in order. */
  let storedOrder = orderOfStored()
  let lastReady = ''
  /** The text as it was typed last, with the files by which it numbers its pictures. */
  let numbered = { text: record.values.body, ids: idsOf() }
  let settle: (() => void)[] = []
  let view: SessionView | null = null
  const { subscribe, notify } = createListeners()

  function viewOf(): SessionView {
    const files = attachments.list()
    // One that was about a file is over with it.
    const isOver = isOfFile(error) && !files.some(({ phase }) => phase === 'failed')
    const failure = isOver ? { error: undefined, hasFailed: false } : { error, hasFailed }
    return {
      state,
      goal,
      values: record.values,
      files,
      isDue: isDue(),
      entry: record.entry,
      ...failure,
    }
  }
  function idsOf(): string[] {
    return attachments.list().map(({ id }) => id)
  }
  /** A file that was left out here has its path instead of an id. */
  function orderOfStored(): string[] {
    return pathsOf(record.entry).map((path) => {
      const one = attachments.list().find(({ stored }) => stored?.filePath === path)
      return one?.id ?? path
    })
  }
  const show = () => {
    view = null
    notify()
  }
  const keep = (part: Partial<SessionRecord> = {}) => {
    record = { ...record, ...part, attachments: attachments.list().map(storedOf) }
    if (isOver) return
    if (isEmpty()) store.remove(record.key)
    else store.put(record)
  }
  const readyIds = () => attachments.list().flatMap((one) => (isReady(one) ? [one.id] : []))
  const isEmpty = () =>
    isDeepEqual(record.values, record.blank) &&
    attachments.list().length === 0 &&
    !record.pending &&
    !record.entry
  const isDirty = () =>
    !isSame(record.acknowledged ?? NO_VALUES, record.values) ||
    readyIds().join() !== storedOrder.join()
  /** Whether there is something for the server to keep. */
  const isDue = () =>
    autosaves() &&
    isDirty() &&
    canBeSent(record.values) &&
    record.entry?.status !== 'waiting' &&
    (record.entry !== null || !isBlank(record.values) || readyIds().length > 0)

  const dispatch = (event: SessionEvent, part: { error?: unknown } = {}) => {
    const next = TRANSITIONS[state][event]
    if (isClosed || !next) return
    cancelTimer()
    state = next
    if ('error' in part) fail(part.error)
    show()
    enter()
  }
  /** After a change that is not worth an autosave the state stays. */
  const touch = () => {
    if (state !== 'clean' || isDue()) dispatch('edit')
  }
  const fail = (reason: unknown) => {
    error = reason
    hasFailed = goal === 'published'
    if (goal === 'published') goal = 'draft'
  }
  const done = () => {
    const waiting = settle
    settle = []
    for (const resolve of waiting) resolve()
  }

  const end = () => {
    isOver = true
    store.remove(record.key)
  }

  /** What a state does when it is entered. */
  const enter = () => {
    if (state === 'clean') {
      if (goal === 'discarded') dispatch('discard')
      else if (goal === 'published') dispatch('publish')
      else if (isDue()) dispatch('edit')
    } else if (state === 'changed') {
      if (!isDue()) return
      const unnamed = attachments.list().filter(({ phase }) => phase === 'uploaded').length
      cancelTimer = clock.after(unnamed >= UNNAMED ? 0 : REST_MS, () => dispatch('rest'))
    } else if (state === 'uploading') awaitFiles()
    else if (state === 'sending') void send()
    else if (state === 'unanswered') {
      done()
      // What the user published is sent again by the user.
      if (record.pending?.publishes || goal !== 'draft') return
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? RETRY_MS[0]
      cancelTimer = clock.after(wait, () => dispatch('retry'))
    } else {
      if (state === 'ended') end()
      done()
    }
  }

  /** Publishes when all files are ready; names some if the others wait for that. */
  const awaitFiles = () => {
    const list = attachments.list()
    if (!attachments.isDone()) {
      if (attachments.isHeldUp() && isDirty()) dispatch('filesReady')
      return
    }
    const failed = list.find(({ phase }) => phase === 'failed')
    if (failed) dispatch('filesFailed', { error: failed.error })
    else dispatch('filesReady')
  }

  const newRequest = (publishes: boolean): PendingRequest => {
    return { key: freshKey(), publishes, values: record.values, attachments: readyIds() }
  }

  /** Sends a request; a second time it is the same, since what the server has is the same. */
  const write = (request: PendingRequest): Promise<Entry> => {
    const { entry, acknowledged } = record
    const { key, publishes, values } = request
    const options: CallOptions = { idempotencyKey: key, signal: controller.signal }
    const files = request.attachments.flatMap((id) => attachments.find(id) ?? [])
    const added = files.filter(({ stored }) => !stored)
    const uploads = added.map(uploadOf)
    const isNamed = uploads.some((id) => id !== null)
    const carried = added.filter((one) => uploadOf(one) === null)
    const parts = carried.flatMap(({ id }) => attachments.preparedFile(id) ?? [])
    const file = parts.length > 0 && { file: parts }
    const ids = carried.map(({ id }) => id)
    if (file) options.onProgress = (sent, total) => attachments.advance(ids, sent / total)
    if (!entry) {
      const body = {
        ...newFields(values),
        ...(isNamed && { uploads }),
        ...(!publishes && { status: 'draft' as const }),
      }
      return api.createEntry({ params: { collection }, body, ...file }, options)
    }
    const isPublic = entry.status === undefined
    // Without a status, the change of a published entry would be published.
    const status = publishes ? !isPublic && target : (entry.status ?? 'draft')
    const body: EntryChange = {
      ...changedFields(acknowledged ?? valuesOf(entry), values),
      ...(request.attachments.join() !== storedOrder.join() && {
        files: files.map(({ stored }) => stored?.filePath ?? null),
      }),
      ...(isNamed && { uploads }),
      ...(isPublic && !publishes && { draftVersion: 0 }),
      ...versionsOf(entry),
      ...(status && { status }),
    }
    return api.updateEntry({ params: { collection, id: entry._id }, body, ...file }, options)
  }

  const send = async () => {
    controller = new AbortController()
    try {
      if (!record.pending && goal === 'discarded') return await discardDraft()
      const publishes = goal === 'published' && attachments.isDone()
      const request = record.pending ?? newRequest(publishes)
      if (!record.pending) keep({ pending: request })
      const entry = await write(request)
      failures = 0
      acknowledge(request, entry)
      error = undefined
      hasFailed = false
      const isWhole = attachments.list().every(({ id }) => request.attachments.includes(id))
      const isPublished = request.publishes && (goal !== 'published' || (isWhole && !isDirty()))
      if (isPublished || entry.queued) end()
      dispatch(isOver ? 'ended' : 'saved')
    } catch (reason) {
      failed(reason)
    }
  }

  const discardDraft = async () => {
    const { entry } = record
    if (entry?.status !== undefined) {
      await api.deleteDraft({ params: { collection, id: entry._id } }).catch((reason) => {
        if (!(reason instanceof ApiError && reason.status === 404)) throw reason
      })
    }
    end()
    dispatch('ended')
  }

  /** Notes what the server has now. */
  const acknowledge = (request: PendingRequest, entry: Entry) => {
    const files = filesOf(entry)
    const stored = new Map<string, EntryFile>()
    request.attachments.forEach((id, index) => {
      const file = files[index]
      if (file) stored.set(id, file)
    })
    // Before the files, whose listeners may look.
    record = { ...record, pending: null, entry, acknowledged: request.values }
    storedOrder = [...stored.keys()]
    attachments.note(stored)
    keep()
  }

  const failed = (reason: unknown) => {
    const { status } = reason instanceof ApiError ? reason : { status: 0 }
    const isLost = status === 0 || status === 429 || status >= 500
    if (isLost) {
      failures += 1
      return dispatch('lost', { error: reason })
    }
    if (status === 401) return dispatch('signedOut', { error: reason })
    const refused = record.pending
    keep({ pending: null })
    if (status === 410 && refused) {
      attachments.renew(refused.attachments.filter((id) => !attachments.find(id)?.stored))
      return dispatch('saved')
    }
    if (status === 409 || status === 404) return dispatch('conflict', { error: reason })
    const file = reason instanceof ApiError ? reason.fields.file : undefined
    if (file !== undefined && refused) attachments.fail(refusedFiles(refused, file), reason)
    // What it says of a file does not concern the text.
    const isOnlyFile = file !== undefined && goal === 'draft'
    dispatch(isOnlyFile ? 'saved' : 'refused', isOnlyFile ? {} : { error: reason })
  }

  /** Returns the attachments that the server's message is about: it names one of several. */
  const refusedFiles = (request: PendingRequest, text: string): string[] => {
    const added = request.attachments.flatMap((id) => attachments.find(id) ?? [])
    const fresh = added.filter(({ stored }) => !stored)
    const named = fresh.filter(({ file }) => file && text.startsWith(`${file.name}: `))
    return (named.length > 0 ? named : fresh).map(({ id }) => id)
  }

  let cancelRetry: (() => void) | null = null
  /** Tries files again that could not be sent, unless the user does so before. */
  const retryFiles = () => {
    if (cancelRetry || state === 'uploading' || !attachments.hasLost()) return
    cancelRetry = clock.after(FILE_RETRY_MS, () => {
      cancelRetry = null
      if (!isClosed && state !== 'uploading') attachments.retry()
    })
  }
  const renumber = () => {
    const body = renumberPictures(numbered.text, numbered.ids, idsOf())
    if (body !== record.values.body) keep({ values: { ...record.values, body } })
    show()
  }
  const unsubscribe = attachments.subscribe(() => {
    retryFiles()
    if (!isDeepEqual(record.attachments, attachments.list().map(storedOf))) keep()
    const ready = readyIds().join()
    if (state === 'uploading') awaitFiles()
    else if (ready !== lastReady) touch()
    lastReady = ready
    show()
  })
  const attempt = (event: SessionEvent): Promise<void> => {
    const settled = new Promise<void>((resolve) => {
      settle.push(resolve)
    })
    if (TRANSITIONS[state][event]) dispatch(event)
    else if (state !== 'sending' && state !== 'uploading') done()
    return settled
  }
  touch()

  return {
    key: record.key,
    collection,
    subscribe,
    view(): SessionView {
      view ??= viewOf()
      return view
    },
    attachments,
    isEmpty,
    /** Whether the server has not got all of it. */
    isDirty,
    edit(part: Partial<EntryValues>) {
      if (part.body !== undefined) numbered = { text: part.body, ids: idsOf() }
      keep({ values: { ...record.values, ...part } })
      if (isAbout(error, part)) {
        error = undefined
        hasFailed = false
      }
      touch()
      show()
    },
    /** Takes another order of the files, leaves some out, or brings them back. Pictures follow. */
    arrange(ids: readonly string[]) {
      attachments.arrange(ids)
      renumber()
    },
    replace(id: string, file: File) {
      const place = idsOf().indexOf(id)
      attachments.replace(id, file)
      const next = idsOf()[place] ?? id
      numbered = { ...numbered, ids: numbered.ids.map((one) => (one === id ? next : one)) }
    },
    /** Publishes, or sends for approval. Resolves when that has succeeded or failed. */
    async publish(): Promise<void> {
      // Deleted elsewhere: what is here is published anew.
      if (state === 'conflict' && error instanceof ApiError && error.status === 404) await reload()
      goal = 'published'
      if (state === 'conflict') {
        fail(error)
        return show()
      }
      attachments.retry()
      await attempt('publish')
    },
    /** Discards what the server keeps, too. Resolves when that has succeeded or failed. */
    discard(): Promise<void> {
      goal = 'discarded'
      // One whose response was lost may be published by now; it is in the list then.
      if (record.pending?.publishes) record = { ...record, pending: null, entry: null }
      return attempt('discard')
    },
    /** Interrupts publishing. */
    stop() {
      attachments.stop()
      controller.abort()
      dispatch('stop', { error: new ApiError(0, 'aborted', 'Stopped by the user') })
    },
    /** Goes on when the connection or the session is back. */
    resume() {
      attachments.retry()
      if (state === 'unanswered' && record.pending?.publishes) return
      touch()
      dispatch('retry')
    },
    reload,
    /** Stores nothing of it any more. */
    forget: end,
    /** Ends the work on it; what is stored stays. One that is being discarded goes on until it is. */
    close() {
      isClosed = goal !== 'discarded'
      cancelTimer()
      cancelRetry?.()
      unsubscribe()
      attachments.close()
    },
  }

  /** Takes over what others have changed; what is edited here stays. @throws ApiError */
  async function reload(): Promise<Entry | null> {
    const current = await currentEntry()
    const server = current ? valuesOf(current) : null
    const base = record.acknowledged ?? NO_VALUES
    const values = rebase(base, record.values, server ?? base)
    attachments.put(mergedFiles(attachments.list(), pathsOf(record.entry), filesIn(current)))
    record = { ...record, entry: current, acknowledged: server, values }
    storedOrder = orderOfStored()
    numbered = { text: values.body, ids: idsOf() }
    keep()
    error = undefined
    hasFailed = false
    dispatch('reloaded')
    touch()
    show()
    return current
  }

  async function currentEntry(): Promise<Entry | null> {
    const { entry } = record
    if (!entry) return null
    const params = { collection, id: entry._id }
    const orNull = (reason: unknown) => {
      if (reason instanceof ApiError && reason.status === 404) return null
      throw reason
    }
    const draft = await api.getDraft({ params }).catch(orNull)
    const present =
      draft?.draft?.changes === false ? null : await api.getEntry({ params }).catch(orNull)
    if (draft && present) return { ...draft, __v: present.__v }
    return draft ?? present
  }
}

/** Whether an error is about one of the values that are edited. */
function isAbout(error: unknown, part: Partial<EntryValues>): boolean {
  if (!(error instanceof ApiError)) return false
  const texts = ['title', 'body', 'videoLink', 'file', 'files']
  return Object.keys(error.fields).some((name) =>
    texts.includes(name) ? name in part : 'timing' in part || 'properties' in part,
  )
}

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns what is stored of an attachment beside its file. */
function storedOf({
  id,
  location,
  stored,
  isPrepared,
}: Attachment): SessionRecord['attachments'][number] {
  return { id, location, path: stored?.filePath ?? null, isPrepared }
}

const filesIn = (entry: Entry | null) => (entry ? filesOf(entry) : [])
const pathsOf = (entry: Entry | null) => filesIn(entry).map(({ filePath }) => filePath)

/**
 * Returns the files of an entry that was changed elsewhere, with what was added and arranged here.
 * @param own as they are here
 * @param base paths of those that the server had before
 */
function mergedFiles(
  own: readonly Attachment[],
  base: readonly string[],
  files: readonly EntryFile[],
): Attachment[] {
  const paths = files.map(({ filePath }) => filePath)
  const known = (path: string) => own.find(({ stored }) => stored?.filePath === path)
  const present = files.map((file) => known(file.filePath) ?? attachmentOf(file))
  // Removed elsewhere: what was chosen here is sent again.
  const left = own.flatMap((one) => {
    if (!one.stored || paths.includes(one.stored.filePath)) return [one]
    return one.file ? [{ ...one, stored: null, phase: 'waiting' as const, location: null }] : []
  })
  const added = left.filter(({ stored }) => !stored)
  const order = own.map(({ stored }) => stored?.filePath ?? '')
  const isArranged = order.join() !== [...base, ...added.map(() => '')].join()
  if (!isArranged) return [...present, ...added]
  const isNew = ({ stored }: Attachment) => stored !== null && !base.includes(stored.filePath)
  return [...left, ...present.filter((one) => isNew(one) && !left.includes(one))]
}

/** Returns a file of an entry as an attachment. */
export function attachmentOf(file: EntryFile): Attachment {
  return {
    id: file.filePath,
    file: null,
    stored: file,
    phase: 'stored',
    sent: 0,
    total: file.size,
    location: null,
    isPrepared: true,
  }
}
