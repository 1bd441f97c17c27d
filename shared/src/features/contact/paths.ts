import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the contact record. Free of zod: the public site's bundle imports them. */

export const reads = {
  getContact: { method: 'GET', path: '/api/contactus' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  createContact: { method: 'POST', path: '/api/contactus' },
  updateContact: { method: 'PUT', path: '/api/contactus' },
} as const satisfies Paths

export const pages = { contact: '/contact_us' } as const

export const files = {
  /** vCard of the contact record; 404 before it was saved. */
  card: '/contact.vcf',
} as const
