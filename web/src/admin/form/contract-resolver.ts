import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import type { Resolver } from 'react-hook-form'
import type * as z from 'zod'
import type { TextValues } from './drafts.ts'

/** Validates a request's body. Returns the server's messages by field name; none if it is valid. */
export function schemaErrors(schema: z.ZodType, body: unknown): Record<string, string> {
  const { error } = schema.safeParse(body)
  const texts = error ? Object.entries(fieldTexts(error)) : []
  return Object.fromEntries(texts.map(([name, { bn }]) => [name, bn]))
}

/**
 * Validates a form with the server's schema and messages. The resolver package would pass on zod's
 * messages, which are keys of texts with parameters here.
 * @param toBody converts the form's values to the request's body
 * @param otherErrors messages about what the schema does not cover, by field name
 */
export function contractResolver(
  schema: z.ZodType,
  toBody: (values: TextValues) => unknown = (values) => values,
  otherErrors: (values: TextValues) => Record<string, string> = () => ({}),
): Resolver<Record<string, string>> {
  return (values) => {
    const messages = { ...schemaErrors(schema, toBody(values)), ...otherErrors(values) }
    const errors = Object.entries(messages).map(
      ([name, message]) => [name, { type: 'contract', message }] as const,
    )
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) }
  }
}
