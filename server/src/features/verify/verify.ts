import { ownPath } from '@bidyaloy/shared/features/verify/address'
import { pages, verifyTitle } from '@bidyaloy/shared/features/verify/paths'
import { type Verdict, VerifyQuery } from '@bidyaloy/shared/features/verify/verify'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import { verifyHash, verifyPath } from './verify-queries.ts'

/** @param siteUrl address of this site; unknown: every address with a host is of another site */
async function verify(
  read: EntityManager,
  { sha256, address = '' }: z.output<typeof VerifyQuery>,
  { now, siteUrl }: { now: Date; siteUrl: string | undefined },
): Promise<Verdict> {
  if (sha256 !== undefined) return verifyHash(read, sha256, now)
  const path = ownPath(address, siteUrl ? [new URL(siteUrl).host] : [])
  return path === null ? { state: 'foreign' } : verifyPath(read, path, now)
}

/** The reads of public pages at a time. Pages ask by path. */
export const verifyReads = (read: EntityManager, now: Date) => ({
  verifyFile: ({ query }: { query?: z.input<typeof VerifyQuery> }) =>
    verify(read, VerifyQuery.parse(query ?? {}), { now, siteUrl: undefined }),
})

function verifyRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock, siteAddress } = deps
  route(router, deps, 'verifyFile', async ({ query }) =>
    verify(db.read, query, { now: clock(), siteUrl: await siteAddress.find() }),
  )
}

/** Whether a notice is one of this school. */
export const verifying: ServerFeature = {
  routes: verifyRoutes,
  examples: {
    bodies: {},
    responses: {
      verifyFile: {
        state: 'published',
        at: '2026-11-21T04:30:00.000Z',
        title: 'বার্ষিক পরীক্ষা ২০২৬: ষষ্ঠ থেকে নবম শ্রেণির সময়সূচি',
        url: '/n/k3v9x0c2m1qa',
      },
    },
  },
  searchPages: [
    {
      path: pages.verify,
      title: verifyTitle,
      words: 'আসল, নকল, ভুয়া নোটিশ, জাল, verify, fake',
    },
  ],
}
