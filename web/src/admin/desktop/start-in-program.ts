import type { QueryClient } from '@tanstack/react-query'
import { followGivenThings, type GoTo } from './given-things.ts'
import { watchOutbox } from './watch-outbox.ts'

/** What the dashboard does beside its screens when it runs in the desktop program. */
export function startInProgram(queryClient: QueryClient, goTo: GoTo): void {
  watchOutbox(queryClient)
  followGivenThings(goTo)
}
