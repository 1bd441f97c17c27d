/// <reference lib="webworker" />
import {
  isKeptPage,
  KEPT_NOTICES,
  type KeepMessage,
  OFFLINE_PAGE,
} from '../site/offline/kept-pages.ts'
import { HIDDEN_OFFLINE_NOTE, SHOWN_OFFLINE_NOTE } from '../site/offline/offline-note.ts'

/*
 * Keeps the front page and the notices last seen for times without a connection. With one, pages
 * always come from the server. The dashboard, the API and files of notices are never touched.
 */
declare const self: ServiceWorkerGlobalScope

/** Counted up when what is kept changes its shape; caches of other names are thrown away. */
const PAGES = 'pages-2'
const FILES = 'files-2'
const PICTURES = 'pictures-3'
/** Files of this site: those of some builds, since a page kept long ago needs those of its own. */
const MAX_FILES = 80
/** Pictures of notices' papers, about four to a notice. */
const MAX_PICTURES = 120
/** Pictures of a notice's paper are kept up to this size, in bytes. */
const MAX_PICTURE = 500_000

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage(OFFLINE_PAGE).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  const message = readMessage(event.data)
  if (!message) return
  const { page, files } = message
  event.waitUntil(Promise.all([keepPage(page), keepPage(OFFLINE_PAGE), ...files.map(keepFile)]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' && SIGN_OUT.test(url.pathname)) {
    event.waitUntil(caches.delete(PICTURES))
  }
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (/^\/(admin|api)(\/|$)/.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
  else if (isPaperPicture(url)) event.respondWith(answerPicture(request))
})

/** From the server; only where it cannot be reached, as it was kept. */
async function answerPage(event: FetchEvent, { pathname }: URL): Promise<Response> {
  try {
    const answer = await fetch(event.request)
    if (isKeptPage(pathname)) event.waitUntil(storePage(pathname, answer.clone()))
    return answer
  } catch (error) {
    const pages = await caches.open(PAGES)
    const kept = (await pages.match(pathname, IGNORE)) ?? (await pages.match(OFFLINE_PAGE, IGNORE))
    if (!kept || isFile(pathname)) throw error
    const html = (await kept.text()).replace(HIDDEN_OFFLINE_NOTE, SHOWN_OFFLINE_NOTE)
    return new Response(html, { headers: kept.headers })
  }
}

/** Hashed files never change: the kept one is as good as the server's. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, IGNORE)) ?? fetch(request)
}

async function answerPicture(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (
      isPublic(answer) &&
      answer.ok &&
      Number(answer.headers.get('content-length')) <= MAX_PICTURE
    ) {
      await store(PICTURES, request.url, answer.clone(), MAX_PICTURES)
    }
    return answer
  } catch (error) {
    const kept = await caches.match(request, IGNORE)
    if (kept) return kept
    throw error
  }
}

// What is kept was asked for by us: no header of the reader's request tells it apart.
const IGNORE = { ignoreVary: true, ignoreSearch: true }

/** Of this device and of others: the next user of a shared computer finds nothing. */
const SIGN_OUT = /^\/api\/admin\/(logout|sessions)(\/|$)/

const isFile = (path: string) => /^\/(uploads|gallery-uploads|assets|share)\//.test(path)
const isPaperPicture = ({ pathname }: URL) => /^\/uploads\/.+\.webp$/.test(pathname)

function readMessage(data: unknown): KeepMessage | null {
  if (typeof data !== 'object' || data === null) return null
  if (!('page' in data && 'files' in data) || !Array.isArray(data.files)) return null
  const { page, files } = data
  if (typeof page !== 'string' || !isKeptPage(page)) return null
  return { page, files: files.filter((file) => typeof file === 'string') }
}

/** As a visitor reads it, even if an admin is signed in. */
async function keepPage(path: string): Promise<void> {
  await storePage(path, await fetch(path, { credentials: 'omit' }))
}

async function storePage(path: string, answer: Response): Promise<void> {
  if (answer.status === 404 || answer.status === 410) {
    // Taken back by the school: it must not come back from here.
    await (await caches.open(PAGES)).delete(path, IGNORE)
  }
  if (answer.status !== 200 || answer.redirected || !isPublic(answer)) return
  // Beside the notices: the front page and the one for times without a connection.
  await store(PAGES, path, answer, KEPT_NOTICES + 2)
}

/** Whether everyone may see an answer: to an admin the server says `no-store`. */
function isPublic({ headers }: Response): boolean {
  return /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
}

async function keepFile(path: string): Promise<void> {
  if (!path.startsWith('/assets/') || (await caches.match(path, IGNORE))) return
  const answer = await fetch(path)
  if (answer.ok) await store(FILES, path, answer, MAX_FILES)
}

/** Puts an answer last in a cache and lets the first ones go where there are too many. */
async function store(name: string, key: string, answer: Response, most: number): Promise<void> {
  const cache = await caches.open(name)
  await cache.delete(key, IGNORE)
  await cache.put(key, answer)
  const keys = await cache.keys()
  const removable = keys.filter(({ url }) => !['/', OFFLINE_PAGE].includes(new URL(url).pathname))
  const tooMany = Math.max(0, keys.length - most)
  await Promise.all(removable.slice(0, tooMany).map((old) => cache.delete(old)))
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => ![PAGES, FILES, PICTURES].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}
