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
import { lock, useComeback, useSessionDeps } from './use-entry.ts'

/** An entry that is open to be changed. */
export interface EditedEntry {
  session: EntrySession
  /** The change of it that another visit or device has begun; null without one. */
  resumed: Entry | null
  /** Whether all of it was read; otherwise its text and files cannot be changed. */
  isWhole: boolean
  /** Whether reading failed. */
  isUnread: boolean
}

interface EditedEntryOptions {
  api: Api
  collection: CollectionName
  /** As the list showed it. */
  opened: Entry
  /** Whether the server keeps a change of a published entry while it is written. */
  autosaves: boolean
}

/**
 * Opens an entry to change it, with what was left of an earlier change, and closes it with the
 * component. Null until then.
 */
export function useEditedEntry({ api, collection, opened, autosaves }: EditedEntryOptions): {
  edited: EditedEntry | null
  /** Opens it again, without what was changed. */
  restart(): void
} {
  const deps = useSessionDeps(api, collection)
  const [edited, setEdited] = useState<EditedEntry | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `opened` is the entry of the first render
  useEffect(() => {
    let isCurrent = true
    let close = () => {}
    const open = openEdited({
      // A draft stays as it is until it is saved; the desktop app keeps its changes itself.
      deps: {
        ...deps,
        autosaves: () => autosaves && !opened.status && !inDesktopApp(),
        ...(opened.status && { target: opened.status }),
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
  useComeback(() => edited?.session.resume())
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
  /** Whether the values that the list has are enough. */
  isPartial: boolean
}

async function openEdited({ deps, api, collection, opened, isPartial }: OpenOptions) {
  const params = { collection, id: opened._id }
  const form = `edit:${collection}:${opened._id}${isPartial ? ':part' : ''}`
  const release = (await lock(form)) ?? (() => {})
  const [left] = await deps.store.list(form)
  const isWritten = deps.autosaves()
  const read = async () => {
    const kept = isWritten ? await orNull(api.getDraft({ params })) : null
    const resumed = kept?.status === 'draft' ? kept : null
    if (resumed) {
      const present = await orNull(api.getEntry({ params }))
      return { entry: resumed, resumed, published: present?.__v === resumed.__v ? present : null }
    }
    const isWhole = !hasMore(opened)
    const entry = isWhole
      ? opened
      : await (opened.status ? api.getDraft({ params }) : api.getEntry({ params }))
    return { entry, resumed: null }
  }
  let found: { entry: Entry; resumed: Entry | null; published?: Entry | null } = {
    entry: opened,
    resumed: null,
  }
  let isUnread = false
  try {
    if (!isPartial) found = await read()
  } catch {
    isUnread = hasMore(opened)
  }
  const isWhole = !isPartial && !isUnread
  const record =
    left ?? editedRecord({ form, group: freshKey(), collection }, found.entry, found.published)
  const session = await openSession(deps, record)
  // What was written before is put onto what the server has now.
  if (left?.pending) session.resume()
  else if (left && !isUnread) await session.reload().catch(() => undefined)
  return { session, resumed: found.resumed, isWhole, isUnread, release }
}

/** Whether a list leaves out a part of an entry: its text, or the files of an album. */
function hasMore({ excerpt, body, fileCount }: Entry): boolean {
  return (excerpt !== undefined && body === undefined) || fileCount !== undefined
}

const never = () => () => {}
const nothing = () => null
