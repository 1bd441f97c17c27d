import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import type { Contact } from '@bidyaloy/shared/features/contact/contact'

/* What several generated files say of the school and its entries. */

/** Returns null for what does not exist. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Returns the contact record, or null before it is saved. */
export function findContact(api: ReadApi): Promise<Contact | null> {
  return orNull(api.getContact())
}

/** Returns the school's name, or a generic name before it is saved. */
export async function schoolName(api: ReadApi): Promise<string> {
  const [contact, { identity }] = await Promise.all([findContact(api), api.getSettings()])
  return contact?.schoolName || identity.name || siteCopy['site.name.generic']
}

/** Returns the latest of an entry's date, creation, publication and, of a page, last change. */
export function lastChange({
  date,
  createdAt,
  publishAt = '',
  updatedAt = '',
}: Pick<Entry, 'date' | 'createdAt' | 'publishAt' | 'updatedAt'>): string {
  return [date, createdAt, publishAt, updatedAt].sort().at(-1) ?? createdAt
}
