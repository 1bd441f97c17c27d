import { EventEmitter } from 'node:events'
import path from 'node:path'

/*
 * A small double of Electron: it records what the program asks for, and does what Electron would do
 * next where the program relies on it (a window that may refuse to close, a page that is fetched
 * through the protocol). Use it with `vi.mock('electron', () => import('./electron-double.ts'))`.
 * What is exported here is what the program imports from `electron`.
 */

/** Begins anew. @param folder below which every folder of the system lies */
export function resetElectron(folder: string): void {
  resetState(folder)
  for (const emitter of [app, powerMonitor, session.defaultSession]) emitter.removeAllListeners()
}

/** An event that a listener can prevent. */
export interface DoubleEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

/** An event with these details that nobody has prevented yet. */
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

/** An item of a menu, as a template has it. */
export interface MenuItem {
  label?: string
  role?: string
  accelerator?: string
  visible?: boolean
  checked?: boolean
  submenu?: MenuItem[]
  click?: () => void
}
/** A question to the person at the computer. */
export interface MessageBox {
  message: string
  detail: string
  buttons: string[]
  signal?: AbortSignal
}

/** Everything that was asked of Electron since the last `resetElectron`. */
export interface Asked {
  order: string[]
  schemes: { scheme: string; privileges: Record<string, boolean> }[]
  windows: BrowserWindow[]
  menu: MenuItem[]
  popups: MenuItem[][]
  questions: MessageBox[]
  errors: string[]
  opened: string[]
  openedPaths: string[]
  notifications: Notification[]
  protocolClients: string[]
  lock: unknown
  quit: boolean
}

const nothing = (): Asked => ({
  order: [],
  schemes: [],
  windows: [],
  menu: [],
  popups: [],
  questions: [],
  errors: [],
  opened: [],
  openedPaths: [],
  notifications: [],
  protocolClients: [],
  lock: undefined,
  quit: false,
})

/** How the computer is on which the program runs. */
const DEFAULTS = {
  folder: '',
  packaged: false,
  firstInstance: true,
  encryption: true,
  backend: 'gnome_libsecret',
  /** The key that the system keeps; another one cannot read what this one wrote. */
  key: 'key',
  /** The number of the button that is pressed in each question. */
  button: 0,
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}

/** What was asked so far. */
export let asked = nothing()
/** How it is in this test; a test may change it. */
export let computer = { ...DEFAULTS }

/** Forgets everything. @param folder below which every folder of the system lies */
function resetState(folder: string): void {
  asked = nothing()
  computer = { ...DEFAULTS, folder }
}

/** Picks a menu item by its label, wherever it stands. */
export function menuItem(label: string, items = asked.menu): MenuItem | undefined {
  for (const item of items) {
    const found = item.label === label ? item : menuItem(label, item.submenu ?? [])
    if (found) return found
  }
  return undefined
}

type Answer = (request: Request) => Promise<Response>
type BeforeRequest = (
  details: { url: string; resourceType: string },
  answer: (response: { cancel: boolean }) => void,
) => void

type Handler = ((...words: never[]) => unknown) | null

class SessionDouble extends EventEmitter {
  permissionRequest: Handler = null
  permissionCheck: Handler = null
  devicePermission: Handler = null
  spellCheck = true
  handlers = new Map<string, Answer>()
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
    handle: (scheme: string, answer: Answer) => void this.handlers.set(scheme, answer),
  }
  readonly webRequest = {
    onBeforeRequest: ({ urls }: { urls: string[] }, handler: BeforeRequest) => {
      this.watched = urls
      this.beforeRequest = handler
    },
  }
}
/** The sessions of the program's pages. */
export const session = {
  defaultSession: new SessionDouble(),
  fromPartition: (_name: string) => new SessionDouble(),
}

/** What the program's page gets: `address` as its own scheme has it. */
export function pageFetch(address: string, init?: RequestInit): Promise<Response> {
  const { protocol: scheme } = new URL(address)
  const answer = session.defaultSession.handlers.get(scheme.slice(0, -1))
  if (!answer) throw new TypeError(`no handler for ${scheme}`)
  return answer(new Request(address, init))
}

type WindowOpen = (details: { url: string }) => { action: string }

/** A page, and what was done to it. */
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
  /** A person presses the mouse on the page. */
  click(): void {
    this.emit('input-event', doubleEvent(), { type: 'mouseDown' })
  }
  /** The page's main frame is led to `url`; true where it went there. */
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

/** A window, and what was done to it. */
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
  /** True where nothing kept it open. */
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

/** A message of the system's own. */
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
  /** Closes the windows, each of which may refuse, then ends unless a listener needs more time. */
  quit(): void {
    for (const window of asked.windows) if (!window.close()) return
    const event = doubleEvent()
    this.emit('will-quit', event)
    if (!event.defaultPrevented) asked.quit = true
  }
}
export const app = new AppDouble()

export const protocol = {
  registerSchemesAsPrivileged(schemes: Asked['schemes']): void {
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
