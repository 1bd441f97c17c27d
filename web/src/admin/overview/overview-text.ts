import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the first screen. */
export const overviewText = translator(overviewCopy)
