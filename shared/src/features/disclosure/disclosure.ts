import * as z from 'zod'
import { textField } from '../../api/text-field.ts'
import { Version } from '../../collections/entry.ts'
import { DISCLOSED, OWN_TEXTS, type OwnText } from './items.ts'

const text = textField({ max: 2000, optional: true, lines: 'many' })
const reason = textField({ max: 300, optional: true })

const fields = {
  permission: text.describe('Permission to teach, and recognition'),
  sections: text.describe('Approved sections, if they differ from those of the student counts'),
  mpo: text.describe('Monthly pay order and nationalisation'),
  mpoReason: reason.describe('Why `mpo` does not apply; empty: it does'),
  infoCentre: text.describe('Address and mobile number of the information centre'),
  complaints: text.describe('Name, address and mobile number of who settles complaints'),
  committee: text.describe('Managing committee, if its members are not among the people'),
  committeeReason: reason.describe('Why `committee` does not apply; empty: it does'),
} satisfies Record<OwnText | 'mpoReason' | 'committeeReason', z.ZodType<string>>

/** What has no home elsewhere on the site. */
export const DisclosureFields = z.object(fields)

/** Fields that are not sent stay. */
export const DisclosureChange = DisclosureFields.partial().extend({ __v: Version.optional() })
export type DisclosureChange = z.input<typeof DisclosureChange>

export const DisclosureTexts = DisclosureFields.extend({
  changedAt: z
    .partialRecord(z.enum(OWN_TEXTS), z.string())
    .describe('Last change of each text that was ever written'),
  __v: z.int().describe('0 before the first save'),
  updatedAt: z.string().nullable(),
})
export type DisclosureTexts = z.infer<typeof DisclosureTexts>

/** One of the eleven items, as visitors see it. */
export const DisclosedItem = z.object({
  item: z.int().min(1).max(DISCLOSED.length).describe('Number in the order of the directorate'),
  key: z.enum(DISCLOSED),
  label: z.string(),
  state: z.enum(['given', 'missing', 'notApplicable']),
  text: z.string().optional().describe('In lines'),
  reason: z.string().optional().describe('Why it does not apply'),
  updatedAt: z.string().optional().describe('Last change of what is shown'),
  url: z.string().optional().describe('Path of the page that has it'),
  stale: z.literal(true).optional().describe('Older than a year'),
})
export type DisclosedItem = z.infer<typeof DisclosedItem>
