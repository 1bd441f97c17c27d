import { EventEmitter } from 'node:events'
import path from 'node:path'
import {
  type Asked,
  asked,
  beginAnew,
  computer,
  doubleEvent,
  type MenuItem,
  type MessageBox,
} from './electron-asked.ts'
import { session } from './electron-session.ts'
import type { BrowserWindow } from './electron-window.ts'

/*
 * A small double of Electron: it records what the program asks for, and does what Electron would do
 * next where the program relies on it (a window that may refuse to close, a page that is fetched
 * through the protocol). Use it with `vi.mock('electron', () => import('./electron-double.ts'))`.
 * What is exported here is what the program imports from `electron`.
 */

export { session } from './electron-session.ts'
export { BrowserWindow, Notification } from './electron-window.ts'

/** Begins anew. @param folder below which every folder of the system lies */
export function resetElectron(folder: string): void {
  beginAnew(folder)
  for (const emitter of [app, powerMonitor, session.defaultSession]) emitter.removeAllListeners()
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
