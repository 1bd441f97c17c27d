import type { DesktopState } from '@bidyaloy/shared/desktop/desktop-api'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { keepDraftsFor } from '../form/drafts.ts'
import { readState } from './desktop-calls.ts'

/** Queries about the program itself begin with this; all others are about the school. */
export const DESKTOP = 'desktop'

/** Time between two looks, in milliseconds. */
const WHEN_CALM = 10_000
const WHEN_SOMETHING_IS_UP = 2000

/** How things stand in the program, asked again and again: it cannot call the page. */
export const desktopStateQuery = queryOptions({
  queryKey: [DESKTOP, 'state'],
  queryFn: async ({ signal }) => {
    const state = await readState(signal)
    keepDraftsFor(state.current)
    return state
  },
  refetchInterval: ({ state: { data } }) => (isCalm(data) ? WHEN_CALM : WHEN_SOMETHING_IS_UP),
  // Signing out empties the cache; what the program is does not change by it.
  placeholderData: keepPreviousData,
})

function isCalm(state: DesktopState | undefined): boolean {
  return state?.serverAnswers === true && state.waiting === 0
}

/** How things stand in the program; undefined until it has said so. */
export function useDesktopState(): DesktopState | undefined {
  return useQuery(desktopStateQuery).data
}
