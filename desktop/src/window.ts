import { BrowserWindow, session } from 'electron'
import { secureWebPreferences } from './web-preferences.ts'

/** Opens the window: no Node in the page, no permissions, no other windows, no navigation away. */
export function openWindow(): BrowserWindow {
  session.defaultSession.setPermissionRequestHandler((_page, _permission, answer) => answer(false))
  const window = new BrowserWindow({
    width: 1200,
    height: 800,
    webPreferences: secureWebPreferences,
  })
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-navigate', (event) => event.preventDefault())
  return window
}
