import { Menu, type WebContents } from 'electron'
import { nativeText } from '../native-text.ts'

/** The menu of the right mouse button: Electron has none of its own. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const { canCut, canCopy, canPaste, canSelectAll } = editFlags
    if (!isEditable && selectionText === '') return
    Menu.buildFromTemplate([
      { role: 'cut', label: nativeText('desktop.menu.cut'), enabled: canCut, visible: isEditable },
      { role: 'copy', label: nativeText('desktop.menu.copy'), enabled: canCopy },
      {
        role: 'paste',
        label: nativeText('desktop.menu.paste'),
        enabled: canPaste,
        visible: isEditable,
      },
      { type: 'separator' },
      {
        role: 'selectAll',
        label: nativeText('desktop.menu.selectAll'),
        enabled: canSelectAll,
      },
    ]).popup()
  })
}
