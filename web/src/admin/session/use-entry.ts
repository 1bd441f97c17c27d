import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { type SignInGate, useSignInGate } from '../api/sign-in-gate.ts'
import { createBrowserStore } from '../form/browser-store.ts'
import { draftProfile } from '../form/drafts.ts'
import { refusedText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { prepareFile } from '../uploads/prepare-file.ts'
import { sendUpload } from '../uploads/send-upload.ts'
import type { EntryValues } from './entry-values.ts'
import type { SessionDeps } from './open-session.ts'
import { replaceStoredFile } from './replace-stored-file.ts'
import { SessionList } from './session-list.ts'
import { type Proposed, SessionRecord } from './session-store.ts'
import { createUploader, type Uploader } from './uploader.ts'

const store = createBrowserStore(SessionRecord, draftProfile)

const clock: SessionDeps['clock'] = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** All forms share one uploader. */
let common: { gate: SignInGate; uploader: Uploader } | null = null

function uploaderFor(gate: SignInGate): Uploader {
  if (common?.gate !== gate) {
    // The desktop app's outbox sends the files of a write later.
    const send = inDesktopApp() ? null : sendUpload
    common = { gate, uploader: createUploader({ send, signIn: gate.ask }) }
  }
  return common.uploader
}

/**
 * Takes a lock by name, without waiting. Locks are not available without https: then each call succeeds.
 * @returns a function that releases it; null if another tab has it
 */
export function lock(name: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    void navigator.locks.request(`${draftProfile()}${name}`, { ifAvailable: true }, (given) => {
      if (!given) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
  })
}

interface EntrySessionsOptions extends Pick<SessionDeps, 'api'> {
  /** Of a new entry, until another is proposed or chosen. */
  collection: CollectionName
  /** Name of the form. */
  form: string
  /** What a new entry has without proposals; undefined if nothing is proposed. */
  chosen: readonly Proposed[] | undefined
  properties: EntryValues['properties']
  /** Whether edits are saved on the server. */
  autosaves?: boolean
}

/** Returns the dependencies of sessions; the same object while the component is mounted. */
export function useSessionDeps(api: SessionDeps['api']): SessionDeps {
  const gate = useSignInGate()
  const maxBytes = useRef(0)
  maxBytes.current = useMaxUploadBytes()
  return useMemo(
    () => ({
      api,
      store,
      clock,
      uploader: uploaderFor(gate),
      prepare: prepareFile,
      // The desktop app stores its drafts itself.
      autosaves: () => !inDesktopApp(),
      refusal: (file, collection) => refusedText(collection, file, maxBytes.current),
    }),
    [api, gate],
  )
}

/** Calls back when the connection is restored or the user has signed in again. */
export function useReconnect(resume: () => void): void {
  const gate = useSignInGate()
  useEffect(() => {
    const unsubscribe = gate.subscribe(() => !gate.isAsking() && !gate.wasDeclined() && resume())
    window.addEventListener('online', resume)
    return () => {
      unsubscribe()
      window.removeEventListener('online', resume)
    }
  })
}

/**
 * Returns the entries that a form publishes; null until those of an earlier visit are read from the
 * browser's storage. They are closed with the form, and stay stored.
 */
export function useEntrySessions({
  api,
  collection,
  form,
  chosen,
  properties,
  autosaves = true,
}: EntrySessionsOptions): SessionList | null {
  const shared = useSessionDeps(api)
  const deps = useMemo(
    () => ({ ...shared, ...(!autosaves && { autosaves: () => false }) }),
    [shared, autosaves],
  )
  const initial = useRef({ properties, chosen })
  const [list, setList] = useState<SessionList | null>(null)
  useReconnect(() => {
    for (const session of list?.sessions() ?? []) session.resume()
  })
  useEffect(() => {
    const opened = new SessionList({ collection, form, deps, ...initial.current, lock })
    let isCurrent = true
    void opened.open().then(() => isCurrent && setList(opened))
    return () => {
      isCurrent = false
      setList(null)
      opened.close()
    }
  }, [deps, collection, form])
  useSyncExternalStore(list?.subscribe ?? never, list?.version ?? zero)
  return list
}

/** Whether the browser has stored input of a form; false until that is read. */
export function useHasStoredDraft(form: string): boolean {
  const [hasDraft, setHasDraft] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void store.list(form).then((found) => isCurrent && setHasDraft(found.length > 0))
    return () => {
      isCurrent = false
    }
  }, [form])
  return hasDraft
}

/** Puts a file that the server has replaced into what forms have left in the browser. */
export const replaceInForms = (entry: Entry, paths: { from: string; to: string }) =>
  replaceStoredFile(store, entry, paths)

/** Whether the browser cannot store input. */
export const isStoreBroken = (): boolean => store.isBroken()

const never = () => () => {}
const zero = () => 0
