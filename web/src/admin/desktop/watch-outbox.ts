import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { refetchSchool } from './about-the-school.ts'
import { outboxQuery } from './outbox-api.ts'

/** Has the screens read anew what changes have arrived at the server. */
export function watchOutbox(queryClient: QueryClient): void {
  let before: readonly number[] = []
  new QueryObserver(queryClient, outboxQuery).subscribe(({ data }) => {
    if (!data) return
    const waiting = data.filter(({ state }) => state !== 'sent').map(({ seq }) => seq)
    const someWent = before.some((seq) => !waiting.includes(seq))
    before = waiting
    if (someWent) void refetchSchool(queryClient)
  })
}
