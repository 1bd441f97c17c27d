import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { adminEntriesCopy } from '@bidyaloy/shared/copy/admin-entries-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

export const siteText = translator(siteCopy)
export const adminText = translator(adminCopy)
export const entriesText = translator(adminEntriesCopy)
