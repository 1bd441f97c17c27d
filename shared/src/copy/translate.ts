/** One text: Bengali, or Bengali with the English that the specification quotes. */
type CopyEntry = string | { readonly bn: string; readonly en: string }
export type Copy = Readonly<Record<string, CopyEntry>>
export type CopyParams = Readonly<Record<string, string | number>>
/** The keys of every copy in a union of copies. */
export type CopyKey<C extends Copy> = C extends Copy ? keyof C & string : never

/** Replaces each `{name}` of `template` that `params` has; leaves other placeholders unchanged. */
export function fill(template: string, params: CopyParams = {}): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  )
}

export interface Translator<Key extends string> {
  /** The Bengali text. Numbers in `params` must already be in Bengali digits. */
  (key: Key, params?: CopyParams): string
  /** The quoted English text, or null where the specification quotes none. */
  en(key: Key, params?: CopyParams): string | null
  /** Both texts, as the props of `Bilingual`. */
  pair(key: Key, params?: CopyParams): { bn: string; en: string | null }
  /** Bengali, then the quoted English: «নোটিশ নেই · No notices available». For plain-text places. */
  both(key: Key, params?: CopyParams): string
}

/** Makes the text function of one or more copies with distinct keys. */
export function translator<P extends readonly Copy[]>(
  ...copies: P
): Translator<CopyKey<P[number]>> {
  type Key = CopyKey<P[number]>
  const find = (key: Key): CopyEntry => {
    for (const copy of copies) {
      const entry = copy[key]
      if (entry !== undefined) return entry
    }
    throw new Error(`No text has the key ${key}`)
  }
  const bn = (key: Key, params?: CopyParams): string => {
    const entry = find(key)
    return fill(typeof entry === 'string' ? entry : entry.bn, params)
  }
  const en = (key: Key, params?: CopyParams): string | null => {
    const entry = find(key)
    return typeof entry === 'string' ? null : fill(entry.en, params)
  }
  const pair = (key: Key, params?: CopyParams) => ({ bn: bn(key, params), en: en(key, params) })
  const both = (key: Key, params?: CopyParams): string => {
    const english = en(key, params)
    return english === null ? bn(key, params) : `${bn(key, params)} · ${english}`
  }
  return Object.assign(bn, { en, pair, both })
}
