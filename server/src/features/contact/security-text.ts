import type { Contact } from '@bidyaloy/shared/features/contact/contact'
import { pages } from '@bidyaloy/shared/features/contact/paths'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import { findContact } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'

/** Whom to tell of a weakness of the site. */
export const SECURITY_TEXT = '/.well-known/security.txt'

/** Less than a year, and more than any cache or static copy of the site should live. */
const VALID_DAYS = 360

/**
 * Creates `security.txt` (RFC 9116) from the contact record. Returns null if there is no way to reach the
 * school.
 */
export const makeSecurityText: MakeDocument = async ({ api, now, publicUrl }) => {
  // The format knows no addresses of http.
  const site = publicUrl?.startsWith('https://') ? publicUrl : null
  const contact = await findContact(api)
  const ways = contact ? waysTo(contact) : []
  if (ways.length === 0 && site) ways.push(site + pages.contact)
  if (ways.length === 0) return null
  // The same all day, so that caches keep it.
  const today = Math.floor(now.getTime() / DAY_MS)
  const lines = [
    ...ways.map((way) => `Contact: ${way}`),
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: bn, en',
    ...(site ? [`Canonical: ${site}${SECURITY_TEXT}`] : []),
  ]
  return { contentType: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
}

function waysTo({ email, phone }: Contact): string[] {
  return [
    ...(email.includes('@') ? [`mailto:${encodeURI(email)}`] : []),
    ...phoneNumbers(phone).flatMap(({ dial }) => (dial ? [`tel:${dial}`] : [])),
  ]
}
