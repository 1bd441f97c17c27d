import { About, API_VERSION } from '@bidyaloy/shared/api/about'
import type { Forward } from './forward.ts'
import { readBody } from './read-body.ts'

type ProbeResult = { name: string } | { reason: 'no-answer' | 'other-server' | 'other-version' }

/** What a server says of itself is short, in bytes. */
const MAX_ABOUT = 64 * 1024

/** Asks a server what it is. */
export async function probeServer(forward: Forward): Promise<ProbeResult> {
  const answer = await forward({ method: 'GET', path: '/api/about', withoutToken: true })
  if (!answer) return { reason: 'no-answer' }
  const body = answer.status === 200 ? await readBody(answer, MAX_ABOUT) : null
  const about = About.safeParse(body && jsonOf(body))
  if (!about.success) return { reason: 'other-server' }
  return about.data.api === API_VERSION ? { name: about.data.name } : { reason: 'other-version' }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
