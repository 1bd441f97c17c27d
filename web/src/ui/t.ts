import { type SiteTextKey, siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the public site. */
export const t = translator(siteCopy)
export type TextKey = SiteTextKey
