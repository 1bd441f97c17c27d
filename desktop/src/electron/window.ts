import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeTheme,
  powerMonitor,
  type Rectangle,
  screen,
  type WebContents,
} from 'electron'
import { nativeText as text, twoButtons } from '../native-text.ts'
import type { Report } from '../school/school.ts'
import type { SettingsFile, WindowBounds } from '../settings-file.ts'
import { guardPage, handleCrashes } from './page-security.ts'

/** Web preferences with no more rights than a browser page. */
const secureWebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  // There is no Bengali dictionary: every word would be underlined.
  spellcheck: false,
} as const

interface WindowOptions {
  settings: SettingsFile
  site: () => string | null
  unsent: () => Unsent
  report: Report
}

/** Background before the first paint, by theme. */
const BACKGROUND = { light: '#eef3ee', dark: '#0b1511' }

/** Opens the main window with its saved bounds. */
export function openWindow({ settings, site, unsent, report }: WindowOptions): {
  window: BrowserWindow
  changeZoom: ChangeZoom
} {
  const saved = settings.read().window
  const window = new BrowserWindow({
    ...restoredBounds(saved),
    minWidth: 380,
    minHeight: 480,
    show: false,
    title: text('desktop.appName'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: secureWebPreferences,
  })
  if (saved?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())

  guardPage({ contents: window.webContents, site, report })
  handleCrashes(window, report)
  confirmClose(window, unsent)
  saveWindowBounds(window, settings)
  addContextMenu(window.webContents)
  return { window, changeZoom: persistZoom(window.webContents, settings) }
}

/** Restores, shows and focuses the window. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

const DEFAULT_SIZE = { width: 1280, height: 820 }
/** Delay between the last move and saving the bounds, in milliseconds. */
const SAVE_DELAY_MS = 500
/** Minimum visible part of a window, in pixels, so that it can be moved. */
const MIN_VISIBLE_PX = 100

/** Saved bounds; without the position if that display is gone. */
function restoredBounds(saved: WindowBounds | null): Partial<Rectangle> {
  if (!saved) return DEFAULT_SIZE
  const { x, y, width, height } = saved
  if (x === undefined || y === undefined) return { width, height }
  const shown = screen.getAllDisplays().some(({ workArea: area }) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y)
    return across >= MIN_VISIBLE_PX && down >= MIN_VISIBLE_PX
  })
  return shown ? { x, y, width, height } : { width, height }
}

/** Saves the bounds shortly after a move or resize and on close. */
function saveWindowBounds(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    const bounds: WindowBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    // Losing the bounds is harmless.
    settings.change({ window: bounds }).catch(() => undefined)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_DELAY_MS)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', save)
  window.on('closed', () => clearTimeout(timer))
}

/** Changes the zoom level of the page. */
export type ChangeZoom = (direction: 'in' | 'out' | 'reset') => void

const ZOOM_STEP = 0.5
const MIN_ZOOM = -3
const MAX_ZOOM = 5

/** Applies the saved zoom level after each load and saves changes; ignores write errors. */
function persistZoom(contents: WebContents, settings: SettingsFile): ChangeZoom {
  const change: ChangeZoom = (direction) => {
    const { zoom } = settings.read()
    const level = { in: zoom + ZOOM_STEP, out: zoom - ZOOM_STEP, reset: 0 }[direction]
    const clamped = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, level))
    contents.setZoomLevel(clamped)
    settings.change({ zoom: clamped }).catch(() => undefined)
  }
  // Each new renderer process starts at 100 %.
  contents.on('did-finish-load', () => contents.setZoomLevel(settings.read().zoom))
  contents.on('zoom-changed', (_event, direction) => change(direction))
  return change
}

/** Adds a context menu, which Electron lacks. */
function addContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const { canCut, canCopy, canPaste, canSelectAll } = editFlags
    if (!isEditable && selectionText === '') return
    Menu.buildFromTemplate([
      { role: 'cut', label: text('desktop.menu.cut'), enabled: canCut, visible: isEditable },
      { role: 'copy', label: text('desktop.menu.copy'), enabled: canCopy },
      { role: 'paste', label: text('desktop.menu.paste'), enabled: canPaste, visible: isEditable },
      { type: 'separator' },
      { role: 'selectAll', label: text('desktop.menu.selectAll'), enabled: canSelectAll },
    ]).popup()
  })
}

/** Counts of unsent changes. */
interface Unsent {
  all: number
  /** Those of other sites, sent when their site is opened again. */
  elsewhere: number
}

/**
 * Asks for confirmation before quitting with unsent changes and before leaving a page with unsaved
 * input. Does not block a system shutdown.
 */
function confirmClose(window: BrowserWindow, unsent: () => Unsent): void {
  let leaving = false
  let asking = false
  const onShutdown = () => {
    leaving = true
  }
  powerMonitor.on('shutdown', onShutdown)
  window.on('query-session-end', onShutdown)

  window.on('close', async (event) => {
    const { all, elsewhere } = unsent()
    if (leaving || all === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: text('desktop.quit.pending', { n: toBengaliDigits(all) }),
      detail: [
        ...(elsewhere > 0
          ? [text('desktop.quit.elsewhere', { n: toBengaliDigits(elsewhere) })]
          : []),
        text('desktop.quit.detail'),
      ].join('\n'),
      ...twoButtons('desktop.quit.stay', 'desktop.quit.leave'),
    })
    asking = false
    if (response !== 1) return
    leaving = true
    app.quit()
  })

  window.webContents.on('will-prevent-unload', (event) => {
    // `will-prevent-unload` is synchronous.
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: text('desktop.unsaved.title'),
      detail: text('desktop.unsaved.detail'),
      ...twoButtons('desktop.unsaved.stay', 'desktop.unsaved.leave'),
    })
    // Here `preventDefault` means: leave the page.
    if (choice === 1) event.preventDefault()
    else leaving = false
  })
}
