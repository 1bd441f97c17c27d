import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { type Copy, type CopyKey, translator } from '@bidyaloy/shared/copy/translate'

/** The texts that every screen of the dashboard can use. */
export const t = translator(adminCopy, siteCopy)
export type TextKey = CopyKey<typeof adminCopy | typeof siteCopy>

/**
 * The same `t`, with the texts of screens that load lazily: a module that imports its copy keeps it out
 * of the first screen's bundle. Used as `const t = withCopy(settingsCopy)` below a module's imports.
 */
export function withCopy<P extends readonly Copy[]>(...copies: P) {
  return translator(...copies, adminCopy, siteCopy)
}
