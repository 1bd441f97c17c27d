import { officeCopy } from '@bidyaloy/shared/copy/office-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of bin and activity, which come with those screens. */
export const officeText = translator(officeCopy)
export type OfficeTextKey = keyof typeof officeCopy
