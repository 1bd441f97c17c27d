import { translator } from '@bidyaloy/shared/copy/translate'
import { overviewCopy } from '@bidyaloy/shared/copy/trash-and-activity-copy'

/** The texts of the first screen. */
export const overviewText = translator(overviewCopy)
