// Shared by modules of the public site's bundle.

/**
 * Parses a URL; null if invalid. Browsers of 2022 lack `URL.canParse` and `URL.parse`, and `URL.canParse` of some
 * versions of Node, once it is compiled, takes texts of Latin-1 that `new URL` refuses.
 */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
