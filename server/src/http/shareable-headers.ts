import type { ServerResponse } from 'node:http'

/** What belongs to one request, or is set anew for each answer. */
const NOT_SHARED = ['x-request-id', 'content-length', 'content-range', 'strict-transport-security']

/**
 * The headers set so far that are the same for every reader of this answer.
 * @param except more that are left out, in small letters
 */
export function shareableHeaders(
  res: ServerResponse,
  except: readonly string[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of res.getHeaderNames()) {
    if (NOT_SHARED.includes(name) || except.includes(name)) continue
    headers[name] = String(res.getHeader(name))
  }
  return headers
}
