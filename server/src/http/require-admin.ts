import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'

/** The admin behind a request. */
export interface SignedInAdmin {
  id: string
  username: string
  sessionId: string
  expiresAt: string
  /** How the token came: a browser's cookie must also prove that the page is ours. */
  via: 'cookie' | 'bearer'
}

/**
 * Tells who is signed in.
 * @throws Problem `unauthenticated` where nobody is, `cross_site` where a write comes with the
 *   cookie from another site
 */
export type Authenticate = (ctx: Context) => Promise<SignedInAdmin>

/** Whether an admin asks, where everyone may ask but an admin is shown more. */
export async function isSignedIn(authenticate: Authenticate, ctx: Context): Promise<boolean> {
  try {
    await authenticate(ctx)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthenticated') return false
    throw error
  }
}
