import { parseUrl } from '../web-address.ts'

/*
 * The fields of the contact record, apart from its schema: the public site's bundle uses these
 * without carrying the validation library.
 */

/** Field names in the order of table and form; labels are `contact.field.<name>` of the site copy. */
export const CONTACT_FIELDS = [
  'schoolName',
  'address',
  'wardNumber',
  'corporation',
  'postOffice',
  'postCode',
  'policeStation',
  'upazila',
  'district',
  'division',
  'phone',
  'email',
  'website',
] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/**
 * The site's own address without a trailing slash, as the contact record's website states it.
 * Undefined where that is no plain address: a page of another site, for example.
 */
export function statedSiteAddress(website: string): string | undefined {
  const url = parseUrl(websiteUrl(website) ?? '')
  return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined
}

/** The address that «www.example.edu.bd» or «https://…» leads to, or null if it is none. */
export function websiteUrl(value: string): string | null {
  const url = /^https?:\/\//i.test(value) ? value : `https://${value}`
  const parsed = parseUrl(url)
  if (!parsed || parsed.username || parsed.password) return null
  return /^[^\s.]+(\.[^\s.]+)+$/.test(parsed.hostname) ? url : null
}
