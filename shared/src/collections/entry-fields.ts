import type * as z from 'zod'
import { PersonFields } from '../features/people/person-fields.ts'
import type { CollectionName } from './registry.ts'

/* The fields that only entries of one collection have (`fields`). All are short texts. */

/** The fields of each collection that has some. */
export const entryFields: Readonly<Partial<Record<CollectionName, z.ZodType<Fields>>>> = {
  people: PersonFields,
}

type Fields = Readonly<Record<string, string | undefined>>
