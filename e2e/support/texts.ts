import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

export const siteText = translator(siteCopy)
export const adminText = translator(adminCopy)
export const entriesText = translator(entriesCopy)
