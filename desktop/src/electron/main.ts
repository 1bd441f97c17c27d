import path from 'node:path'
import { app, dialog } from 'electron'
import { openLogFile } from '../log-file.ts'
import { nativeText } from '../native-text.ts'
import { startShell } from './shell.ts'

/** Same id as in the installer: Windows groups windows and notifications by it. */
app.setAppUserModelId('bd.bidyaloy.admin')

// The end-to-end tests use a separate data folder.
const ownFolder = app.isPackaged ? '' : app.commandLine.getSwitchValue('user-data-dir')
if (ownFolder) app.setPath('userData', ownFolder)

const { write: report } = openLogFile(app.getPath('logs'))
report('start', { version: app.getVersion(), platform: process.platform })

/** Exits on an unexpected error: all data is on disk, and the state is unknown. */
function fail(error: unknown): void {
  report('fatal error', error)
  dialog.showErrorBox(nativeText('desktop.fault.title'), nativeText('desktop.fault.detail'))
  app.exit(1)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', (error) => report('unhandled rejection', error))
app.on('child-process-gone', (_event, { type, reason }) => report(`${type} has ended`, reason))

startShell({
  bundle: path.join(import.meta.dirname, 'dashboard'),
  launchArgs: { words: process.argv.slice(app.isPackaged ? 1 : 2), folder: process.cwd() },
  resources: process.resourcesPath,
  report,
}).catch(fail)
