import * as z from 'zod'
import type { ValidationKey } from '../copy/validation-copy.ts'

/** Letters that print nothing: a title of these alone would be an empty line for a reader. */
const VISIBLE =
  /[^\s\p{C}\p{Z}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const CONTROL =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\u202a-\u202e\u2066-\u2069]/u
const LINE_BREAK = /[\t\n\r\u2028\u2029]/

interface TextRules {
  max: number
  /** Message key when empty; `valid.required` unless told. */
  required?: ValidationKey
  tooLong?: ValidationKey
  /** Whether it may be empty. */
  optional?: boolean
  lines?: 'one' | 'many'
}

/**
 * A text that people type: trimmed, NFC, without control characters, 1 to `max` UTF-16 units;
 * otherwise kept exactly as typed. Messages are keys of the validation copy.
 */
export function textField({
  max,
  required = 'valid.required',
  tooLong = 'valid.text.tooLong',
  optional = false,
  lines = 'one',
}: TextRules) {
  return z
    .string({ error: required })
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, { error: tooLong })
        .refine((text) => (optional && text === '') || VISIBLE.test(text), { error: required })
        .refine((text) => !CONTROL.test(text) && (lines === 'many' || !LINE_BREAK.test(text)), {
          error: 'valid.text.control',
        }),
    )
}
