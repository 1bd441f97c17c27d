import { shell, type WebContents } from 'electron'
import { destinationOf } from '../outside-address.ts'
import type { Report } from '../school/school.ts'

interface PageGuardOptions {
  contents: WebContents
  /** Origin of the school's server in use. */
  site: () => string | null
  report: Report
}

/** As long as a browser lets a page act on a click, in milliseconds. */
const CLICK_LASTS = 5000
const CLICKS: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Keeps the window on the program's own page. Links to elsewhere open outside, one for each click;
 * a page that tries it by itself gets nowhere.
 */
export function guardPage({ contents, site, report }: PageGuardOptions): void {
  let clickedAt: number | null = null
  contents.on('input-event', (_event, { type }) => {
    if (CLICKS.has(type)) clickedAt = Date.now()
  })

  const openOutside = (target: string) => {
    const destination = destinationOf(target, site())
    const clicked = clickedAt !== null && Date.now() - clickedAt < CLICK_LASTS
    if (destination.kind !== 'outside' || !clicked) return
    clickedAt = null
    shell
      .openExternal(destination.address)
      .catch((error: unknown) => report('a link could not be opened', error))
  }

  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event) => {
    if (destinationOf(event.url, site()).kind === 'inside') return
    event.preventDefault()
    openOutside(event.url)
  })
  contents.on('will-frame-navigate', (event) => {
    // The window's own frame is judged above.
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (destinationOf(event.url, site()).kind !== 'inside') event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
