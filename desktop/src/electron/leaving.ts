import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron'
import { nativeText as text } from '../native-text.ts'

/** Changes that are not at their servers. */
export interface Unsent {
  all: number
  /** Among them those of sites not in use: they go when their site is opened again. */
  elsewhere: number
}

/**
 * Asks before the program ends with changes that are not sent, and before a page is left that says
 * something on it is not saved. Nothing waits for an answer while the computer shuts down.
 * @param unsent how many changes are not sent, in all and of sites not in use
 */
export function askBeforeLeaving(window: BrowserWindow, unsent: () => Unsent): void {
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
