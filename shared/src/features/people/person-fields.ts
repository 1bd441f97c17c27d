import * as z from 'zod'
import { textField } from '../../api/text-field.ts'

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
