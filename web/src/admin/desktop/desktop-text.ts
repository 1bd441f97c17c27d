import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

/** The texts of the desktop program, which only its own page loads. */
export const desktopText = translator(desktopCopy)
export type DesktopTextKey = keyof typeof desktopCopy
