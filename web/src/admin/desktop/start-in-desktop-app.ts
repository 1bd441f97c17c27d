import type { QueryClient } from '@tanstack/react-query'
import { followOpenRequests, type GoTo } from './open-requests.ts'
import { watchOutbox } from './watch-outbox.ts'

/** What the dashboard does beside its screens when it runs in the desktop program. */
export function startInDesktopApp(queryClient: QueryClient, goTo: GoTo): void {
  watchOutbox(queryClient)
  followOpenRequests(goTo)
}
