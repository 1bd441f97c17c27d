import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { ReaderCounter } from './reader-counter.ts'
import { readerCounts } from './reader-queries.ts'

interface ReaderRouteDeps extends RouteDeps {
  readers: Pick<ReaderCounter, 'unwritten'>
}

/** `/api/admin/readers`. */
export function readerRoutes(router: ApiRouter, { readers, ...deps }: ReaderRouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'readerCounts', ({ query: { ids } }) =>
    readerCounts(db.read, readers.unwritten(), ids?.split(',') ?? [], clock()),
  )
}
