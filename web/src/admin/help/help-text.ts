import { translator } from '@bidyaloy/shared/copy/translate'
import { helpCopy } from '@bidyaloy/shared/copy/trash-and-activity-copy'

/** The texts around the guide, which come with its screen. */
export const helpText = translator(helpCopy)
