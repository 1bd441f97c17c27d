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
  createOpenRequests,
  giveLink,
  HandedOver,
  LINK_SCHEME,
  takeOver,
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
import { keepUpToDate } from './updates.ts'
import { openWindow, showWindow } from './window.ts'

/** What the program's start hands to the shell. */
export interface ShellOptions {
  /** Folder of the packed dashboard. */
  bundle: string
  handedOver: HandedOver
  /** Folder beside the program, for what packing left there. */
  resources: string
  report: Report
}

/**
 * The program around the page: one window, one menu, one instance. Has to be called before Electron
 * is ready, for the page's scheme; resolves once the page is asked for.
 */
export async function startShell(options: ShellOptions): Promise<void> {
  const { bundle, handedOver, resources, report } = options
  registerPageScheme()
  if (!app.requestSingleInstanceLock(handedOver)) {
    app.quit()
    return
  }
  let window: BrowserWindow | null = null
  const show = () => window && showWindow(window)
  const given = createOpenRequests(() => {
    show()
    // The page cannot be called; it can be told that there is something to fetch.
    const told = `dispatchEvent(new Event('${OPEN_REQUEST_EVENT}'))`
    window?.webContents.executeJavaScript(told).catch(() => undefined)
  })
  app.on('second-instance', (_event, _words, _folder, data) => {
    show()
    const handed = HandedOver.safeParse(data)
    if (handed.success) void takeOver(handed.data, given)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    void given.giveFile(file)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    giveLink(link, given)
  })
  app.on('window-all-closed', () => app.quit())

  await app.whenReady()
  const folder = app.getPath('userData')
  const settings = await openSettingsFile(path.join(folder, 'settings.json'))
  const line = session.fromPartition('line')
  let refreshMenu: () => void = () => undefined
  const program = await openDesktopApp({
    version: app.getVersion(),
    folder,
    settings,
    tokens: await openSafeTokenStore(path.join(folder, 'tokens'), report),
    report,
    onAllSent: () => tellAllSent(window),
    onSwitch: () => refreshMenu(),
    // As the system's browser does: with its proxy and its certificates, but without cookies.
    school: {
      fetch: (input, init) => line.fetch(input instanceof URL ? input.href : input, init),
    },
  })
  closeBeforeQuitting(() => program.close(), report)

  const handle = createAppHandler({
    bundle: createBundleFiles(bundle),
    app: program,
    given,
    report,
  })
  const crashPage = await prepareCrashPage(bundle)
  guardSession(session.defaultSession, report)
  servePage(session.defaultSession, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === CRASH_PAGE) return crashPage()
    const site = pathname === '/admin' ? searchParams.get('site') : null
    if (site) await program.use(site)
    return handle(request)
  })

  const opened = openWindow({
    settings,
    site: () => program.school()?.profile.address ?? null,
    unsent: () => {
      const { waiting, waitingAt } = program.state()
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
    const { profiles, current } = program.state()
    const state = {
      profiles,
      current,
      development: !app.isPackaged,
      mac: process.platform === 'darwin',
    }
    setMenu(state, {
      newNotice: () => given.giveScreen(desktopScreens.newNotice),
      showOutbox: () => given.giveScreen(desktopScreens.outbox),
      showHelp: () => given.giveScreen(desktopScreens.help),
      addSite: () => given.giveScreen(desktopScreens.connect),
      // The site changes with the page's own request: not before the page has let go of its work.
      useSite: (id) => void contents.loadURL(`${FIRST_PAGE}?${new URLSearchParams({ site: id })}`),
      print: () => contents.print(),
      reload: () => contents.reload(),
      zoom: opened.zoom.change,
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

  await takeOver(handedOver, given)
  void contents.loadURL(FIRST_PAGE)
  void keepUpToDate(resources, report)
}

/** Whoever looks at the page sees it there. */
function tellAllSent(window: BrowserWindow | null): void {
  if (window?.isFocused() || !Notification.isSupported()) return
  const told = new Notification({
    title: nativeText('desktop.appName'),
    body: nativeText('outbox.sentAll'),
  })
  told.on('click', () => window && showWindow(window))
  told.show()
}

/** What is being sent is given up in good order; it goes again at the next start. */
function closeBeforeQuitting(close: () => Promise<void>, report: Report): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    close()
      .catch((error: unknown) => report('the program could not be closed in order', error))
      .finally(() => app.quit())
  })
}
