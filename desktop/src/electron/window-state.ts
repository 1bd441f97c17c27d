import { type BrowserWindow, type Rectangle, screen } from 'electron'
import type { SettingsFile, WindowBounds } from '../settings-file.ts'

const USUAL = { width: 1280, height: 820 }
/** How long a window has to lie still before its place is written down, in milliseconds. */
const STILL = 500
/** So much of a window must be on a screen for it to be found and moved, in pixels. */
const VISIBLE = 100

/** Where the window was, unless the screen it was on is gone. */
export function placeOfWindow(kept: WindowBounds | null): Partial<Rectangle> {
  if (!kept) return USUAL
  const { x, y, width, height } = kept
  if (x === undefined || y === undefined) return { width, height }
  const shown = screen.getAllDisplays().some(({ workArea: area }) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    const down = Math.min(y + height, area.y + area.height) - Math.max(y, area.y)
    return across >= VISIBLE && down >= VISIBLE
  })
  return shown ? { x, y, width, height } : { width, height }
}

/** Writes down where the window is, soon after it was moved and when it closes. */
export function keepPlaceOfWindow(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    const place: WindowBounds = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    // Losing it costs a drag of the mouse: not worth a word.
    settings.change({ window: place }).catch(() => undefined)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, STILL)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', keep)
  window.on('closed', () => clearTimeout(timer))
}
