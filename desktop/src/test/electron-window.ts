import { EventEmitter } from 'node:events'
import { asked, doubleEvent } from './electron-asked.ts'
import { pageFetch } from './electron-session.ts'

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
