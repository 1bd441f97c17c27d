import path from 'node:path'
import { OPEN_REQUEST_EVENT } from '@bidyaloy/shared/desktop/desktop-api'
import { desktopScreens } from '@bidyaloy/shared/desktop/screen-paths'
import { app, type BrowserWindow, Notification, session } from 'electron'
import { createAppHandler } from '../app-handler.ts'
import { createBundleFiles } from '../bundle-files.ts'
import { CRASH_PAGE, prepareCrashPage } from '../crash-page.ts'
import { openDesktopApp } from '../desktop-app.ts'
import { nativeText } from '../native-text.ts'
import {
  addLink,
  createOpenRequests,
  LaunchArgs,
  LINK_SCHEME,
  openLaunchArgs,
} from '../open-requests.ts'
import type { Report } from '../school/school.ts'
import { openSettingsFile } from '../settings-file.ts'
import { setMenu } from './menu.ts'
import {
  FIRST_PAGE,
  guardSession,
  openLogs,
  registerPageScheme,
  servePage,
} from './page-security.ts'
import { openSafeTokenStore } from './safe-token-store.ts'
import { startAutoUpdate } from './updates.ts'
import { openWindow, showWindow } from './window.ts'

/** Options of `startShell`. */
export interface ShellOptions {
  /** Folder of the bundled dashboard. */
  bundle: string
  launchArgs: LaunchArgs
  /** `process.resourcesPath`, with files from packaging. */
  resources: string
  report: Report
}

/**
 * Starts the app: one window, one menu, one instance. Must be called before Electron is ready, to
 * register the page's scheme. Resolves once the page is loading.
 */
export async function startShell(options: ShellOptions): Promise<void> {
  const { bundle, launchArgs, resources, report } = options
  registerPageScheme()
  if (!app.requestSingleInstanceLock(launchArgs)) {
    app.quit()
    return
  }
  let window: BrowserWindow | null = null
  const show = () => window && showWindow(window)
  const openRequests = createOpenRequests(() => {
    show()
    // There is no IPC: an event makes the page fetch the queue.
    const script = `dispatchEvent(new Event('${OPEN_REQUEST_EVENT}'))`
    window?.webContents.executeJavaScript(script).catch(() => undefined)
  })
  app.on('second-instance', (_event, _words, _folder, data) => {
    show()
    const launch = LaunchArgs.safeParse(data)
    if (launch.success) void openLaunchArgs(launch.data, openRequests)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    void openRequests.addFile(file)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    addLink(link, openRequests)
  })
  app.on('window-all-closed', () => app.quit())

  await app.whenReady()
  const folder = app.getPath('userData')
  const settings = await openSettingsFile(path.join(folder, 'settings.json'))
  const network = session.fromPartition('network')
  let refreshMenu: () => void = () => undefined
  const desktopApp = await openDesktopApp({
    version: app.getVersion(),
    folder,
    settings,
    tokens: await openSafeTokenStore(path.join(folder, 'tokens'), report),
    report,
    onAllSent: () => notifyAllSent(window),
    onSwitch: () => refreshMenu(),
    // Uses the system's proxy and certificates, but no cookies.
    school: {
      fetch: (input, init) => network.fetch(input instanceof URL ? input.href : input, init),
    },
  })
  closeBeforeQuitting(() => desktopApp.close(), report)

  const handle = createAppHandler({
    bundle: createBundleFiles(bundle),
    app: desktopApp,
    openRequests,
    report,
  })
  const crashPage = await prepareCrashPage(bundle)
  guardSession(session.defaultSession, report)
  servePage(session.defaultSession, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === CRASH_PAGE) return crashPage()
    const site = pathname === '/admin' ? searchParams.get('site') : null
    if (site) await desktopApp.use(site)
    return handle(request)
  })

  const opened = openWindow({
    settings,
    site: () => desktopApp.school()?.profile.address ?? null,
    unsent: () => {
      const { waiting, waitingAt } = desktopApp.state()
      const elsewhere = Object.values(waitingAt).reduce((sum, count) => sum + count, 0)
      return { all: waiting + elsewhere, elsewhere }
    },
    report,
  })
  window = opened.window
  const { webContents: contents } = window
  window.once('closed', () => {
    window = null
  })

  refreshMenu = () => {
    setMenu(desktopApp.state(), {
      newNotice: () => openRequests.addScreen(desktopScreens.newNotice),
      showOutbox: () => openRequests.addScreen(desktopScreens.outbox),
      showHelp: () => openRequests.addScreen(desktopScreens.help),
      addSite: () => openRequests.addScreen(desktopScreens.connect),
      // Switches when the page is requested, so after any unsaved-changes dialog.
      useSite: (id) => void contents.loadURL(`${FIRST_PAGE}?${new URLSearchParams({ site: id })}`),
      print: () => contents.print(),
      reload: () => contents.reload(),
      zoom: opened.changeZoom,
      openLogs: () => openLogs(report),
      about: () => app.showAboutPanel(),
    })
  }
  refreshMenu()
  app.setAboutPanelOptions({
    applicationName: nativeText('desktop.appName'),
    applicationVersion: app.getVersion(),
    version: '',
  })
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)

  await openLaunchArgs(launchArgs, openRequests)
  void contents.loadURL(FIRST_PAGE)
  void startAutoUpdate(resources, report)
}

/** Notifies that the outbox is empty, unless the window has focus. */
function notifyAllSent(window: BrowserWindow | null): void {
  if (window?.isFocused() || !Notification.isSupported()) return
  const notification = new Notification({
    title: nativeText('desktop.appName'),
    body: nativeText('outbox.sentAll'),
  })
  notification.on('click', () => window && showWindow(window))
  notification.show()
}

/** Stops the outbox before quitting; an item in flight is sent again at the next start. */
function closeBeforeQuitting(close: () => Promise<void>, report: Report): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    close()
      .catch((error: unknown) => report('closing failed', error))
      .finally(() => app.quit())
  })
}
