import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { PersonFields } from '../features/people/person-fields.ts'
import type { CollectionName } from './registry.ts'

/* The fields that only entries of one collection have (`fields`). All are short texts. */

const NoticeFields = z.object({
  memo: textField({ max: 60, optional: true })
    .optional()
    .describe('Number in the register of letters: «শসবাউবি/২০২৬/৪১»'),
})

/** The fields of each collection that has some. */
export const entryFields: Readonly<Partial<Record<CollectionName, z.ZodType<Fields>>>> = {
  notices: NoticeFields,
  people: PersonFields,
}

type Fields = Readonly<Record<string, string | undefined>>
