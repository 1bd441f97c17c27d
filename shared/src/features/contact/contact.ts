import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { Version } from '../../collections/entry.ts'
import { type ContactField, isNone, websiteUrl } from './contact-fields.ts'

export * from './contact-fields.ts'

const text = textField({ max: 300 })

const fields = {
  schoolName: text,
  address: text,
  wardNumber: text,
  corporation: text,
  postOffice: text,
  postCode: text,
  policeStation: text,
  upazila: text,
  district: text,
  division: text,
  phone: text,
  email: text.pipe(z.email({ error: 'valid.email' })),
  website: text.refine((value) => websiteUrl(value) !== null || isNone(value), {
    error: 'valid.url',
  }),
} satisfies Record<ContactField, z.ZodType<string>>

export const NewContact = z.object(fields)
export type NewContact = z.input<typeof NewContact>

/** `__v` prevents a lost update; unknown fields such as `_id` are ignored. */
export const ContactChange = z.object({ ...fields, __v: Version.optional() })
export type ContactChange = z.input<typeof ContactChange>

export const Contact = z.object({
  ...fields,
  email: z.string(),
  website: z.string(),
  _id: z.string(),
  __v: z.int(),
  updatedAt: z.string(),
})
export type Contact = z.infer<typeof Contact>

/** Response of both contact writes. */
export const ContactSaved = z.object({ message: z.string(), data: Contact })
export type ContactSaved = z.infer<typeof ContactSaved>
