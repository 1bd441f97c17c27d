import type { Api } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** Query for the signed-in user. Scripts cannot read the session cookie. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.session({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })

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
