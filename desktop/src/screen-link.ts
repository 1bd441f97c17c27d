import { screenPaths } from '@bidyaloy/shared/desktop/screen-paths'

/** The scheme of links that other programs and pages may open. */
export const LINK_SCHEME = 'bidyaloy'

const LINK = new RegExp(`^${LINK_SCHEME}://school(/[a-z/]{1,60}?)/?$`, 'i')

/**
 * The screen that a `bidyaloy://school/admin/…` link leads to. Anyone can make such a link, so it
 * may do nothing but name a known screen: no query, no fragment, no escapes. Null for all else.
 */
export function screenOfLink(link: string): string | null {
  const screen = LINK.exec(link)?.[1]
  return screen !== undefined && screenPaths.has(screen) ? screen : null
}
