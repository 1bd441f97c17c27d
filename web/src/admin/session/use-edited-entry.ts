import type { Api } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { orNull } from '../../ui/page-context.ts'
import { freshKey } from '../api/idempotency-key.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import type { EntrySession } from './entry-session.ts'
import { openSession, type SessionDeps } from './open-session.ts'
import { editedRecord } from './session-records.ts'
import { lock, useReconnect, useSessionDeps } from './use-entry.ts'

/** An entry that is open to be changed. */
export interface EditedEntry {
  session: EntrySession
  /** The unpublished change from an earlier visit or another device; null without one. */
  resumed: Entry | null
  /** Whether text and files were read, and so can be changed. */
  isComplete: boolean
  /** Whether reading failed. */
  readFailed: boolean
}

interface EditedEntryOptions {
  api: Api
  collection: CollectionName
  /** As the list showed it. */
  opened: Entry
  /** Whether edits of a published entry are saved on the server as an unpublished change. */
  autosaves: boolean
}

/**
 * Opens an entry to change it, with the stored edits of an earlier visit, and closes it with the
 * component. `edited` is null until it is open.
 */
export function useEditedEntry({ api, collection, opened, autosaves }: EditedEntryOptions): {
  edited: EditedEntry | null
  /** Opens it again, without what was changed. */
  restart(): void
} {
  const deps = useSessionDeps(api)
  const [edited, setEdited] = useState<EditedEntry | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `opened` is the entry of the first render
  useEffect(() => {
    let isCurrent = true
    let close = () => {}
    const open = openEdited({
      // A draft is changed only when the user saves it. The desktop app stores its changes itself.
      deps: {
        ...deps,
        autosaves: () => autosaves && !opened.status && !inDesktopApp(),
        ...(opened.status && { targetStatus: opened.status }),
      },
      api,
      collection,
      opened,
      isPartial: !autosaves,
    })
    void open.then(({ release, ...found }) => {
      close = () => {
        found.session.close()
        if (!found.session.isDirty()) deps.store.remove(found.session.key)
        release()
      }
      if (isCurrent) setEdited(found)
      else close()
    })
    return () => {
      isCurrent = false
      close()
    }
  }, [deps, attempt])
  useReconnect(() => edited?.session.resume())
  useSyncExternalStore(edited?.session.subscribe ?? never, edited?.session.view ?? nothing)
  return {
    edited,
    restart: () => {
      setEdited(null)
      setAttempt(attempt + 1)
    },
  }
}

interface OpenOptions extends Pick<EditedEntryOptions, 'api' | 'collection' | 'opened'> {
  deps: SessionDeps
  /** Whether the fields of the list are enough. */
  isPartial: boolean
}

async function openEdited({ deps, api, collection, opened, isPartial }: OpenOptions) {
  const params = { collection, id: opened._id }
  const form = `edit:${collection}:${opened._id}${isPartial ? ':part' : ''}`
  const release = (await lock(form)) ?? (() => {})
  const [stored] = await deps.store.list(form)
  const autosaves = deps.autosaves()
  const read = async () => {
    const draft = autosaves ? await orNull(api.getDraft({ params })) : null
    const resumed = draft?.status === 'draft' ? draft : null
    if (resumed) {
      const present = await orNull(api.getEntry({ params }))
      return { entry: resumed, resumed, published: present?.__v === resumed.__v ? present : null }
    }
    const isComplete = !hasMore(opened)
    const entry = isComplete
      ? opened
      : await (opened.status ? api.getDraft({ params }) : api.getEntry({ params }))
    return { entry, resumed: null }
  }
  let found: { entry: Entry; resumed: Entry | null; published?: Entry | null } = {
    entry: opened,
    resumed: null,
  }
  let readFailed = false
  try {
    if (!isPartial) found = await read()
  } catch {
    readFailed = hasMore(opened)
  }
  const isComplete = !isPartial && !readFailed
  const record =
    stored ?? editedRecord({ form, group: freshKey(), collection }, found.entry, found.published)
  const session = await openSession(deps, record)
  // Stored edits are merged with what the server has now.
  if (stored?.pending) session.resume()
  else if (stored && !readFailed) await session.reload().catch(() => undefined)
  return { session, resumed: found.resumed, isComplete, readFailed, release }
}

/** Whether a list omits fields of an entry: its text, or the files of an album. */
function hasMore({ excerpt, body, fileCount }: Entry): boolean {
  return (excerpt !== undefined && body === undefined) || fileCount !== undefined
}

const never = () => () => {}
const nothing = () => null
