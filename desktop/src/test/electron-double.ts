import { EventEmitter } from 'node:events'
import path from 'node:path'

/*
 * A fake Electron. It records calls and implements the behaviour that the app relies on, such as a
 * window that may refuse to close or a page that is fetched through the protocol. Use it with
 * `vi.mock('electron', () => import('./electron-double.ts'))`.
 */

/** Resets all state. @param folder parent of every system folder */
export function resetElectron(folder: string): void {
  asked = nothing()
  computer = { ...DEFAULTS, folder }
  for (const emitter of [app, powerMonitor, session.defaultSession]) emitter.removeAllListeners()
}

/** An event that a listener can prevent. */
export interface DoubleEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

/** Creates an event with details, not yet prevented. */
export function doubleEvent<T extends object>(details: T): DoubleEvent & T
export function doubleEvent(): DoubleEvent
export function doubleEvent(details: object = {}): DoubleEvent {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}

/** A menu item of a template. */
export interface MenuItem {
  label?: string
  role?: string
  accelerator?: string
  visible?: boolean
  checked?: boolean
  submenu?: MenuItem[]
  click?: () => void
}
/** Options of a message box. */
export interface MessageBox {
  message: string
  detail: string
  buttons: string[]
  signal?: AbortSignal
}

const nothing = () => ({
  order: [] as string[],
  schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
  windows: [] as BrowserWindow[],
  menu: [] as MenuItem[],
  popups: [] as MenuItem[][],
  questions: [] as MessageBox[],
  errors: [] as string[],
  opened: [] as string[],
  openedPaths: [] as string[],
  notifications: [] as Notification[],
  protocolClients: [] as string[],
  lock: undefined as unknown,
  quit: false,
})

/** Simulated environment. */
const DEFAULTS = {
  folder: '',
  packaged: false,
  firstInstance: true,
  encryption: true,
  backend: 'gnome_libsecret',
  /** The system's encryption key. */
  key: 'key',
  /** Index of the button pressed in each message box. */
  button: 0,
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}

/** Calls recorded since the last `resetElectron`. */
export let asked = nothing()
/** Simulated environment; tests may change it. */
export let computer = { ...DEFAULTS }

/** Finds a menu item by its label at any depth. */
export function menuItem(label: string, items = asked.menu): MenuItem | undefined {
  for (const item of items) {
    const found = item.label === label ? item : menuItem(label, item.submenu ?? [])
    if (found) return found
  }
  return undefined
}

type PageHandler = (request: Request) => Promise<Response>
type BeforeRequest = (
  details: { url: string; resourceType: string },
  callback: (response: { cancel: boolean }) => void,
) => void

type Handler = ((...words: never[]) => unknown) | null

class SessionDouble extends EventEmitter {
  permissionRequest: Handler = null
  permissionCheck: Handler = null
  devicePermission: Handler = null
  spellCheck = true
  handlers = new Map<string, PageHandler>()
  watched: string[] = []
  beforeRequest: BeforeRequest | null = null
  fetch = (input: string, init?: RequestInit) => fetch(input, init)
  setPermissionRequestHandler(handler: Handler): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler): void {
    this.devicePermission = handler
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheck = enabled
  }
  readonly protocol = {
    handle: (scheme: string, handler: PageHandler) => void this.handlers.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: ({ urls }: { urls: string[] }, handler: BeforeRequest) => {
      this.watched = urls
      this.beforeRequest = handler
    },
  }
}
/** Fake sessions. */
export const session = {
  defaultSession: new SessionDouble(),
  fromPartition: (_name: string) => new SessionDouble(),
}

/** Fetches a URL of the app's scheme through its protocol handler. */
export function pageFetch(address: string, init?: RequestInit): Promise<Response> {
  const { protocol: scheme } = new URL(address)
  const handler = session.defaultSession.handlers.get(scheme.slice(0, -1))
  if (!handler) throw new TypeError(`no handler for ${scheme}`)
  return handler(new Request(address, init))
}

type WindowOpen = (details: { url: string }) => { action: string }

/** Fake WebContents that records calls. */
export class WebContentsDouble extends EventEmitter {
  url = ''
  loaded: string[] = []
  scripts: string[] = []
  zoomLevel = 0
  crashed = false
  printed = 0
  reloaded = 0
  windowOpen: WindowOpen | null = null
  setWindowOpenHandler(handler: WindowOpen): void {
    this.windowOpen = handler
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    await pageFetch(url)
    this.url = url
    this.emit('did-finish-load')
  }
  getURL(): string {
    return this.url
  }
  async executeJavaScript(script: string): Promise<void> {
    this.scripts.push(script)
  }
  setZoomLevel(level: number): void {
    this.zoomLevel = level
  }
  forcefullyCrashRenderer(): void {
    this.crashed = true
  }
  print(): void {
    this.printed += 1
  }
  reload(): void {
    this.reloaded += 1
  }
  /** Simulates a mouse click. */
  click(): void {
    this.emit('input-event', doubleEvent(), { type: 'mouseDown' })
  }
  /** Simulates a main-frame navigation. Returns whether it was allowed. */
  navigate(url: string): boolean {
    const event = doubleEvent({ url, isMainFrame: true })
    this.emit('will-frame-navigate', event)
    this.emit('will-navigate', event)
    return !event.defaultPrevented
  }
}

interface WindowOptions {
  x?: number
  y?: number
  width?: number
  height?: number
  webPreferences: Record<string, unknown>
}

/** Fake window that records calls. */
export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContentsDouble()
  bounds = { x: 0, y: 0, width: 0, height: 0 }
  maximized = false
  minimized = false
  focused = false
  closed = false
  shown = 0
  constructor(readonly options: WindowOptions) {
    super()
    Object.assign(this.bounds, options)
    asked.windows.push(this)
  }
  maximize(): void {
    this.maximized = true
  }
  restore(): void {
    this.minimized = false
  }
  show(): void {
    this.shown += 1
  }
  focus(): void {
    this.focused = true
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  getNormalBounds() {
    const { x, y, width, height } = this.bounds
    return { x, y, width, height }
  }
  /** Returns whether the window closed. */
  close(): boolean {
    if (this.closed) return true
    const event = doubleEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.closed = true
    this.emit('closed')
    return true
  }
}

/** Fake system notification. */
export class Notification extends EventEmitter {
  constructor(readonly options: { title: string; body: string }) {
    super()
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    asked.notifications.push(this)
  }
}

class AppDouble extends EventEmitter {
  get isPackaged() {
    return computer.packaged
  }
  requestSingleInstanceLock(data: unknown): boolean {
    asked.lock = data
    return computer.firstInstance
  }
  async whenReady(): Promise<void> {
    asked.order.push('ready')
  }
  getPath(name: string): string {
    return path.join(computer.folder, name)
  }
  readonly commandLine = { getSwitchValue: (_name: string) => '' }
  setAppUserModelId(id: string): void {
    asked.order.push(`setAppUserModelId ${id}`)
  }
  getVersion(): string {
    return '9.9.9'
  }
  setAboutPanelOptions(): void {
    asked.order.push('setAboutPanelOptions')
  }
  showAboutPanel(): void {
    asked.order.push('showAboutPanel')
  }
  setAsDefaultProtocolClient(scheme: string): void {
    asked.protocolClients.push(scheme)
  }
  exit(code: number): void {
    asked.order.push(`exit ${code}`)
  }
  /** Closes all windows, then quits unless a listener prevents it. */
  quit(): void {
    for (const window of asked.windows) if (!window.close()) return
    const event = doubleEvent()
    this.emit('will-quit', event)
    if (!event.defaultPrevented) asked.quit = true
  }
}
export const app = new AppDouble()

export const protocol = {
  registerSchemesAsPrivileged(schemes: (typeof asked)['schemes']): void {
    asked.order.push('registerSchemesAsPrivileged')
    asked.schemes.push(...schemes)
  },
}

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => ({
    template,
    popup: () => void asked.popups.push(template),
  }),
  setApplicationMenu: ({ template }: { template: MenuItem[] }) => {
    asked.menu = template
  },
}

export const dialog = {
  async showMessageBox(_window: BrowserWindow, question: MessageBox) {
    asked.questions.push(question)
    return { response: computer.button }
  },
  showMessageBoxSync(_window: BrowserWindow, question: MessageBox): number {
    asked.questions.push(question)
    return computer.button
  },
  showErrorBox(title: string): void {
    asked.errors.push(title)
  },
}

export const shell = {
  async openExternal(address: string): Promise<void> {
    asked.opened.push(address)
  },
  async openPath(folder: string): Promise<string> {
    asked.openedPaths.push(folder)
    return ''
  },
}

export const safeStorage = {
  isAsyncEncryptionAvailable: async () => computer.encryption,
  getSelectedStorageBackend: () => computer.backend,
  encryptStringAsync: async (text: string) =>
    Buffer.from(`${computer.key}\n${Buffer.from(text).toString('base64')}`),
  async decryptStringAsync(locked: Buffer) {
    const [key, text = ''] = locked.toString().split('\n')
    if (key !== computer.key) throw new Error('Error while decrypting the ciphertext')
    return { result: Buffer.from(text, 'base64').toString(), shouldReEncrypt: false }
  },
}

export const nativeTheme = { shouldUseDarkColors: false }
export const powerMonitor = new EventEmitter()
export const screen = { getAllDisplays: () => computer.displays }
