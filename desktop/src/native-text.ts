// Shared by window, menu, dialogs and notifications.

import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { type CopyKey, translator } from '@bidyaloy/shared/copy/translate'

export type NativeTextKey = CopyKey<typeof desktopCopy>

/** Texts of the main process: menu, dialogs, notifications. */
export const nativeText = translator(desktopCopy)

/** Options of a message box with two buttons; Enter and Escape press the first. */
export const twoButtons = (first: NativeTextKey, second: NativeTextKey) => ({
  buttons: [nativeText(first), nativeText(second)],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
