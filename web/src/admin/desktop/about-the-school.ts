import type { QueryClient } from '@tanstack/react-query'
import { desktopStateQuery, PROGRAM } from './use-desktop-state.ts'

/** Reads anew what the page shows of the school. */
export function refetchSchool(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PROGRAM })
}

/** Nothing of one school, its waiting changes neither, may show in the next. */
export function forgetSchool(queryClient: QueryClient): void {
  const [, state] = desktopStateQuery.queryKey
  queryClient.removeQueries({
    predicate: ({ queryKey: [room, thing] }) => room !== PROGRAM || thing !== state,
  })
}
