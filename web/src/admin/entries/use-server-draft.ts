import type { Api } from '@bidyaloy/shared/api/api'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { createServerDraft, type DraftContents, type StoredDraft } from './server-draft.ts'

interface ServerDraftOptions {
  api: Pick<Api, 'createEntry' | 'updateEntry' | 'deleteDraft'>
  collection: CollectionName
  /** From before a reload. */
  stored: StoredDraft | null
  /** What the form holds. */
  contents: DraftContents
  /** Nothing is worth a draft. */
  isBlank: boolean
  /** Whether the contents may be saved now. */
  isSavable: boolean
}

/** The draft on the server of what is in a form, saved a moment after each change. */
export function useServerDraft({
  api,
  collection,
  stored,
  contents,
  isBlank,
  isSavable,
}: ServerDraftOptions) {
  const [server] = useState(() => createServerDraft(api, collection, stored))
  const draft = useSyncExternalStore(server.subscribe, server.current)
  const phase = useSyncExternalStore(server.subscribe, server.phase)
  const isSent = useRef(false)
  const { fields, files } = contents
  // The desktop app keeps its drafts itself.
  const isKept = isSavable && !inDesktopApp() && !isSent.current
  const key = JSON.stringify([fields, files.map(({ name }) => name)])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has all that changes
  useEffect(() => {
    if (!isKept) return
    server.schedule(contents, isBlank)
    return server.stop
  }, [server, isKept, key])
  return {
    draft,
    phase,
    /** Files of the draft that were chosen before a reload. */
    kept: server.kept(),
    drop: server.drop,
    publish: server.publish,
    /** Saves no draft of what is being published without one: its response may be lost. */
    noteSent: () => {
      isSent.current = true
    },
    forget: (options: Parameters<typeof server.forget>[0]) => {
      isSent.current = false
      return server.forget(options)
    },
  }
}
