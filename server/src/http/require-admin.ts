import { Problem } from '@bidyaloy/shared/api/problem'
import type { Right, Role } from '@bidyaloy/shared/school/roles'
import type { Context } from 'koa'

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string
  username: string
  role: Role
  /** Whether the account has a right, by its role and the setting of approval. */
  may(right: Right): boolean
  sessionId: string
  expiresAt: string
  /** Where the token was sent; a cookie also requires a same-origin request. */
  via: 'cookie' | 'bearer'
  /** Whether the password is a one-time password. */
  mustChangePassword: boolean
}

/**
 * Returns the signed-in admin.
 * @throws Problem `unauthenticated` without a valid session, `cross_site` for a write with the
 *   cookie from another site, `forbidden` until a one-time password is changed
 */
export type Authenticate = (ctx: Context) => Promise<SignedInAdmin>

/** Whether a request is authenticated, for public endpoints that show admins more. */
export async function isSignedIn(authenticate: Authenticate, ctx: Context): Promise<boolean> {
  try {
    await authenticate(ctx)
    return true
  } catch (error) {
    if (error instanceof Problem && /^(unauthenticated|forbidden)$/.test(error.code)) return false
    throw error
  }
}

/** @throws Problem `forbidden` unless the admin has the right */
export function assertRight({ may }: Pick<SignedInAdmin, 'may'>, right: Right): void {
  if (!may(right)) throw new Problem('forbidden')
}
