import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { peopleCopy } from '@bidyaloy/shared/copy/people-copy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../../ui/toast.tsx'
import { failureText, hasCode } from '../api/failure-text.ts'
import { ContentKey } from '../api/idempotency-key.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { useEntryCache } from '../entries/entry-cache.ts'
import { withCopy } from '../t.ts'
import type { PastedPerson } from './people-sheet.ts'

const t = withCopy(peopleCopy, entriesCopy)

const params = { collection: 'people' } as const
/** Maximum of one request. */
const MAX_DELETED = 200

/** A creation. A retry sends it unchanged, so that the server adds the person only once. */
interface Creation {
  idempotencyKey: string
  order: number
}

/**
 * Adds people one after the other. After a failure, a second start goes on with the others.
 * @param onDone called when all are added; a message then offers to undo them together
 */
export function useAddPeople(onDone: () => void) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache('people')
  const toasts = useToasts()
  const creations = useRef(new Map<string, Creation>())
  const leaving = useRef(new AbortController())
  /** Those added since the last reset. */
  const [added, setAdded] = useState<readonly Entry[]>([])
  /** Key of the person whose response was lost, and who may or may not have been added. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])

  const undo = useMutation({
    mutationFn: async (people: readonly Entry[]) => {
      // Those that wait in the desktop app's outbox are unknown to the server.
      for (const { _id: id, queued } of people) {
        if (queued) await api.deleteEntry({ params: { ...params, id } })
      }
      const ids = people.flatMap(({ _id, queued }) => (queued ? [] : [_id]))
      for (let at = 0; at < ids.length; at += MAX_DELETED) {
        await api.deleteEntries({ params, body: { ids: ids.slice(at, at + MAX_DELETED) } })
      }
    },
    onSuccess: (_, people) =>
      notifySaved({ text: t('people.paste.undone', { n: formatNumber(people.length) }) }),
    onError: (error) =>
      toasts.show({
        tone: 'error',
        text: `${t('people.paste.undoFailed')} ${hasCode(error, 'not_found') ? '' : failureText(error)}`,
      }),
    onSettled: () => cache.refresh(),
  })

  const add = useMutation({
    mutationFn: async ({ people, kind, after }: Start) => {
      const all = [...added]
      for (const [index, { key, title, fields }] of people.entries()) {
        setProgress({ done: index, total: people.length })
        setUnconfirmed(key)
        const creation = creations.current.get(key) ?? {
          idempotencyKey: new ContentKey<[]>().for([]),
          order: after + index + 1,
        }
        creations.current.set(key, creation)
        const { idempotencyKey, order } = creation
        const entry = await api.createEntry(
          { params, body: { title, kind: kind || null, order, fields: texts(fields) } },
          { idempotencyKey, signal: leaving.current.signal },
        )
        all.push(entry)
        setAdded([...all])
        setUnconfirmed(null)
      }
      return all
    },
    onSuccess: (all) => {
      reset()
      onDone()
      notifySaved({
        text: t(all.some(({ status }) => status) ? 'draft.sent' : 'people.paste.added', {
          n: formatNumber(all.length),
        }),
        records: all.map(({ _id }) => _id),
        action: { label: t('toast.undoAdd'), icon: 'undo', run: () => undo.mutate(all) },
      })
    },
    onSettled: () => {
      setProgress(null)
      cache.refresh()
    },
  })
  const reset = () => {
    creations.current.clear()
    setAdded([])
    setUnconfirmed(null)
    add.reset()
  }
  return {
    added,
    unconfirmed,
    progress,
    isPending: add.isPending,
    error: add.error,
    /** Forgets a failure; who was added before it is not added again. */
    resetError: add.reset,
    /** Forgets who was added, so that equal people can be added again. */
    reset,
    /** @param present the people before, after whom the new ones are listed */
    start: (people: readonly PastedPerson[], kind: string, present: readonly Entry[]) => {
      const orders = [...present, ...added].map(({ order = 0 }) => order)
      add.mutate({ people, kind, after: Math.floor(Math.max(0, ...orders)) })
    },
  }
}

interface Start {
  people: readonly PastedPerson[]
  kind: string
  /** The order after which theirs follow. */
  after: number
}

/** Returns the fields without those that are absent. */
function texts(fields: PastedPerson['fields']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  )
}
