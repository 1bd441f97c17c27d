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
import { nativeText } from '../native-text.ts'
import { destinationOf, mayLoad, PAGE_ADDRESS, PAGE_HOST, PAGE_SCHEME } from '../outside-address.ts'
import type { Report } from '../school/school.ts'

interface PageGuardOptions {
  contents: WebContents
  /** Origin of the school's server in use. */
  site: () => string | null
  report: Report
}

/** As long as a browser lets a page act on a click, in milliseconds. */
const CLICK_LASTS = 5000
const CLICKS: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Keeps the window on the program's own page. Links to elsewhere open outside, one for each click;
 * a page that tries it by itself gets nowhere.
 */
export function guardPage({ contents, site, report }: PageGuardOptions): void {
  let clickedAt: number | null = null
  contents.on('input-event', (_event, { type }) => {
    if (CLICKS.has(type)) clickedAt = Date.now()
  })

  const openOutside = (target: string) => {
    const destination = destinationOf(target, site())
    const clicked = clickedAt !== null && Date.now() - clickedAt < CLICK_LASTS
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
    // The window's own frame is judged above.
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (destinationOf(event.url, site()).kind !== 'inside') event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** All that could leave this computer. The page's own scheme needs no watching. */
const OUTSIDE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*']

/** What the page may ask of the computer: nothing. What it may fetch: pictures of videos. */
export function guardSession(session: Session, report: Report): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setSpellCheckerEnabled(false)
  session.webRequest.onBeforeRequest({ urls: OUTSIDE }, (details, answer) =>
    answer({ cancel: !mayLoad(details) }),
  )
  session.on('will-download', (event, item) => {
    const { protocol } = new URL(item.getURL())
    if (![`${PAGE_SCHEME}:`, 'blob:', 'data:'].includes(protocol)) {
      event.preventDefault()
      return
    }
    item.setSaveDialogOptions({
      title: nativeText('desktop.download.title'),
      // Only the name's last part, whatever the server calls the file.
      defaultPath: path.join(app.getPath('downloads'), path.basename(item.getFilename())),
    })
    item.once('done', (_event, state) => {
      if (state === 'interrupted') report('a file could not be saved')
    })
  })
}

/** To be called before the program is ready: gives the page an origin like that of a website. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        // Without it, a page of another origin could read what the handler answers.
        corsEnabled: true,
        stream: true,
        codeCache: true,
      },
    },
  ])
}

/** Answers every request below `app://school/`; there is no other host. */
export function servePage(session: Session, answer: (request: Request) => Promise<Response>): void {
  session.protocol.handle(PAGE_SCHEME, async (request) =>
    new URL(request.url).host === PAGE_HOST ? answer(request) : new Response(null, { status: 404 }),
  )
}

/** Where the page begins. */
export const FIRST_PAGE = `${PAGE_ADDRESS}/admin`

/** What a person sees when the page's process has ended or hangs: never an empty window. */
export function watchForTrouble(window: BrowserWindow, report: Report): void {
  const { webContents: contents } = window
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    report('the page has ended', { reason, exitCode })
    // Should even that page end, loading it again would go on forever.
    if (contents.getURL() !== PAGE_ADDRESS + CRASH_PAGE) {
      void contents.loadURL(PAGE_ADDRESS + CRASH_PAGE)
    }
  })
  contents.on('will-navigate', (event) => {
    // The guard has stopped it already: there is no such page.
    if (event.url === PAGE_ADDRESS + LOGS_LINK) openLogs(report)
  })

  let asking: AbortController | null = null
  window.on('unresponsive', async () => {
    if (asking) return
    report('the page does not answer')
    asking = new AbortController()
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: nativeText('desktop.hang.title'),
      detail: nativeText('desktop.hang.detail'),
      buttons: [nativeText('desktop.hang.wait'), nativeText('desktop.crash.reload')],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal: asking.signal,
    })
    asking = null
    if (response !== 1) return
    // A page that hangs cannot be left politely.
    contents.forcefullyCrashRenderer()
    void contents.loadURL(FIRST_PAGE)
  })
  window.on('responsive', () => asking?.abort())
}

/** Opens the folder of logs in the system's file manager: always that one, never a name from elsewhere. */
export function openLogs(report: Report): void {
  void shell.openPath(app.getPath('logs')).then((failure) => {
    if (failure) report('the logs could not be shown', failure)
  })
}
