import type { Api } from '@bidyaloy/shared/api/api'
import type { ItemsQuery, MoveIn } from '@bidyaloy/shared/features/move-in/move-in'
import type { MoveInState } from '@bidyaloy/shared/features/move-in/reasons'
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { hasCode } from '../../../admin/api/failure-text.ts'

/** Polling interval while the server is at work, in milliseconds. */
const POLL_MS = 1000

const RUNNING: readonly MoveInState[] = ['looking', 'bringing', 'undoing']

const listKey = ['moveIns']
const moveKey = (id: string) => [...listKey, id]
const exactly = (queryKey: readonly string[]) => ({ queryKey, exact: true })

/** The moves, the newest first. */
export const movesQuery = (api: Api) =>
  queryOptions({
    queryKey: listKey,
    queryFn: ({ signal }) => api.listMoveIns({}, { signal }),
  })

/** A move. Polls while the server looks, brings or undoes. */
export function useMove(id: string | undefined) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: moveKey(id ?? ''),
    queryFn: async ({ signal }) => {
      try {
        return await api.readMoveIn({ params: { id: id ?? '' } }, { signal })
      } catch (error) {
        // Another person's look has replaced it: the list has the new one.
        if (hasCode(error, 'not_found')) void queryClient.invalidateQueries(exactly(listKey))
        throw error
      }
    },
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data && RUNNING.includes(data.state) ? POLL_MS : false,
  })
  const state = query.data?.state
  const before = useRef(state)
  useEffect(() => {
    const former = before.current
    before.current = state
    // Lists, the home and the activity have changed.
    const hasChangedSite = former === 'bringing' || former === 'undoing'
    if (hasChangedSite && former !== state) void queryClient.invalidateQueries()
  }, [state, queryClient])
  return query
}

/** Changes a move; its query has the state that follows. */
export function useMoveTask<Order = void>(begin: (order: Order) => Promise<MoveIn>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: begin,
    onSuccess: (move) => {
      queryClient.setQueryData(moveKey(move._id), move)
      return queryClient.invalidateQueries(exactly(listKey))
    },
    onError: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
}

/** Returns a function that reads the moves and their items again. */
export function useMovesChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: listKey })
}

/** Which items of a move. */
export type ItemFilter = Omit<z.input<typeof ItemsQuery>, 'limit' | 'offset'>

const PAGE_SIZE = 50

/** The items of a move, page after page. */
export function useItems(id: string, filter: ItemFilter) {
  const api = useAdminApi()
  return useInfiniteQuery({
    queryKey: [...moveKey(id), 'items', filter],
    queryFn: ({ pageParam: offset, signal }) =>
      api.listMoveInItems(
        { params: { id }, query: { ...filter, limit: PAGE_SIZE, offset } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0)
      return pages.at(-1)?.items.length && read < total ? read : undefined
    },
  })
}

/** The items as they will look. */
export const previewQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...moveKey(id), 'preview'],
    queryFn: ({ signal }) => api.previewMoveIn({ params: { id } }, { signal }),
  })
