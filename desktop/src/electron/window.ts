import { BrowserWindow, nativeTheme } from 'electron'
import { nativeText } from '../native-text.ts'
import type { Report } from '../school/school.ts'
import type { SettingsFile } from '../settings-file.ts'
import { offerContextMenu } from './context-menu.ts'
import { guardPage } from './guard-page.ts'
import { askBeforeLeaving, type Unsent } from './leaving.ts'
import { watchForTrouble } from './page-trouble.ts'
import { secureWebPreferences } from './web-preferences.ts'
import { keepPlaceOfWindow, placeOfWindow } from './window-state.ts'
import { keepZoom, type Zoom } from './zoom.ts'

interface WindowOptions {
  settings: SettingsFile
  site: () => string | null
  unsent: () => Unsent
  report: Report
}

/** The colour of the page before it is drawn, as in its own theme. */
const PAPER = { light: '#eef3ee', dark: '#0b1511' }

/** Opens the program's one window, where it was and as large as it was. */
export function openWindow({ settings, site, unsent, report }: WindowOptions): {
  window: BrowserWindow
  zoom: Zoom
} {
  const kept = settings.read().window
  const window = new BrowserWindow({
    ...placeOfWindow(kept),
    minWidth: 380,
    minHeight: 480,
    show: false,
    title: nativeText('desktop.appName'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: secureWebPreferences,
  })
  if (kept?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  guardPage({ contents: window.webContents, site, report })
  watchForTrouble(window, report)
  askBeforeLeaving(window, unsent)
  keepPlaceOfWindow(window, settings)
  offerContextMenu(window.webContents)
  return { window, zoom: keepZoom(window.webContents, settings) }
}

/** Brings the window before the person. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
