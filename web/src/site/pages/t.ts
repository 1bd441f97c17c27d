import type { NamedCollection } from '@bidyaloy/shared/collections/registry'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { type CopyKey, translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the public site and of its pages that are loaded on demand. */
export const t = translator(siteCopy, pageCopy, padCopy)
export type TextKey = CopyKey<typeof siteCopy | typeof pageCopy | typeof padCopy>

/** The texts of the states of a public list. */
export const stateTexts = (name: NamedCollection) => ({
  loading: t.pair(`public.${name}.loading`),
  error: t.pair(`public.${name}.error`),
  empty: t.pair(`public.${name}.empty`),
})
