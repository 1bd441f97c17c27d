import fs from 'node:fs'
import path from 'node:path'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { app } from 'electron'
import type { Report } from '../school/school.ts'

/** Interval between checks while the app runs, in milliseconds. */
const CHECK_INTERVAL_MS = 6 * HOUR_MS

/**
 * Downloads new versions in the background and installs them on quit. Does nothing if the package
 * has no update feed or cannot replace itself.
 * @param resources folder with `app-update.yml`, written by packaging
 */
export async function startAutoUpdate(resources: string, report: Report): Promise<void> {
  if (!app.isPackaged || !canReplaceItself()) return
  if (!fs.existsSync(path.join(resources, 'app-update.yml'))) return
  const { autoUpdater } = await import('electron-updater')
  autoUpdater.logger = null
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.allowDowngrade = false
  autoUpdater.on('error', (error) => report('update check failed', error))
  autoUpdater.on('update-downloaded', ({ version }) => report('update downloaded', version))
  const check = () => void autoUpdater.checkForUpdates().catch(() => undefined)
  check()
  setInterval(check, CHECK_INTERVAL_MS).unref()
}

/** Portable executables cannot be replaced; a deb is updated by the system. */
function canReplaceItself(): boolean {
  if (process.platform === 'win32') return !process.env.PORTABLE_EXECUTABLE_FILE
  return process.platform !== 'linux' || !!process.env.APPIMAGE
}
