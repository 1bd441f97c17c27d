import * as z from 'zod'
import type { TextValues } from './use-record-form.ts'

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

const Draft = z.record(z.string(), z.string())
type Draft = z.infer<typeof Draft>

/** Keeps what was typed into a form, so that a reload or a power cut loses nothing. */
interface DraftStore {
  /** What was kept under `name`; empty where there is nothing, or nothing that can be read. */
  read(name: string): Draft
  /** Keeps the fields, or forgets them where all are blank. */
  store(name: string, fields: Draft): void
  forget(name: string): void
}

/**
 * @param storage gives the browser's store. It may refuse, even to be looked at (full, private
 *   window, switched off): then drafts are not kept.
 * @param shelf whose drafts they are, where the same store serves several sites
 */
export function createDraftStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  shelf: () => string = () => '',
): DraftStore {
  const key = (name: string) => `draft:${shelf()}${name}`
  const tolerating = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const forget = (name: string) => tolerating(() => storage().removeItem(key(name)), undefined)
  return {
    read: (name) =>
      tolerating(() => Draft.parse(JSON.parse(storage().getItem(key(name)) ?? '{}')), {}),
    store: (name, fields) => {
      if (Object.values(fields).every((text) => text.trim() === '')) return forget(name)
      tolerating(() => storage().setItem(key(name), JSON.stringify(fields)), undefined)
    },
    forget,
  }
}

let shelf = ''

/** Drafts of this browser. */
export const drafts = createDraftStore(
  () => localStorage,
  () => shelf,
)

/** The desktop program works on several sites: what was typed for one is not offered to another. */
export function keepDraftsFor(profileId: string | null): void {
  shelf = profileId === null ? '' : `${profileId}:`
}
