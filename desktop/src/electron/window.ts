import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
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
import { nativeText, nativeText as text } from '../native-text.ts'
import type { Report } from '../school/school.ts'
import type { SettingsFile, WindowBounds } from '../settings-file.ts'
import { guardPage, watchForTrouble } from './page-security.ts'

/** What a page in the desktop program may do: nothing that a page in a browser may not. */
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
  // It knows no Bengali and would underline every word.
  spellcheck: false,
} as const

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

const USUAL = { width: 1280, height: 820 }
/** How long a window has to lie still before its place is written down, in milliseconds. */
const STILL = 500
/** So much of a window must be on a screen for it to be found and moved, in pixels. */
const VISIBLE = 100

/** Where the window was, unless the screen it was on is gone. */
function placeOfWindow(kept: WindowBounds | null): Partial<Rectangle> {
  if (!kept) return USUAL
  const { x, y, width, height } = kept
  if (x === undefined || y === undefined) return { width, height }
  const shown = screen.getAllDisplays().some(({ workArea: area }) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y)
    return across >= VISIBLE && down >= VISIBLE
  })
  return shown ? { x, y, width, height } : { width, height }
}

/** Writes down where the window is, soon after it was moved and when it closes. */
function keepPlaceOfWindow(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    const place: WindowBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    // Losing it costs a drag of the mouse: not worth a word.
    settings.change({ window: place }).catch(() => undefined)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, STILL)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', keep)
  window.on('closed', () => clearTimeout(timer))
}

/** The size of everything on the page, kept over restarts. */
export interface Zoom {
  change(direction: 'in' | 'out' | 'reset'): void
}

const STEP = 0.5
const SMALLEST = -3
const LARGEST = 5

/**
 * Gives a page the size that was last chosen, also after its process was renewed. A size that the
 * disk does not take holds until the program ends.
 */
function keepZoom(contents: WebContents, settings: SettingsFile): Zoom {
  const change: Zoom['change'] = (direction) => {
    const { zoom } = settings.read()
    const wanted = direction === 'reset' ? 0 : direction === 'in' ? zoom + STEP : zoom - STEP
    const level = Math.min(LARGEST, Math.max(SMALLEST, wanted))
    contents.setZoomLevel(level)
    settings.change({ zoom: level }).catch(() => undefined)
  }
  // Each new process of the page begins at the usual size.
  contents.on('did-finish-load', () => contents.setZoomLevel(settings.read().zoom))
  contents.on('zoom-changed', (_event, direction) => change(direction))
  return { change }
}

/** The menu of the right mouse button: Electron has none of its own. */
function offerContextMenu(contents: WebContents): void {
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

/** Changes that are not at their servers. */
interface Unsent {
  all: number
  /** Among them those of sites not in use: they go when their site is opened again. */
  elsewhere: number
}

/**
 * Asks before the program ends with changes that are not sent, and before a page is left that says
 * something on it is not saved. Nothing waits for an answer while the computer shuts down.
 * @param unsent how many changes are not sent, in all and of sites not in use
 */
function askBeforeLeaving(window: BrowserWindow, unsent: () => Unsent): void {
  let leaving = false
  let asking = false
  const shutDown = () => {
    leaving = true
  }
  powerMonitor.on('shutdown', shutDown)
  window.on('query-session-end', shutDown)

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
      buttons: [text('desktop.quit.stay'), text('desktop.quit.leave')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    asking = false
    if (response !== 1) return
    leaving = true
    app.quit()
  })

  window.webContents.on('will-prevent-unload', (event) => {
    // The page cannot wait for an answer, so neither can this.
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: text('desktop.unsaved.title'),
      detail: text('desktop.unsaved.detail'),
      buttons: [text('desktop.unsaved.stay'), text('desktop.unsaved.leave')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    // "Preventing" here means: let it go.
    if (choice === 1) event.preventDefault()
    else leaving = false
  })
}
