import path from 'node:path'
import { app, type Session } from 'electron'
import { nativeText } from '../native-text.ts'
import { mayLoad, PAGE_SCHEME } from '../outside-address.ts'
import type { Report } from '../school/school.ts'

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
