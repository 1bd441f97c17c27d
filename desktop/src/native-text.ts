import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** Texts of the main process: menu, dialogs, notifications. */
export const nativeText = translator(desktopCopy)
