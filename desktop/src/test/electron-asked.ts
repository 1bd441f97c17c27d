import type { BrowserWindow, Notification } from './electron-window.ts'

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
const usual = {
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
export let computer = { ...usual }

/** Forgets everything. @param folder below which every folder of the system lies */
export function beginAnew(folder: string): void {
  asked = nothing()
  computer = { ...usual, folder }
}

/** Picks a menu item by its label, wherever it stands. */
export function menuItem(label: string, items = asked.menu): MenuItem | undefined {
  for (const item of items) {
    const found = item.label === label ? item : menuItem(label, item.submenu ?? [])
    if (found) return found
  }
  return undefined
}
