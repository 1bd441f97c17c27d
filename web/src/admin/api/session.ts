import type { Api } from '@bidyaloy/shared/api/api'
import { hasRight, type Right } from '@bidyaloy/shared/school/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAdminApi } from './admin-api.ts'

/** Query for the signed-in user. Scripts cannot read the session cookie. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.session({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** Tests rights of the signed-in user. All are allowed until the session is known. */
export function useRights(): (right: Right | undefined) => boolean {
  const { data } = useQuery({ ...sessionQuery(useAdminApi()), enabled: false })
  const { role = 'head', approval = false } = data ?? {}
  return (right) => right === undefined || hasRight(role, right, { approval })
}

/** Returns the name of the signed-in user; undefined until the session is known. */
export function useUsername(): string | undefined {
  return useQuery({ ...sessionQuery(useAdminApi()), enabled: false }).data?.username
}

const KEY = 'signed-in-before'

/** Whether the sign-in page should ask the server for a session. Only saves a request. */
export function hasSignedInBefore(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return true
  }
}

/** Stores whether this browser is signed in, for `hasSignedInBefore`. */
export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage, the sign-in page asks the server each time.
  }
}
