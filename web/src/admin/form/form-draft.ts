import * as z from 'zod'
import { drafts } from './drafts.ts'
import type { TextValues } from './record-values.ts'

const Values = z.record(z.string(), z.string())

const KeptDraft = z.object({
  values: Values,
  /** What stood in the form before anything was typed. */
  base: Values,
  /** Of the record it was taken from; null where there was none. */
  version: z.int().nullable(),
})
type FormDraft = z.infer<typeof KeptDraft>

/** What was typed into a form and never saved; null where there is nothing that can be read. */
export function readFormDraft(name: string, blank: TextValues): FormDraft | null {
  const { form } = drafts.read(name)
  if (form === undefined) return null
  try {
    const { values, base, version } = KeptDraft.parse(JSON.parse(form))
    return { values: known(values, blank), base: known(base, blank), version }
  } catch {
    return null
  }
}

/** Keeps what was typed into the form `name` until it is saved. */
export function keepFormDraft(name: string, draft: FormDraft): void {
  drafts.store(name, { form: JSON.stringify(draft) })
}

/** Only the fields that the form has today: the draft may be older than the program. */
function known(values: TextValues, blank: TextValues): TextValues {
  return Object.fromEntries(
    Object.keys(blank).map((name) => [name, values[name] ?? blank[name] ?? '']),
  )
}
