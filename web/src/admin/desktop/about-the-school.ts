import type { QueryClient } from '@tanstack/react-query'
import { DESKTOP, desktopStateQuery } from './use-desktop-state.ts'

/** Reads anew what the page shows of the school. */
export function refetchSchool(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== DESKTOP })
}

/** After another site came into use: nothing of one school may show in the next. */
export function forgetSchool(queryClient: QueryClient): Promise<void> {
  const [, state] = desktopStateQuery.queryKey
  queryClient.removeQueries({
    predicate: ({ queryKey: [room, thing] }) => room !== DESKTOP || thing !== state,
  })
  return queryClient.refetchQueries(desktopStateQuery)
}
