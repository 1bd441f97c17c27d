import {
  FORCE_CLIENT_RENDER,
  HYDRATION_SETTLED,
  PRIVATE_PART,
  SCRIPTED_LINK,
} from '../site/page-data.ts'
import { cacheShownPage, isDataScarce, reportView, savesData } from '../site/page-visit.ts'

/*
 * Inline in the head of every page that can be hydrated (decision 27). Pages work without the site's
 * script: it is loaded at the first sign of a visitor, or when the page was idle for long. Clicks on
 * what needs it, and keys for an open photo, are deferred until it has hydrated the page.
 */

/** Addresses of the site's script and of what it imports; set by the build. */
declare const SITE_SCRIPTS: readonly string[]
/** Addresses of the sheets whose rules every page has; likewise. */
declare const SITE_SHEETS: readonly string[]

/** Time from loading to caching the page for use without a connection, in milliseconds. */
const CACHE_MS = 1_000
/** Time from loading to hydration without a sign of a visitor, in milliseconds. */
const IDLE_MS = 15_000
/** Longest wait for the browser to be idle: some never are while a page moves. */
const IDLE_WAIT_MS = 3_000

/** A finger that scrolls ends as `pointercancel`. */
const SIGNS = ['keydown', 'pointermove', 'pointerdown', 'pointercancel', 'focusin'] as const
/** What does nothing, or something else, without the script. A radio works at once, but is not stored. */
const SCRIPTED = `[${SCRIPTED_LINK}],button[type=button]:not([popovertarget]),span[data-needs],input[type=radio]`

const { dataset } = document.documentElement
const currentAddress = () => location.pathname + location.search
const address = currentAddress()
/** Clicks to repeat, the latest last, by the clicked control or the pressed key. */
const deferred = new Map<HTMLElement | KeyboardEvent, DeferredClick>()
let isStarted = false
const NOWHERE = { clientX: 0, clientY: 0, detail: 0 }

interface DeferredClick {
  control: HTMLElement
  /** Where it was; `detail` is 0 for keys. */
  at: Pick<MouseEvent, 'clientX' | 'clientY' | 'detail'>
  /** Returns the element that has replaced the control. */
  replacement: () => Element | undefined
}

// Rendered pages have the default choices.
for (const name of ['theme', 'size']) {
  const radio = document.getElementById(`${name}-${dataset[name]}`)
  if (radio instanceof HTMLInputElement) radio.checked = true
}
addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => {
  if (persisted && document.querySelector(`[${PRIVATE_PART}]`)) location.replace(location.pathname)
})
// Browsers that the script does not support have no `can`: the page stays as rendered.
if ('can' in dataset) {
  document.addEventListener('click', deferClick, true)
  document.addEventListener('keydown', deferKey, true)
  document.addEventListener(HYDRATION_SETTLED, settle)
  addEventListener('popstate', reloadOther)
  if (!savesData()) {
    for (const type of SIGNS) document.addEventListener(type, startAtSign, true)
    const isWanted = () => document.visibilityState === 'visible' && !isDataScarce()
    afterLoad(IDLE_MS, () => isWanted() && start())
  }
  if (showsOther()) void start()
  afterLoad(CACHE_MS, () => isStarted || cacheShownPage())
  const [navigation] = performance.getEntriesByType('navigation')
  if (
    navigation &&
    'deliveryType' in navigation &&
    navigation.deliveryType === 'navigational-prefetch'
  ) {
    // The server does not count requests that browsers send ahead of a click.
    reportView(location.pathname)
  }
}

/** Whether the document is to show something else than was rendered, or an open dialog. */
function showsOther(): boolean {
  return (
    FORCE_CLIENT_RENDER in dataset ||
    location.hash !== '' ||
    // State of the router: a page of a document was open before a reload.
    Boolean(history.state?.usr) ||
    document.querySelector('dialog[open]') !== null
  )
}

function startAtSign(event: Event): void {
  const { type, target } = event
  // Browsers report a resting mouse, too.
  if (
    event instanceof MouseEvent &&
    type === 'pointermove' &&
    !event.movementX &&
    !event.movementY
  ) {
    return
  }
  // It may follow the link, and the script would compete with the next page.
  const isOnLink =
    target instanceof Element && target.closest('a[href]') && !target.closest(SCRIPTED)
  if (isOnLink && (type === 'pointerdown' || type === 'focusin')) return
  void start()
}

/** Loads the script, which hydrates the page. */
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  for (const type of SIGNS) document.removeEventListener(type, startAtSign, true)
  try {
    // Texts that wait for the site's fonts come first; they are shown after 8 s even so.
    if (dataset.letters === 'wait') await Promise.race([document.fonts.ready, pause(8000)])
    // The browser paints its answer to the sign first.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    markPresentSheets([...SITE_SHEETS, ...(dataset.sheets?.split(' ') ?? [])])
    const files = [...SITE_SCRIPTS, ...(dataset.scripts?.split(' ') ?? [])]
    await Promise.all(files.map((file) => import(/* @vite-ignore */ file)))
  } catch {
    // The page stays as rendered: links of pictures lead to the pictures.
    settle()
  }
}

/**
 * Adds disabled links to the sheets whose rules are in the document, so Vite's loader of the page's chunk
 * takes them as present. In the markup, browsers up to 150 load them even so.
 */
function markPresentSheets(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', disabled: true, href })
    document.head.append(link)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

function deferClick(event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey, altKey } = event
  const control = target instanceof Element && target.closest<HTMLElement>(SCRIPTED)
  if (!control || metaKey || ctrlKey || shiftKey || altKey) return
  // The last click counts, as with the radios of a theme.
  deferred.delete(control)
  defer(event, control, control)
}

/** A key of an open photo is a click on the control that does the same. */
function deferKey(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey } = event
  if (metaKey || ctrlKey || altKey) return
  const name = CSS.escape(key === '+' ? 'Plus' : key)
  const control = document.querySelector<HTMLElement>(`dialog[open] [aria-keyshortcuts~="${name}"]`)
  if (control) defer(event, control, event)
  else if (key === 'Escape') {
    // Nothing that was to open opens.
    for (const [clicked, { control: link }] of deferred) {
      if (link.matches(`[${SCRIPTED_LINK}]`) && deferred.delete(clicked)) link.ariaBusy = null
    }
  }
}

/** Defers a click on a control until the page is hydrated. */
function defer(event: Event, control: HTMLElement, id: HTMLElement | KeyboardEvent): void {
  const { parentElement } = control
  const place = parentElement ? [...parentElement.children].indexOf(control) : 0
  const { clientX, clientY, detail } = event instanceof MouseEvent ? event : NOWHERE
  const at = { clientX, clientY, detail }
  deferred.set(id, { control, at, replacement: () => parentElement?.children[place] })
  // While it hydrates, React would handle it, too.
  event.stopPropagation()
  if (!(control instanceof HTMLInputElement)) event.preventDefault()
  control.ariaBusy = 'true'
  void start()
}

/** Repeats the deferred clicks, on the hydrated page or, if it cannot be hydrated, as rendered. */
function settle(event?: Event): void {
  document.removeEventListener('click', deferClick, true)
  document.removeEventListener('keydown', deferKey, true)
  removeEventListener('popstate', reloadOther)
  // The script follows links without loading documents: see `makeLinkRules` of the server.
  if (event instanceof CustomEvent && event.detail === true) dataset.hydrated = ''
  // In a task of its own: effects of the hydration may render once more.
  setTimeout(() => {
    for (const { control, at, replacement } of deferred.values()) {
      control.ariaBusy = null
      // The placeholder of a link is replaced by the link.
      const now = control.isConnected ? control : replacement()
      now?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...at }))
    }
    deferred.clear()
  })
}

/** Back and Forward within the document of another page: only the script could show the page. */
function reloadOther(): void {
  if (currentAddress() !== address) location.reload()
}

function afterLoad(ms: number, work: () => unknown): void {
  // Safari has no idle callbacks.
  const atIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: IDLE_WAIT_MS }) : work()
  const wait = () => setTimeout(atIdle, ms)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
