import { parseUrl } from '../../web-address.ts'

/* Fields of the contact record and its website. Free of zod: the public site's bundle imports this file. */

/** Field names in the order of table and form; labels are `contact.field.<name>` of the copy. */
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

/** Texts that mean that the school has no website, normalised as by `isNone`. */
const NONE = ['নেই', 'নাই', 'প্রযোজ্য নয়', 'প্রযোজ্য না', 'জানা নেই', 'none', 'no', 'na']

/** Text that the contact form stores for an empty website. */
export const NO_WEBSITE = 'নেই'

/** Whether a text means "none": «নেই», «প্রযোজ্য নয়», «N/A», «-». */
export function isNone(value: string): boolean {
  const words = value.normalize('NFC').toLowerCase().replace(/[./]/g, '')
  const folded = words.replace(/[-–—।\s]+/g, ' ').trim()
  return folded === '' ? value.trim() !== '' : NONE.some((word) => word.normalize('NFC') === folded)
}

/**
 * Returns the origin of the contact record's website. Undefined unless it is a plain origin; it may
 * be a page of another site.
 */
export function statedSiteAddress(website: string): string | undefined {
  const url = parseUrl(websiteUrl(website) ?? '')
  return url && url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined
}

/** Returns the URL for «www.example.edu.bd» or «https://…»; null if it is not one. */
export function websiteUrl(value: string): string | null {
  const url = /^https?:\/\//i.test(value) ? value : `https://${value}`
  const parsed = parseUrl(url)
  if (!parsed || parsed.username || parsed.password) return null
  return /^[^\s.]+(\.[^\s.]+)+$/.test(parsed.hostname) ? url : null
}

/** Address, district and postcode in one line. Many addresses end with the district already. */
export function postalLine({
  address,
  district,
  postCode,
}: Readonly<Record<'address' | 'district' | 'postCode', string>>): string {
  const isNamed = address.split(',').at(-1)?.trim() === district
  return `${isNamed ? address : `${address}, ${district}`} ${postCode}`
}
