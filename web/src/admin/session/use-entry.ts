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
import { SessionList } from './session-list.ts'
import { SessionRecord } from './session-store.ts'
import { createUploader, type Uploader } from './uploader.ts'

const store = createBrowserStore(SessionRecord, draftProfile)

const clock: SessionDeps['clock'] = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** One line for the files of all forms. */
let common: { gate: SignInGate; uploader: Uploader } | null = null

function uploaderFor(gate: SignInGate): Uploader {
  if (common?.gate !== gate) {
    // The desktop app's outbox sends the files of a write later.
    const send = inDesktopApp() ? null : sendUpload
    common = { gate, uploader: createUploader({ send, signIn: gate.ask }) }
  }
  return common.uploader
}

/** Resolves to the end of the right to a name; null if another tab has it. Without https all have it. */
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
  collection: CollectionName
  /** Name of the form. */
  form: string
  properties: EntryValues['properties']
  /** Whether the server keeps a draft of it. */
  autosaves?: boolean
}

/** What sessions need of the dashboard; the same object while the component is mounted. */
export function useSessionDeps(api: SessionDeps['api'], collection: CollectionName): SessionDeps {
  const gate = useSignInGate()
  const maxBytes = useRef(0)
  maxBytes.current = useMaxUploadBytes()
  return useMemo(
    () => ({
      ...{ api, store, clock, uploader: uploaderFor(gate), prepare: prepareFile },
      // The desktop app keeps its drafts itself.
      autosaves: () => !inDesktopApp(),
      refusal: (file) => refusedText(collection, file, maxBytes.current),
    }),
    [api, collection, gate],
  )
}

/** Calls back when the connection or the session of the account is back. */
export function useComeback(resume: () => void): void {
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
 * The entries that a form publishes; null until the browser has read what was left there before.
 * They are written on until the form is left, and stored then.
 */
export function useEntrySessions({
  api,
  collection,
  form,
  properties,
  autosaves = true,
}: EntrySessionsOptions): SessionList | null {
  const shared = useSessionDeps(api, collection)
  const deps = useMemo(
    () => ({ ...shared, ...(!autosaves && { autosaves: () => false }) }),
    [shared, autosaves],
  )
  const initial = useRef(properties)
  const [list, setList] = useState<SessionList | null>(null)
  useComeback(() => {
    for (const session of list?.sessions() ?? []) session.resume()
  })
  useEffect(() => {
    const opened = new SessionList({ collection, form, deps, properties: initial.current, lock })
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

/** Whether something was left in a form; false until the browser has looked. */
export function useIsBegun(form: string): boolean {
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void store.list(form).then((found) => isCurrent && setBegun(found.length > 0))
    return () => {
      isCurrent = false
    }
  }, [form])
  return isBegun
}

/** Whether the browser does not store what is written. */
export const isStoreBroken = (): boolean => store.isBroken()

const never = () => () => {}
const zero = () => 0
