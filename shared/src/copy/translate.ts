/** One text: Bengali, or Bengali with the English that the specification quotes. */
type CopyEntry = string | { readonly bn: string; readonly en: string }
export type Copy = Readonly<Record<string, CopyEntry>>
export type CopyParams = Readonly<Record<string, string | number>>

/** Puts `params` into the `{name}` places of `template`; unknown places stay as they are. */
export function fill(template: string, params: CopyParams = {}): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place,
  )
}

interface Translator<C extends Copy> {
  /** The Bengali text. Numbers in `params` must already be in Bengali digits. */
  (key: keyof C, params?: CopyParams): string
  /** The quoted English text, or null where the specification quotes none. */
  en(key: keyof C, params?: CopyParams): string | null
  /** Bengali, then the quoted English: «নোটিশ নেই · No notices available». For plain-text places. */
  both(key: keyof C, params?: CopyParams): string
}

/** Makes the text function for one set of texts, so that each bundle carries only its own. */
export function translator<C extends Copy>(copy: C): Translator<C> {
  const bn = (key: keyof C, params?: CopyParams): string => {
    const entry: CopyEntry = copy[key] as CopyEntry
    return fill(typeof entry === 'string' ? entry : entry.bn, params)
  }
  const en = (key: keyof C, params?: CopyParams): string | null => {
    const entry: CopyEntry = copy[key] as CopyEntry
    return typeof entry === 'string' ? null : fill(entry.en, params)
  }
  const both = (key: keyof C, params?: CopyParams): string => {
    const quoted = en(key, params)
    return quoted === null ? bn(key, params) : `${bn(key, params)} · ${quoted}`
  }
  return Object.assign(bn, { en, both })
}
