import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { type Copy, type CopyKey, translator } from '@bidyaloy/shared/copy/translate'

/** The texts of every screen of the dashboard. */
export const t = translator(adminCopy, siteCopy, pageCopy)
export type TextKey = CopyKey<typeof adminCopy | typeof siteCopy | typeof pageCopy>

/**
 * Returns `t` with further texts. A lazy module imports its own copy, which stays out of the first
 * screen's bundle: `const t = withCopy(settingsCopy)`.
 */
export function withCopy<P extends readonly Copy[]>(...copies: P) {
  return translator(...copies, adminCopy, siteCopy, pageCopy)
}
