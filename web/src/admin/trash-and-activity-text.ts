import { translator } from '@bidyaloy/shared/copy/translate'
import { trashAndActivityCopy } from '@bidyaloy/shared/copy/trash-and-activity-copy'

/** The texts of bin and activity, which come with those screens. */
export const trashAndActivityText = translator(trashAndActivityCopy)
export type TrashAndActivityTextKey = keyof typeof trashAndActivityCopy
