import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import type { CollectionName } from './registry.ts'

/* The fields that only entries of one collection have (`fields`). All are short texts. */

const line = (max = 200) => textField({ max, optional: true }).optional()

export const PersonFields = z.object({
  post: line().describe('«সহকারী শিক্ষক»'),
  subject: line(),
  qualification: line(),
  phone: line(100).describe('One or more numbers, in any digits'),
  email: line(100),
  period: line(100).describe('Of former heads: «২০১২–২০১৯»'),
})
/** Fields of a person; absent if empty. */
export type PersonFields = z.infer<typeof PersonFields>

/** The fields that only people have, in the order of the form. */
export const PERSON_FIELDS = PersonFields.keyof().options

/** The fields of each collection that has some. */
export const entryFields: Readonly<Partial<Record<CollectionName, z.ZodType<Fields>>>> = {
  people: PersonFields,
}

type Fields = Readonly<Record<string, string | undefined>>
