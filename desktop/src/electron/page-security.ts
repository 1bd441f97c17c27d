import path from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  protocol,
  type Session,
  shell,
  type WebContents,
} from 'electron'
import { CRASH_PAGE, LOGS_LINK } from '../crash-page.ts'
import { nativeText, twoButtons } from '../native-text.ts'
import { destinationOf, PAGE_ADDRESS, PAGE_HOST, PAGE_SCHEME } from '../outside-address.ts'
import type { Report } from '../school/school.ts'

interface PageGuardOptions {
  contents: WebContents
  /** Origin of the school's server in use. */
  site: () => string | null
  report: Report
}

/** Validity of a user activation, in milliseconds, as in browsers. */
const CLICK_VALID_MS = 5000
const CLICKS: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Restricts navigation to the app's own page. External links open in the system, one per click;
 * without a click they are blocked.
 */
export function guardPage({ contents, site, report }: PageGuardOptions): void {
  let clickedAt: number | null = null
  contents.on('input-event', (_event, { type }) => {
    if (CLICKS.has(type)) clickedAt = Date.now()
  })

  const openOutside = (target: string) => {
    const destination = destinationOf(target, site())
    const clicked = clickedAt !== null && Date.now() - clickedAt < CLICK_VALID_MS
    if (destination.kind !== 'outside' || !clicked) return
    clickedAt = null
    shell
      .openExternal(destination.address)
      .catch((error: unknown) => report('a link could not be opened', error))
  }

  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event) => {
    if (destinationOf(event.url, site()).kind === 'inside') return
    event.preventDefault()
    openOutside(event.url)
  })
  contents.on('will-frame-navigate', (event) => {
    // `will-navigate` handles the main frame.
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (destinationOf(event.url, site()).kind !== 'inside') event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** URL patterns outside the app's own scheme. */
const REMOTE_URLS = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*']

/** Denies every permission and every remote request. */
export function guardSession(session: Session, report: Report): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest({ urls: REMOTE_URLS }, (_details, callback) =>
    callback({ cancel: true }),
  )
  session.on('will-download', (event, item) => {
    const { protocol } = new URL(item.getURL())
    if (![`${PAGE_SCHEME}:`, 'blob:', 'data:'].includes(protocol)) {
      event.preventDefault()
      return
    }
    item.setSaveDialogOptions({
      title: nativeText('desktop.download.title'),
      // `basename`, because the server controls the file name.
      defaultPath: path.join(app.getPath('downloads'), path.basename(item.getFilename())),
    })
    item.once('done', (_event, state) => {
      if (state === 'interrupted') report('a download was interrupted')
    })
  })
}

/** Registers the page's scheme with a standard origin. Must run before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        // Without CORS, a page of another origin could read the responses.
        corsEnabled: true,
        stream: true,
        codeCache: true,
      },
    },
  ])
}

/** Handles requests to `app://school/`; other hosts get 404. */
export function servePage(
  session: Session,
  respond: (request: Request) => Promise<Response>,
): void {
  session.protocol.handle(PAGE_SCHEME, async (request) =>
    new URL(request.url).host === PAGE_HOST
      ? respond(request)
      : new Response(null, { status: 404 }),
  )
}

/** URL of the dashboard. */
export const FIRST_PAGE = `${PAGE_ADDRESS}/admin`

/** Shows the crash page after the renderer has ended, and a dialog while it hangs. */
export function handleCrashes(window: BrowserWindow, report: Report): void {
  const { webContents: contents } = window
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    report('renderer process gone', { reason, exitCode })
    // Avoids a loop if the crash page itself crashes.
    if (contents.getURL() !== PAGE_ADDRESS + CRASH_PAGE) {
      void contents.loadURL(PAGE_ADDRESS + CRASH_PAGE)
    }
  })
  contents.on('will-navigate', (event) => {
    // `guardPage` has already prevented the navigation.
    if (event.url === PAGE_ADDRESS + LOGS_LINK) openLogs(report)
  })

  let asking: AbortController | null = null
  window.on('unresponsive', async () => {
    if (asking) return
    report('the page is unresponsive')
    asking = new AbortController()
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: nativeText('desktop.hang.title'),
      detail: nativeText('desktop.hang.detail'),
      ...twoButtons('desktop.hang.wait', 'desktop.crash.reload'),
      signal: asking.signal,
    })
    asking = null
    if (response !== 1) return
    // A hanging page cannot run `beforeunload`.
    contents.forcefullyCrashRenderer()
    void contents.loadURL(FIRST_PAGE)
  })
  window.on('responsive', () => asking?.abort())
}

/** Opens the log folder in the system's file manager; takes no path from the page. */
export function openLogs(report: Report): void {
  void shell.openPath(app.getPath('logs')).then((failure) => {
    if (failure) report('the log folder could not be opened', failure)
  })
}
