import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the public site. */
export const siteText = translator(siteCopy)
export type SiteTextKey = keyof typeof siteCopy
