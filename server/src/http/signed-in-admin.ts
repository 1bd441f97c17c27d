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
