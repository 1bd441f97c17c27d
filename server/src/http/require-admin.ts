import { Problem } from '@bidyaloy/shared/api/problem'
import { hasRight, type Right, type Role } from '@bidyaloy/shared/school/roles'
import type { Context } from 'koa'
import type { EntityManager } from 'typeorm'
import { getSettings } from '../features/site-records/settings-commands.ts'

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string
  username: string
  role: Role
  sessionId: string
  expiresAt: string
  /** Where the token was sent; a cookie also requires a same-origin request. */
  via: 'cookie' | 'bearer'
}

/**
 * Returns the signed-in admin.
 * @throws Problem `unauthenticated` without a valid session, `cross_site` for a write with the
 *   cookie from another site
 */
export type Authenticate = (ctx: Context) => Promise<SignedInAdmin>

/** Whether a request is authenticated, for public endpoints that show admins more. */
export async function isSignedIn(authenticate: Authenticate, ctx: Context): Promise<boolean> {
  try {
    await authenticate(ctx)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthenticated') return false
    throw error
  }
}

/** @throws Problem `forbidden` unless the admin has the right */
export async function assertRight(
  read: EntityManager,
  { role }: Pick<SignedInAdmin, 'role'>,
  right: Right,
): Promise<void> {
  const { approval = false } = await getSettings(read)
  if (!hasRight(role, right, { approval })) throw new Problem('forbidden')
}
