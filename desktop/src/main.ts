import { app } from 'electron'
import { openWindow } from './window.ts'

/** The desktop program: one window on the dashboard of the school's site. */
async function main(): Promise<void> {
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  await app.whenReady()
  openWindow()
  app.on('window-all-closed', () => app.quit())
}

void main()
