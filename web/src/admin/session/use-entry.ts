import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { type SignInGate, useSignInGate } from '../api/sign-in-gate.ts'
import { draftProfile } from '../form/drafts.ts'
import { refusedText, useMaxUploadBytes } from '../uploads/accepted-files.ts'
import { prepareFile } from '../uploads/prepare-file.ts'
import { sendUpload } from '../uploads/send-upload.ts'
import type { EntryValues } from './entry-values.ts'
import type { SessionDeps } from './open-session.ts'
import { createSessionList, type SessionList } from './session-list.ts'
import { createSessionStore } from './session-store.ts'
import { createUploader, type Uploader } from './uploader.ts'

const store = createSessionStore(draftProfile)

const clock: SessionDeps['clock'] = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** One line for the files of all forms. */
let shared: { gate: SignInGate; uploader: Uploader } | null = null

function uploaderFor(gate: SignInGate): Uploader {
  if (shared?.gate !== gate) {
    // The desktop app's outbox sends the files of a write later.
    const send = inDesktopApp() ? null : sendUpload
    shared = { gate, uploader: createUploader({ send, signIn: gate.ask }) }
  }
  return shared.uploader
}

/** Resolves to the end of the right to a name; null if another tab has it. Without https all have it. */
function lock(name: string): Promise<(() => void) | null> {
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
}: EntrySessionsOptions): SessionList | null {
  const gate = useSignInGate()
  const maxBytes = useRef(0)
  maxBytes.current = useMaxUploadBytes()
  const initial = useRef(properties)
  const [list, setList] = useState<SessionList | null>(null)
  useEffect(() => {
    const deps: SessionDeps = {
      ...{ api, store, clock, uploader: uploaderFor(gate), prepare: prepareFile },
      // The desktop app keeps its drafts itself.
      autosaves: () => !inDesktopApp(),
      refusal: (file) => refusedText(collection, file, maxBytes.current),
    }
    const opened = createSessionList({ collection, form, deps, properties: initial.current, lock })
    let isCurrent = true
    void opened.open().then(() => isCurrent && setList(opened))
    const resume = () => {
      for (const session of opened.sessions()) session.resume()
    }
    const unsubscribe = gate.subscribe(() => !gate.isAsking() && !gate.wasDeclined() && resume())
    window.addEventListener('online', resume)
    return () => {
      isCurrent = false
      setList(null)
      unsubscribe()
      window.removeEventListener('online', resume)
      opened.close()
    }
  }, [api, collection, form, gate])
  useSyncExternalStore(list?.subscribe ?? never, list?.version ?? zero)
  return list
}

/** Whether the browser does not store what is written. */
export const isStoreBroken = (): boolean => store.isBroken()

const never = () => () => {}
const zero = () => 0
