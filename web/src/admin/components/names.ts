import type { Api } from '@bidyaloy/shared/api/api'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../api/admin-api.ts'

/** The names of all accounts. */
export const namesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['names'],
    queryFn: ({ signal }) => api.listNames({}, { signal }),
    staleTime: 5 * MINUTE_MS,
  })

export interface Names {
  /** Returns the name of an account; the username of one without, or while names are unknown. */
  nameOf: (username: string) => string
  /** The same with the post: «রহিমা বেগম, অফিস সহকারী». */
  nameAndPostOf: (username: string) => string
}

/** Names that are shown instead of usernames, by which records know who did what. */
export function useNames(): Names {
  const { data = [] } = useQuery(namesQuery(useAdminApi()))
  const find = (username: string) => data.find((account) => account.username === username)
  const nameOf = (username: string) => find(username)?.name ?? username
  return {
    nameOf,
    nameAndPostOf: (username) =>
      [nameOf(username), find(username)?.post].filter(Boolean).join(', '),
  }
}
