import { adminCopy } from '@bidyaloy/shared/copy/admin-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { contactCopy } from '@bidyaloy/shared/features/contact/copy'
import { schoolInfoCopy } from '@bidyaloy/shared/features/school-info/copy'
import { teacherPageCopy } from '@bidyaloy/shared/features/teacher-page/copy'

export const siteText = translator(siteCopy, pageCopy, contactCopy, schoolInfoCopy, teacherPageCopy)
export const adminText = translator(adminCopy)
export const entriesText = translator(entriesCopy)
