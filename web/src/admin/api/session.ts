import type { Api } from '@bidyaloy/shared/api/api'
import { queryOptions } from '@tanstack/react-query'

/** Who is signed in. The cookie cannot be read by scripts; only the server knows. */
export const sessionQuery = (api: Api) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.session({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })

const KEY = 'signed-in-before'

/**
 * Only a hint: whether asking the server for a session is worth a request on the sign-in page.
 * It opens nothing.
 */
export function hasSignedInBefore(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return true
  }
}

/** Notes the hint for the next visit; a browser that keeps nothing is asked nothing. */
export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that keeps nothing asks the server each time.
  }
}
