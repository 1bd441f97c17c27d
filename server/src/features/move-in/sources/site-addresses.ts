import { createHash } from 'node:crypto'
import type { ListRow } from './page-rows.ts'
import { withoutEnd } from './zip-names.ts'

/** Pages of programs, not of people, and archives: of a year, but not an entry named `1017` of a month. */
export const SKIPPED =
  /wp-(?:admin|login|json|content\/(?:plugins|themes))|xmlrpc|replytocom|\/feed\/?$|log(?:in|out)|sign-?(?:in|up)|register|\/admin|[?&](?:print|share|lang|theme|format)=|add-to-cart|\/tag\/|\/author\/|\/uncategorized\/|(?<!\/\d{4}\/\d\d)\/(?:19|20)\d\d\/(?:\d\d\/){0,2}$/i

/** Parameters that differ at each visit. */
const SESSION =
  /^(?:phpsessid|jsessionid|sid|session\w*|utm_\w+|fbclid|gclid|_|rand\w*|token|ts|time|t|v|ver)$/i

/** What is the same for two addresses of the same page. */
export function addressOf(address: string): string {
  const url = new URL(address)
  for (const name of [...url.searchParams.keys()]) {
    if (SESSION.test(name)) url.searchParams.delete(name)
  }
  url.searchParams.sort()
  const path = withoutEnd(url.pathname.replace(/;jsessionid=[^/]*/i, ''), '/')
  return `${path}?${url.searchParams}`
}

/** What is the same for two rows that lead to the same entry, even if each visit has other ids. */
export function signatureOf({ title, day }: Pick<ListRow, 'title' | 'day'>, key: string): string {
  if (!day) return addressOf(key)
  return JSON.stringify([title, day, addressOf(key).replace(/[\da-f-]{8,}|\d+/gi, '#')])
}

export interface Seen {
  /** @returns false if it was there */
  add(text: string): boolean
  /** What is stored between the parts of a look. */
  text(): string
}

/** Remembers texts by six bytes of their hash. */
export function createSeen(stored: string): Seen {
  const HASH = 8
  const hashes = new Set<string>()
  for (let at = 0; at < stored.length; at += HASH) hashes.add(stored.slice(at, at + HASH))
  return {
    add(text) {
      const hash = createHash('sha256').update(text).digest('base64').slice(0, HASH)
      const { size } = hashes
      return hashes.add(hash).size > size
    },
    text: () => [...hashes].join(''),
  }
}

export function nextFeed(address: string): string {
  const url = new URL(address)
  url.searchParams.set('paged', String(Number(url.searchParams.get('paged') ?? 1) + 1))
  return url.href
}
