import { API_VERSION } from '@bidyaloy/shared/api/about'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { contactRecord } from '../contact/contact-routes.ts'
import { findSingle } from '../single-records/single-record-commands.ts'
import type { ServerKey } from './server-key.ts'

/** Tells programs that look for a school's server that this is one. */
export function aboutRoutes(
  router: ApiRouter,
  { serverKey, ...deps }: RouteDeps & { serverKey: ServerKey },
): void {
  route(router, deps, 'about', async () => {
    const contact = await findSingle(deps.db.read, contactRecord)
    return { product: 'bidyaloy', api: API_VERSION, name: contact?.schoolName ?? '' } as const
  })
  route(router, deps, 'proveServer', async ({ body }) => serverKey.prove(body.nonce))
}
