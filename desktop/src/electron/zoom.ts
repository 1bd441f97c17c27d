import type { WebContents } from 'electron'
import type { SettingsFile } from '../settings-file.ts'

/** The size of everything on the page, kept over restarts. */
export interface Zoom {
  change(direction: 'in' | 'out' | 'reset'): void
}

const STEP = 0.5
const SMALLEST = -3
const LARGEST = 5

/**
 * Gives a page the size that was last chosen, also after its process was renewed. A size that the
 * disk does not take holds until the program ends.
 */
export function keepZoom(contents: WebContents, settings: SettingsFile): Zoom {
  const change: Zoom['change'] = (direction) => {
    const { zoom } = settings.read()
    const wanted = direction === 'reset' ? 0 : direction === 'in' ? zoom + STEP : zoom - STEP
    const level = Math.min(LARGEST, Math.max(SMALLEST, wanted))
    contents.setZoomLevel(level)
    settings.change({ zoom: level }).catch(() => undefined)
  }
  // Each new process of the page begins at the usual size.
  contents.on('did-finish-load', () => contents.setZoomLevel(settings.read().zoom))
  contents.on('zoom-changed', (_event, direction) => change(direction))
  return { change }
}
