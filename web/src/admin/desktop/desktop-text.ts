import { outboxCopy } from '@bidyaloy/shared/copy/desktop-app-copy'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { translator } from '@bidyaloy/shared/copy/translate'

const copy = { ...desktopCopy, ...outboxCopy }

/** The texts of the desktop program, which only its own page loads. */
export const desktopText = translator(copy)
export type DesktopTextKey = keyof typeof copy
