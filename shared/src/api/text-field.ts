import * as z from 'zod'
import type { ValidationKey } from '../copy/validation-copy.ts'

/** Any visible character. */
const VISIBLE = /[^\s\p{C}\p{Z}\p{DI}\u2800]/u
const CONTROL = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** Control characters allowed in multi-line text. */
const LINE_CONTROLS = /[\t\n]/g

interface TextRules {
  max: number
  /** Message key when empty, by default `valid.required`. */
  required?: ValidationKey
  tooLong?: ValidationKey
  /** Whether it may be empty. */
  optional?: boolean
  lines?: 'one' | 'many'
}

/**
 * Schema of a typed text: trimmed, NFC, with LF as line break (a form sends CRLF), without other
 * control characters, 1 to `max` UTF-16 units; otherwise unchanged. Messages are keys of the validation copy.
 */
export function textField({
  max,
  required = 'valid.required',
  tooLong = 'valid.text.tooLong',
  optional = false,
  lines = 'one',
}: TextRules) {
  // `meta` is for the OpenAPI document, which cannot see past a transform.
  return z
    .string({ error: required })
    .meta({ minLength: optional ? 0 : 1, maxLength: max })
    .transform((text) => text.normalize('NFC').trim())
    .transform((text) => (lines === 'many' ? text.replace(/\r\n?/g, '\n') : text))
    .pipe(
      z
        .string()
        .max(max, { error: tooLong })
        .refine((text) => (optional && text === '') || VISIBLE.test(text), { error: required })
        .refine(
          (text) => !CONTROL.test(lines === 'many' ? text.replace(LINE_CONTROLS, '') : text),
          {
            error: 'valid.text.control',
          },
        ),
    )
}
