import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron'
import { desktopText as text } from '../desktop-text.ts'

/**
 * Asks before the program ends with changes that are not sent, and before a page is left that says
 * something on it is not saved. Nothing waits for an answer while the computer shuts down.
 * @param waiting how many changes are not sent
 */
export function askBeforeLeaving(window: BrowserWindow, waiting: () => number): void {
  let leaving = false
  let asking = false
  const shutDown = () => {
    leaving = true
  }
  powerMonitor.on('shutdown', shutDown)
  window.on('query-session-end', shutDown)

  window.on('close', async (event) => {
    const count = waiting()
    if (leaving || count === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: text('desktop.quit.pending', { n: toBengaliDigits(count) }),
      detail: text('desktop.quit.detail'),
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
