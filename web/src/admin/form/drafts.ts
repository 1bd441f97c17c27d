import * as z from 'zod'

/** The values of a form's fields, by field name. */
export type TextValues = Readonly<Record<string, string>>

const Draft = z.record(z.string(), z.string())
type Draft = z.infer<typeof Draft>

const FormDraft = z.object({
  values: Draft,
  /** The values before the first edit. */
  base: Draft,
  /** Version of the edited record; null for a new one. */
  version: z.int().nullable(),
})
type FormDraft = z.infer<typeof FormDraft>

/** Reads the unsaved values of a form; null if there are none or they cannot be parsed. */
export function readFormDraft(name: string, blank: TextValues): FormDraft | null {
  const { form } = drafts.read(name)
  if (form === undefined) return null
  try {
    const { values, base, version } = FormDraft.parse(JSON.parse(form))
    return { values: known(values, blank), base: known(base, blank), version }
  } catch {
    return null
  }
}

/** Stores the unsaved values of the form `name`. */
export function storeFormDraft(name: string, draft: FormDraft): void {
  drafts.store(name, { form: JSON.stringify(draft) })
}

/** Drops unknown fields: a draft can be older than the form. */
function known(values: TextValues, blank: TextValues): TextValues {
  return Object.fromEntries(
    Object.keys(blank).map((name) => [name, values[name] ?? blank[name] ?? '']),
  )
}

/**
 * Stores unsaved form values in the browser, so that they survive a reload or a power cut.
 * @param storage returns the browser's storage. Access can throw (full, private window, disabled):
 *   then no drafts are stored.
 * @param profile prefix of the keys, for a storage shared by several sites
 */
export function createDraftStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  profile: () => string = () => '',
) {
  const key = (name: string) => `draft:${profile()}${name}`
  const tryOr = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const forget = (name: string): void => tryOr(() => storage().removeItem(key(name)), undefined)
  return {
    /** Returns the key of a form's draft. */
    key,
    /** Returns the stored fields; none if the stored value cannot be parsed. */
    read: (name: string): Draft =>
      tryOr(() => Draft.parse(JSON.parse(storage().getItem(key(name)) ?? '{}')), {}),
    /** Stores the fields, or removes the draft if all are blank. */
    store: (name: string, fields: Draft): void => {
      const isBlank = Object.values(fields).every((text) => text.trim() === '')
      if (isBlank) forget(name)
      else tryOr(() => storage().setItem(key(name), JSON.stringify(fields)), undefined)
    },
    forget,
  }
}

let profilePrefix = ''

/** Returns the prefix of what is stored for the site that the desktop app works on. */
export const draftProfile = (): string => profilePrefix

/** Drafts of this browser. */
export const drafts = createDraftStore(() => localStorage, draftProfile)

/** Separates the drafts of the sites that the desktop app works on. */
export function setDraftProfile(profileId: string | null): void {
  profilePrefix = profileId === null ? '' : `${profileId}:`
}
