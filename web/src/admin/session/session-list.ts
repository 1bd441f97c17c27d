import { ApiError } from '@bidyaloy/shared/api/api'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  isListed,
} from '@bidyaloy/shared/collections/registry'
import { createListeners } from '../../ui/listeners.ts'
import { freshKey } from '../api/idempotency-key.ts'
import { titleOfFile } from '../uploads/prepare-file.ts'
import { isOfFile } from './attachments.ts'
import { type EntrySession, newRecord } from './entry-session.ts'
import type { EntryValues } from './entry-values.ts'
import { openSession, type SessionDeps } from './open-session.ts'
import type { SessionRecord } from './session-store.ts'

/** After these codes further entries would fail as well. */
const STOPPING_CODES: readonly string[] = [
  'offline',
  'aborted',
  'unauthenticated',
  'storage_full',
  'unavailable',
]

export interface SessionListOptions {
  collection: CollectionName
  /** Name of the form. */
  form: string
  deps: SessionDeps
  /** Properties of a new entry until others are chosen. */
  properties: EntryValues['properties']
  /** Returns what ends the right to work on a group; null if another tab works on it. */
  lock(group: string): Promise<(() => void) | null>
}

export type SessionList = ReturnType<typeof createSessionList>

/**
 * The entries that a form publishes: one, or one for each of several files. The first has what all
 * of them share.
 */
export function createSessionList({
  collection,
  form,
  deps,
  properties,
  lock,
}: SessionListOptions) {
  const { maxFiles }: CollectionRow = collections[collection]
  // Several photos of an album, or sheets of a page, are never entries of their own.
  const mayBeSeparate = isListed(collection) || maxFiles === 1
  let sessions: readonly EntrySession[] = []
  /** Whether several files make one entry; null until answered. */
  let together: boolean | null = mayBeSeparate ? null : true
  let isPublishing = false
  let isStopped = false
  let isClosed = false
  let version = 0
  let group = freshKey()
  let release = () => {}
  const { subscribe, notify } = createListeners()
  const changed = () => {
    version += 1
    notify()
  }
  const filesOf = (session: EntrySession) => session.attachments.list()
  const isAsked = () =>
    mayBeSeparate && maxFiles > 1 && sessions.reduce((sum, one) => sum + filesOf(one).length, 0) > 1
  const autosaves = () =>
    deps.autosaves() && sessions.length === 1 && (!isAsked() || together === true)

  const open = async (record: SessionRecord): Promise<EntrySession> => {
    const session = await openSession({ ...deps, autosaves }, record)
    session.subscribe(changed)
    return session
  }
  const openNew = (values: Partial<EntryValues> = {}): Promise<EntrySession> =>
    open(newRecord({ form, group, collection }, { properties, ...values }))
  /** Returns what was left by the last form that nobody works on. */
  const leftBefore = async (): Promise<SessionRecord[]> => {
    const records = await deps.store.list(form)
    for (const name of new Set([...records.map((one) => one.group).toReversed(), group])) {
      const given = await lock(name)
      if (!given) continue
      group = name
      release = given
      return records.filter((one) => one.group === name)
    }
    return []
  }
  const set = (next: readonly EntrySession[]) => {
    for (const one of sessions) if (!next.includes(one)) one.close()
    sessions = next
    changed()
    for (const one of sessions) one.resume()
  }
  const closeAll = () => {
    for (const session of sessions) session.close()
    release()
  }
  const main = () => sessions[0]
  const isProposed = (session: EntrySession) => {
    const { title } = session.view().values
    return (
      title.trim() === '' ||
      filesOf(session).some(({ file }) => file && titleOfFile(file) === title)
    )
  }
  /** Changes the files of a session, with the title that the first of them proposes. */
  const withTitle = (session: EntrySession, change: () => void) => {
    const proposed = isProposed(session)
    const [before] = filesOf(session)
    change()
    const [first] = filesOf(session)
    if (!proposed || first?.id === before?.id) return
    session.edit({ title: first?.file ? titleOfFile(first.file) : '' })
  }
  /** What a new entry takes over from the first. */
  const shared = (): Partial<EntryValues> => {
    const { timing, properties } = main()?.view().values ?? {}
    return { ...(timing && { timing }), ...(properties && { properties }) }
  }
  const openFor = async (files: readonly File[]): Promise<EntrySession[]> => {
    const opened: EntrySession[] = []
    for (const file of files) {
      const session = await openNew({ ...shared(), title: titleOfFile(file) })
      session.attachments.add([file])
      opened.push(session)
    }
    return opened
  }

  /** Makes an entry of each file; a text stays for the entry after them. */
  const separate = async () => {
    const first = main()
    if (!first || sessions.length > 1) return
    const [, ...others] = filesOf(first)
    const opened: EntrySession[] = []
    for (const one of others) {
      if (!one.file) continue
      const session = await openNew({ ...shared(), title: titleOfFile(one.file) })
      session.attachments.adopt(one)
      opened.push(session)
    }
    first.arrange(
      filesOf(first)
        .slice(0, 1)
        .map(({ id }) => id),
    )
    const { body } = first.view().values
    if (body.trim() !== '') {
      opened.push(await openNew({ ...shared(), body }))
      first.edit({ body: '' })
    }
    set([first, ...opened])
  }
  const merge = () => {
    const [first, ...others] = sessions
    if (!first || others.length === 0) return
    for (const other of others) {
      for (const one of filesOf(other)) first.attachments.adopt(one)
      const { body } = other.view().values
      if (body.trim() !== '') first.edit({ body })
      void other.discard()
    }
    set([first])
  }
  /** Those that are published: not a text that waits for the entry after them. */
  const entries = () =>
    sessions.length === 1 ? sessions : sessions.filter((one) => filesOf(one).length > 0)
  const isEnded = (session: EntrySession) => session.view().state === 'ended'

  return {
    subscribe,
    version: () => version,
    sessions: () => sessions,
    entries,
    /** Whether several files make one entry is to be answered. */
    isAsked,
    together: () => together,
    isPublishing: () => isPublishing,
    /** Goes on with what nobody works on, else begins anew. */
    async open() {
      const found: EntrySession[] = []
      for (const record of await leftBefore()) found.push(await open(record))
      const next = found.length > 0 ? found : [await openNew()]
      if (next.length > 1) together = false
      sessions = next
      if (isClosed) closeAll()
      else set(next)
    },
    close() {
      isClosed = true
      closeAll()
    },
    /** Adds chosen files. */
    async choose(files: readonly File[]) {
      const first = main()
      const [file, ...others] = files
      if (!first || !file) return
      const [only, ...more] = filesOf(first)
      // A single unusable file is replaced by a single new one.
      if (
        only &&
        more.length + others.length === 0 &&
        sessions.length === 1 &&
        isOfFile(only.error)
      ) {
        return withTitle(first, () => first.replace(only.id, file))
      }
      // A typed text belongs to one entry, so its files do too.
      if (first.view().values.body.trim() !== '') together ??= true
      const isSeparate = maxFiles === 1 || together === false
      if (!isSeparate) return withTitle(first, () => first.attachments.add(files))
      const isFree = filesOf(first).length === 0
      if (isFree) withTitle(first, () => first.attachments.add([file]))
      const opened = await openFor(isFree ? others : files)
      set([...sessions, ...opened])
    },
    async setTogether(answer: boolean) {
      together = answer
      if (answer) merge()
      else await separate()
      changed()
    },
    /** Changes what all entries share. */
    edit(part: Pick<Partial<EntryValues>, 'timing' | 'properties'>) {
      for (const session of sessions) session.edit(part)
    },
    /** Changes the files of an entry; it is removed with its only file, unless it is the first. */
    arrange(session: EntrySession, ids: readonly string[]) {
      if (ids.length > 0) return session.arrange(ids)
      if (sessions.length === 1) return withTitle(session, () => session.arrange(ids))
      void session.discard()
      set(sessions.filter((one) => one !== session))
    },
    replace: (session: EntrySession, id: string, file: File) =>
      withTitle(session, () => session.replace(id, file)),
    /** Publishes one after the other. A failure ends it only if the others would fail as well. */
    async publish() {
      if (isPublishing) return
      isPublishing = true
      isStopped = false
      changed()
      for (const session of entries()) {
        if (isStopped) break
        if (isEnded(session)) continue
        await session.publish()
        const { error } = session.view()
        const isAlone = error instanceof ApiError && STOPPING_CODES.includes(error.code)
        if (!isEnded(session) && isAlone) break
      }
      isPublishing = false
      changed()
    },
    stop() {
      isStopped = true
      for (const session of entries()) session.stop()
    },
    isDone: () => entries().every(isEnded),
    /**
     * Begins anew. What is not published is discarded, but for a text that waits.
     * @returns whether a draft on the server was discarded
     */
    async reset(values: Partial<EntryValues> = {}): Promise<boolean> {
      const before = sessions
      const waiting = before.filter((one) => !entries().includes(one) && entries().every(isEnded))
      together = mayBeSeparate ? null : true
      const next = waiting.length > 0 ? waiting : [await openNew(values)]
      // The others go on until the server has discarded them.
      sessions = next
      changed()
      let isDiscarded = false
      for (const session of before) {
        if (next.includes(session)) continue
        const hasDraft = !isEnded(session) && session.view().entry !== null
        if (!isEnded(session)) await session.discard()
        isDiscarded ||= hasDraft && isEnded(session)
        deps.store.remove(session.key)
        session.close()
      }
      return isDiscarded
    },
  }
}
