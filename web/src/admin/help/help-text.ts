import { helpCopy } from '@bidyaloy/shared/copy/help-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts around the guide, which come with its screen. */
export const helpText = translator(helpCopy)
