import path from 'node:path'
import { app, dialog } from 'electron'
import { openLogFile } from '../log-file.ts'
import { nativeText } from '../native-text.ts'
import { startShell } from './shell.ts'

/** As the installer calls it: Windows groups windows and notifications by this name. */
app.setAppUserModelId('bd.bidyaloy.admin')

// The tests of the whole program give it a folder of their own.
const ownFolder = app.isPackaged ? '' : app.commandLine.getSwitchValue('user-data-dir')
if (ownFolder) app.setPath('userData', ownFolder)

const { write: report } = openLogFile(app.getPath('logs'))
report('start', { version: app.getVersion(), platform: process.platform })

/** Everything of worth is on the disk: it is better to end than to go on in an unknown state. */
function fail(error: unknown): void {
  report('the program cannot go on', error)
  dialog.showErrorBox(nativeText('desktop.fault.title'), nativeText('desktop.fault.detail'))
  app.exit(1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', (error) => report('something was left undone', error))
app.on('child-process-gone', (_event, { type, reason }) => report(`${type} has ended`, reason))

startShell({
  bundle: path.join(import.meta.dirname, 'dashboard'),
  handedOver: { words: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() },
  resources: process.resourcesPath,
  report,
}).catch(fail)
