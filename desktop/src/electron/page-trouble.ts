import { app, type BrowserWindow, dialog, shell } from 'electron'
import { CRASH_PAGE, LOGS_LINK } from '../crash-page.ts'
import { nativeText } from '../native-text.ts'
import { PAGE_ADDRESS } from '../outside-address.ts'
import type { Report } from '../school/school.ts'

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
