import type * as z from 'zod'
import { type CopyParams, fill } from '../copy/translate.ts'
import { type ValidationKey, validationCopy } from '../copy/validation-copy.ts'
import { toBengaliDigits } from '../lib/bengali/digits.ts'

type Issue = z.core.$ZodIssue
type Bilingual = { bn: string; en: string }

/** Returns a validation message with its parameters, in Bengali digits for `bn`. */
export function validationText(key: ValidationKey, params: CopyParams = {}): Bilingual {
  const bengali = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, toBengaliDigits(value)]),
  )
  const { bn, en } = validationCopy[key]
  return { bn: fill(bn, bengali), en: fill(en, params) }
}

/** Returns the message for an entry without a file; where a text can stand instead, it asks for either. */
export function missingFileText({ takesBody }: { takesBody: boolean }): Bilingual {
  return validationText(takesBody ? 'valid.bodyOrFile.required' : 'valid.file.required')
}

/** Returns the message of a zod issue, whose `message` is a key of the validation copy. */
function issueText(issue: Issue): Bilingual {
  const leaf = issue.code === 'invalid_union' ? (issue.errors.flat()[0] ?? issue) : issue
  const key = [issue.message, leaf.message].find(isValidationKey) ?? fallbackKey(leaf)
  const params: Record<string, string | number> = {}
  if (leaf.code === 'too_big') params.max = Number(leaf.maximum)
  if (leaf.code === 'too_small') params.min = Number(leaf.minimum)
  return validationText(key, params)
}

/** Returns the first message of each field of a failed parse. */
export function fieldTexts(error: z.ZodError): Record<string, Bilingual> {
  const fields = new Map<string, Bilingual>()
  for (const issue of error.issues) {
    const name = issue.path.join('.')
    if (name && !fields.has(name)) fields.set(name, issueText(issue))
  }
  return Object.fromEntries(fields)
}

function isValidationKey(key: string): key is ValidationKey {
  return Object.hasOwn(validationCopy, key)
}

function fallbackKey(issue: Issue): ValidationKey {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'valid.required' : 'valid.type'
  }
  if (issue.code === 'too_big') return 'valid.text.tooLong'
  if (issue.code === 'invalid_value') return 'valid.choice'
  return 'valid.type'
}
