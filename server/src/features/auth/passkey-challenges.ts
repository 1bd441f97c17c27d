import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { getLimiter } from '../../http/rate-limit.ts'
import type { ServerKey } from '../status/status-routes.ts'
import { isSecure } from './session-token.ts'

/** Time to touch the sensor, or to fetch the phone. */
export const CHALLENGE_MS = 5 * MINUTE_MS

const COOKIE = 'passkeyChallenge'
const ALGORITHM = 'HS256'
const MAX_LENGTH = 1000

/** What a challenge is for: a sign-in, or a new passkey of one session. */
export type ChallengePurpose = 'sign-in' | `new passkey ${string}`

/** Challenges that passkeys sign. Each is for one browser, one purpose, five minutes and one use. */
export interface PasskeyChallenges {
  /** Gives a challenge to the browser, as a signed cookie that scripts cannot read. */
  give(ctx: Context, challenge: string, given: { for: ChallengePurpose; now: Date }): void
  /** Returns the browser's challenge and uses it up. Null if it has none for this purpose. */
  take(ctx: Context, taken: { for: ChallengePurpose; now: Date }): Promise<string | null>
}

const Payload = z.object({ challenge: z.string() })

/**
 * The key lives as long as the process, like the list of used challenges: a restart ends both. Where
 * several processes serve a school, both are those of the school.
 */
export function createPasskeyChallenges(
  db: Pick<Database, 'isShared' | 'createSharedLimiter'>,
  { site, serverKey }: { site: Pick<Config, 'publicUrl'>; serverKey: Pick<ServerKey, 'derive'> },
): PasskeyChallenges {
  const key = db.isShared ? serverKey.derive('passkey challenges') : randomBytes(32)
  const uses = getLimiter(db, {
    name: 'challenge',
    points: 1,
    duration: (2 * CHALLENGE_MS) / 1000,
  })
  return {
    give(ctx, challenge, { for: audience, now }) {
      const iat = secondsOf(now)
      const exp = iat + CHALLENGE_MS / 1000
      const token = jwt.sign({ challenge, iat, exp }, key, { algorithm: ALGORITHM, audience })
      const attributes = `HttpOnly; SameSite=Strict; Path=/api/admin; Max-Age=${exp - iat}`
      const secure = isSecure(ctx, site) ? '; Secure' : ''
      ctx.append('Set-Cookie', `${COOKIE}=${token}; ${attributes}${secure}`)
    },
    async take(ctx, { for: audience, now }) {
      const token = ctx.cookies.get(COOKIE)
      if (!token || token.length > MAX_LENGTH) return null
      try {
        const { challenge } = Payload.parse(
          jwt.verify(token, key, {
            algorithms: [ALGORITHM],
            audience,
            clockTimestamp: secondsOf(now),
          }),
        )
        await uses.consume(challenge)
        return challenge
      } catch {
        return null
      }
    },
  }
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
