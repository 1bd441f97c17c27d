import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

export const siteText = translator(siteCopy, pageCopy)
export const adminText = translator(adminCopy)
export const entriesText = translator(entriesCopy)
