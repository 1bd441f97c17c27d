import { About, API_VERSION } from '@bidyaloy/shared/api/about'
import type { Forward } from './forward.ts'

export type Recognised =
  | { name: string }
  | { reason: 'no-answer' | 'other-server' | 'other-version' }

/** Asks a server what it is. */
export async function recogniseServer(forward: Forward): Promise<Recognised> {
  const answer = await forward({ method: 'GET', path: '/api/about' })
  if (!answer) return { reason: 'no-answer' }
  const about = About.safeParse(await answer.json().catch(() => null))
  if (!about.success) return { reason: 'other-server' }
  return about.data.api === API_VERSION ? { name: about.data.name } : { reason: 'other-version' }
}
