import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod'

/**
 * Validates a form with the schema that the server uses, and says the server's own sentences.
 * (The resolver package hands on bare messages; ours are keys of texts with numbers in them.)
 * @param toBody the form's values as the schema takes them
 * @param alsoWrong what the schema cannot see, by field: a file, a repeated password
 */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodType,
  toBody: (values: Values) => unknown,
  alsoWrong: (values: Values) => Record<string, string> = () => ({}),
): Resolver<Values> {
  return (values) => {
    const parsed = schema.safeParse(toBody(values))
    const texts = parsed.success ? [] : Object.entries(fieldTexts(parsed.error))
    const wrong = {
      ...Object.fromEntries(texts.map(([name, { bn }]) => [name, bn])),
      ...alsoWrong(values),
    }
    const errors = Object.entries(wrong).map(([name, message]) => [
      name,
      { type: 'contract', message },
    ])
    if (errors.length === 0) return { values, errors: {} }
    // Field names of the contract are those of the form.
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Values> }
  }
}
