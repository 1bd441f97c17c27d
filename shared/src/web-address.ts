/** Null where it is none. Not `URL.canParse` or `URL.parse`: browsers of 2022 do not know them. */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
