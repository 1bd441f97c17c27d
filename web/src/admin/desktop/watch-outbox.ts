import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { outboxQuery } from './outbox-api.ts'

/** Has the screens read anew what changes have arrived at the server. */
export function watchOutbox(queryClient: QueryClient): void {
  let before: readonly number[] = []
  new QueryObserver(queryClient, outboxQuery).subscribe(({ data }) => {
    if (!data) return
    const waiting = data.filter(({ state }) => state !== 'sent').map(({ seq }) => seq)
    const someWent = before.some((seq) => !waiting.includes(seq))
    before = waiting
    if (!someWent) return
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'desktop' })
  })
}
