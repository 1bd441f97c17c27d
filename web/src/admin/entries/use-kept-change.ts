import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { orNull } from '../../ui/page-context.ts'
import { hasCode } from '../api/failure-text.ts'
import { createLostWrite } from '../api/lost-write.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { drafts } from '../form/drafts.ts'
import { withCopy } from '../t.ts'
import { useEntryCache } from './entry-cache.ts'
import {
  type DialogProps,
  type EntryUpdate,
  type EntryUpdateRequest,
  goalOf,
  keepsChange,
} from './entry-update.tsx'
import { type DraftPhase, REST_MS } from './server-draft.ts'

const t = withCopy(entriesCopy)

interface KeptChangeOptions extends Pick<DialogProps, 'collection' | 'entry'> {
  update: EntryUpdate
  /** What has changed since it was last kept; null if it cannot be kept now. */
  request: EntryUpdateRequest | null
  /** Called with the entry as it is after what was kept. */
  onKept: (entry: Entry) => void
}

/**
 * Keeps what is typed in the dialog of a published entry as a change on the server, a moment after it
 * is typed, and goes on with what was kept before. The entry stays as it is.
 */
export function useKeptChange({
  update,
  collection,
  entry: opened,
  request,
  onKept,
}: KeptChangeOptions) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const params = { collection, id: opened._id }
  const { current, show } = update
  const isWanted = keepsChange(collection, opened)
  const found = useQuery({
    // Not refreshed with the lists.
    queryKey: ['change', collection, opened._id],
    queryFn: ({ signal }) => orNull(api.getDraft({ params }, { signal })),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [isResumed, setResumed] = useState(false)
  const resumed = found.data?.status === 'draft' ? found.data : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is read
  useEffect(() => {
    if (!resumed) return
    setResumed(true)
    show(resumed)
  }, [resumed])
  const isKept = isWanted && current.status === 'draft'

  const [writes] = useState(() => createLostWrite<Entry>())
  const write = async ({ change, files }: EntryUpdateRequest): Promise<Entry> => {
    const before = (await writes.resend()) ?? current
    if (before !== current) show(before)
    if (files) {
      return update.keepFiles(change, { ...files, ...(before !== current && { present: before }) })
    }
    const body = { ...change, ...goalOf(opened, before, true) }
    return writes.send((options) => api.updateEntry({ params, body }, options))
  }

  /** What was kept last, or failed. */
  const [last, setLast] = useState('')
  const running = useRef<Promise<unknown> | null>(null)
  const keep = useMutation({
    mutationFn: async (request: EntryUpdateRequest) => {
      const writing = write(request).then((entry) => {
        show(entry)
        onKept(entry)
      })
      running.current = writing.catch(() => undefined)
      await writing.finally(() => {
        running.current = null
      })
      if (!isKept) cache.refresh()
    },
  })
  const isElsewhere = hasCode(keep.error, 'conflict') || hasCode(keep.error, 'not_found')
  const key = JSON.stringify([
    request?.change,
    request?.files?.places.map((place) => (typeof place === 'string' ? place : place.name)),
  ])
  const isDue =
    found.isSuccess &&
    found.data?.status !== 'waiting' &&
    request !== null &&
    key !== last &&
    !keep.isPending &&
    !isElsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has all that changes of the request
  useEffect(() => {
    if (!isDue || !request) return
    const timer = setTimeout(() => {
      setLast(key)
      keep.mutate(request)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [isDue, key, current])

  const forgetParts = () => drafts.forget(`${collection}/${opened._id}`)
  const discard = useMutation({
    mutationFn: async () => {
      await orNull(api.deleteDraft({ params }))
      return api.getEntry({ params })
    },
    onSuccess: (entry) => {
      setResumed(false)
      forgetParts()
      show(entry)
      cache.refresh()
      notifySaved({ text: t('draft.deleted') })
    },
  })
  const phase = (): DraftPhase => {
    if (keep.isPending) return 'saving'
    if (keep.isError) return isElsewhere ? 'elsewhere' : 'failed'
    return isKept ? 'saved' : 'none'
  }
  return {
    isReady: !isWanted || found.isFetched,
    /** The change that was kept before the dialog was opened, as it was then. */
    resumed: isKept && isResumed ? resumed : null,
    isKept,
    /** Whether a change is being sent, or it is not known whether it has arrived. */
    isUnsettled: () => running.current !== null || writes.isUnanswered(),
    /** Waits until what was sent has arrived or failed. */
    settle: async () => {
      await running.current
      const entry = await writes.resend().catch(() => null)
      if (entry) show(entry)
    },
    phase: phase(),
    discard,
    /** Discards what was kept since the dialog was opened, unless something was kept before. */
    forget: () => {
      if (isResumed || !(isKept || keep.isPending || writes.isUnanswered())) return
      forgetParts()
      void Promise.resolve(running.current)
        .then(() => api.deleteDraft({ params }))
        .catch(() => undefined)
        .then(cache.refresh)
    },
    /** After a conflict, what was read again can be changed and kept. */
    goOn: () => keep.reset(),
  }
}
