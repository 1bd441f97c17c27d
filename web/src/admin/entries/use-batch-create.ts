import { ApiError } from '@bidyaloy/shared/api/api'
import type { Entry, NewEntry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ContentKey } from '../api/idempotency-key.ts'
import { useUndo } from '../api/use-undo.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'

const t = withCopy(entriesCopy)

/** Maximum of one request. */
const MAX_DELETED = 200

/** An entry of a list that is to be created. */
export interface BatchRow {
  /** Of the row, while the list is open. */
  key: string
  body: Omit<NewEntry, 'status'>
}

interface BatchOptions {
  collection: CollectionName
  /** Called with the entries of all rows, by their keys, when the last one exists. */
  onDone: (created: ReadonlyMap<string, Entry>) => void
  onUndone?: () => void
  /** Messages that all were created, or removed again. */
  texts: Record<'added' | 'undone', (entries: readonly Entry[]) => string>
}

/** A creation that was tried, and of which no refusal came. */
interface Creation {
  /** The body as text, without the place in the list. */
  content: string
  body: BatchRow['body']
  idempotencyKey: string
}

/**
 * Creates entries one after the other. After a failure, another start creates only those that are
 * missing. A row whose response was lost is sent again as it was, and then changed if it has been
 * changed here. One undo removes all.
 */
export function useBatchCreate({ collection, onDone, onUndone, texts }: BatchOptions) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const creations = useRef(new Map<string, Creation>())
  const leaving = useRef(new AbortController())
  /** The entries of the rows, by their keys. */
  const [created, setCreated] = useState<ReadonlyMap<string, Entry>>(new Map())
  /** Key of the row whose response was lost, and whose entry may or may not exist. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    leaving.current = new AbortController()
    return () => {
      leaving.current.abort()
      // Some may have been created.
      if (creations.current.size > 0) cache.refresh()
    }
  }, [])

  const params = { collection }
  const remove = async (entries: readonly Entry[]) => {
    // Those that wait in the desktop app's outbox are unknown to the server.
    for (const { _id: id, queued } of entries) {
      if (queued) await api.deleteEntry({ params: { ...params, id } })
    }
    const ids = entries.flatMap(({ _id, queued }) => (queued ? [] : [_id]))
    for (let at = 0; at < ids.length; at += MAX_DELETED) {
      await api.deleteEntries({ params, body: { ids: ids.slice(at, at + MAX_DELETED) } })
    }
  }
  const undo = useUndo<readonly Entry[]>({
    label: t('toast.undoAdd'),
    done: texts.undone,
    records: (entries) => entries.map(({ _id }) => _id),
    undo: async (entries) => {
      await remove(entries)
      onUndone?.()
    },
    onSettled: cache.refresh,
  })
  const createRow = async ({ key, body }: BatchRow) => {
    const content = contentOf(body)
    const idempotencyKey = new ContentKey<[]>().for([])
    const creation = creations.current.get(key) ?? { content, body, idempotencyKey }
    creations.current.set(key, creation)
    const { signal } = leaving.current
    try {
      const options = { idempotencyKey: creation.idempotencyKey, signal }
      const entry = await api.createEntry({ params, body: creation.body }, options)
      if (creation.content === content) return entry
      const { _id: id, __v } = entry
      return await api.updateEntry(
        { params: { ...params, id }, body: { ...body, __v } },
        { signal },
      )
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isRefused) creations.current.delete(key)
      throw error
    }
  }
  const add = useMutation({
    mutationFn: async (rows: readonly BatchRow[]) => {
      const all = new Map(created)
      for (const [index, row] of rows.entries()) {
        setProgress({ done: index, total: rows.length })
        setUnconfirmed(row.key)
        all.set(row.key, await createRow(row))
        setCreated(new Map(all))
        setUnconfirmed(null)
      }
      return all
    },
    onSuccess: (all) => {
      const entries = [...all.values()]
      reset()
      // Only now: a row whose response was lost must stay for the retry.
      cache.refresh()
      onDone(all)
      notifySaved({
        text: texts.added(entries),
        records: entries.map(({ _id }) => _id),
        action: undo(entries),
      })
    },
    onSettled: () => setProgress(null),
  })
  const reset = () => {
    creations.current.clear()
    setCreated(new Map())
    setUnconfirmed(null)
    add.reset()
  }
  return {
    created,
    unconfirmed,
    progress,
    isPending: add.isPending,
    error: add.error,
    start: add.mutate,
    /** Forgets a failure; what was created before it is not created again. */
    resetError: add.reset,
    /** Forgets what was created, so that equal rows can be created again. */
    reset,
  }
}

function contentOf({ order, ...body }: BatchRow['body']): string {
  return JSON.stringify(body)
}
