import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The program's own texts: menu, questions, notifications. */
export const nativeText = translator(desktopCopy)
