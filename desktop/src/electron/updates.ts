import fs from 'node:fs'
import path from 'node:path'
import { HOUR_MS } from '@bidyaloy/shared/durations'
import { app } from 'electron'
import type { Report } from '../school/school.ts'

/** How often a program that is never closed looks again, in milliseconds. */
const EVERY = 6 * HOUR_MS

/**
 * Looks for new versions in the background and installs them, whole, when the program ends. Where
 * it was packed without a feed, or in a form that cannot replace itself, nothing is asked of anyone.
 * @param resources folder beside the program that holds the feed's address, as packing wrote it
 */
export async function keepUpToDate(resources: string, report: Report): Promise<void> {
  if (!app.isPackaged || !canReplaceItself()) return
  if (!fs.existsSync(path.join(resources, 'app-update.yml'))) return
  const { autoUpdater } = await import('electron-updater')
  autoUpdater.logger = null
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = true
  autoUpdater.allowDowngrade = false
  autoUpdater.on('error', (error) => report('looking for a new version failed', error))
  autoUpdater.on('update-downloaded', ({ version }) => report('a new version is ready', version))
  const look = () => void autoUpdater.checkForUpdates().catch(() => undefined)
  look()
  setInterval(look, EVERY).unref()
}

/** A portable program is a file that somebody copied; a deb belongs to the system. */
function canReplaceItself(): boolean {
  if (process.platform === 'win32') return !process.env.PORTABLE_EXECUTABLE_FILE
  return process.platform !== 'linux' || !!process.env.APPIMAGE
}
