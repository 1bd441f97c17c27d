/// <reference lib="webworker" />

import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  collections,
  entryPath,
  hasPage,
  parseEntryPath,
} from '@bidyaloy/shared/collections/registry'
import { pushCopy } from '@bidyaloy/shared/copy/push-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { PushMessage } from '@bidyaloy/shared/school/push'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import {
  CACHED_LISTS,
  type CacheMessage,
  HIDDEN_OFFLINE_NOTE,
  HIDDEN_PAGE_LIST,
  isCachedPage,
  MAX_CACHED_FILES,
  MAX_CACHED_NOTICES,
  OFFLINE_PAGE,
  PRECACHED_NOTICES,
  SHOWN_OFFLINE_NOTE,
  STALLED,
  shownPageList,
  withCopyDate,
} from '../site/offline.ts'
import { PAGE_DATA_ID } from '../site/page-data.ts'

/*
 * Caches the front page, the lists, the calendar, the newest notices, those viewed last and the files
 * opened last for offline use. Online, pages and files come from the server, unless it takes longer
 * than `WAIT_MS`. Requests of the dashboard and of the API are not handled. Offline, the lasting
 * address of a file leads to the file that a cached page names.
 */
declare const self: ServiceWorkerGlobalScope

/** Cache names. A change of format increases the number; caches with other names are deleted. */
const PAGES = 'pages-2'
/** Pages cached before they are viewed; replaced as a whole. */
const PRECACHE = 'ahead-1'
const FILES = 'files-2'
const PICTURES = 'pictures-3'
/** Opened files, which are not pages. */
const PAPERS = 'papers-1'
/** Assets of several builds: an old page needs those of its own build. */
const MAX_FILES = 80
/** Page previews, about four per notice. */
const MAX_PICTURES = 120
/** Largest cached page preview, in bytes. */
const MAX_PICTURE_BYTES = 500_000
/** Largest cached file, in bytes: together they take at most 60 MB. */
const MAX_PAPER_BYTES = 5_000_000
/** Time after which what is cached is served instead of the server's response, in milliseconds. */
const WAIT_MS = 4000
/** Time between precaching, in milliseconds. */
const PRECACHE_MS = HOUR_MS

self.addEventListener('install', (event) => {
  event.waitUntil(cachePage(OFFLINE_PAGE).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()))
})

/** Time of the last message that the connection has stalled. */
let stalledAt = Number.NEGATIVE_INFINITY

self.addEventListener('message', (event) => {
  if (event.data === STALLED) stalledAt = performance.now()
  const message = readMessage(event.data)
  if (!message) return
  const { page, files, precaches } = message
  const shown = new URL(page, self.location.origin)
  event.waitUntil(
    Promise.all([
      isCachedPage(shown) && cachePage(shown.pathname),
      cachePage(OFFLINE_PAGE),
      ...files.map(cacheFile),
      precaches && precache(),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' && SIGN_OUT.test(url.pathname)) {
    event.waitUntil(Promise.all([PICTURES, PAPERS].map((name) => caches.delete(name))))
  }
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (/^\/(admin|api)(\/|$)/.test(url.pathname)) return
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(respondWithFile(request))
  else if (isPreview(url)) event.respondWith(respondWithPicture(request))
})

self.addEventListener('push', (event) => {
  const { title, body, path, icon } = readPushMessage(event.data)
  // A message that arrives twice is shown once.
  const shown = { body, icon, lang: 'bn', tag: path, data: path }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

/** Shows a page of the site in the window that shows it already, or in a new one. */
async function openPage(path: string): Promise<unknown> {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return open.find(({ url }) => url === href)?.focus() ?? self.clients.openWindow(href)
}

/** Browsers demand a notification for each message, also for one that cannot be read. */
function readPushMessage(data: PushMessageData | null): PushMessage {
  try {
    const { title, body, path, icon } = data?.json() ?? {}
    const texts = [title, body, path, icon]
    if (texts.every((text) => typeof text === 'string')) return { title, body, path, icon }
  } catch {
    // Not JSON.
  }
  const { page: path } = collections.notices
  return { title: pushCopy['push.notice'], body: '', path, icon: siteFiles.icon192 }
}

/** Serves a page or file from the server, or from the cache if the server is slow or unreachable. */
async function respondWithPage(event: FetchEvent, url: URL): Promise<Response> {
  const list = url.pathname === OFFLINE_PAGE && (await offlinePage())
  if (list) return list
  const fresh = fetch(event.request).then((response) => {
    event.waitUntil(keep(url, response.clone()))
    return response
  })
  const cached = await cachedResponse(url)
  if (cached) {
    const whole = fresh.then(readWhole).catch(() => undefined)
    // A late response is still cached.
    event.waitUntil(whole)
    const hasWaited = performance.now() - stalledAt < WAIT_MS
    const late = new Promise<undefined>((done) => setTimeout(done, hasWaited ? 0 : WAIT_MS))
    return (await Promise.race([whole, late])) ?? cached
  }
  try {
    return await fresh
  } catch (error) {
    // Without script, a page preview links to its largest copy.
    const offline = isFile(url.pathname) ? await cachedPicture(url.href) : await offlinePage()
    if (!offline) throw error
    return offline
  }
}

/** A connection may also stall in the middle of a page. */
async function readWhole(response: Response): Promise<Response> {
  return response.ok && !response.redirected
    ? new Response(await response.blob(), response)
    : response
}

/** Returns what is cached for an address: a page with its date, a file, or a redirect to one. */
async function cachedResponse(url: URL): Promise<Response | undefined> {
  const { pathname } = url
  if (isUpload(pathname)) return (await caches.open(PAPERS)).match(pathname, IGNORE)
  const page = isCachedPage(url) && (await cachedPage(pathname))
  if (page) return withNote(page)
  const file = await cachedFilePath(pathname)
  return file === undefined ? undefined : Response.redirect(file)
}

/** Returns a page that says that it is a copy, and of when. */
async function withNote(page: Response): Promise<Response> {
  const sent = new Date(page.headers.get('Date') ?? '')
  const date = Number.isNaN(sent.getTime())
    ? ''
    : `<time datetime="${sent.toISOString()}">(${formatDateTime(sent)})</time>`
  const html = (await page.text()).replace(HIDDEN_OFFLINE_NOTE, SHOWN_OFFLINE_NOTE)
  return new Response(withCopyDate(html, date), { headers: page.headers })
}

/** Returns the page «no connection» with links to what is cached. */
async function offlinePage(): Promise<Response | undefined> {
  const page = await cachedPage(OFFLINE_PAGE)
  if (!page) return undefined
  const html = (await page.text()).replace(HIDDEN_PAGE_LIST, await cachedPageList())
  return new Response(html, { headers: page.headers })
}

/** Caches a response to a visitor if its page or file is to be had offline. */
async function keep(url: URL, response: Response): Promise<void> {
  const { pathname } = url
  if (isCachedPage(url)) return storePage(pathname, response)
  if (!isUpload(pathname)) return
  if (isGone(response)) await forget(pathname)
  const length = response.headers.get('Content-Length')
  if (response.status !== 200 || !isPublic(response) || length === null) return
  if (Number(length) <= MAX_PAPER_BYTES) await store(PAPERS, pathname, response, MAX_CACHED_FILES)
}

/** Returns the newest copy: a list that was visited long ago may have been cached ahead since. */
async function cachedPage(path: string): Promise<Response | undefined> {
  const [visited, ...ahead] = await cachedCopies(path)
  return ahead.find((copy) => sentAt(copy) > sentAt(visited)) ?? visited
}

/** Returns the copies of a page: the visited one first. */
async function cachedCopies(path: string): Promise<Response[]> {
  const names = [PAGES, PRECACHE]
  const copies = names.map(async (name) => (await caches.open(name)).match(path, IGNORE))
  return (await Promise.all(copies)).filter((copy) => copy !== undefined)
}

/** Returns when a response was sent; 0 if it does not say. */
const sentAt = (response: Response | undefined) =>
  Date.parse(response?.headers.get('Date') ?? '') || 0

/** Returns where an address of a file leads according to the cached pages' data, if they have it. */
async function cachedFilePath(path: string): Promise<string | undefined> {
  const address = parseEntryPath(path)
  if (!address) return undefined
  const { collection, id, place } = address
  for (const page of [entryPath(collection, id), collections[collection].page, '/']) {
    const entry = findEntry((await (await cachedPage(page))?.text()) ?? '', id)
    if (!entry) continue
    if (place === undefined && hasPage(collection, entry)) return undefined
    const file = (entry.files ?? [entry])[(place ?? 1) - 1]?.filePath
    return file && `/${file}`
  }
  return undefined
}

const PAGE_DATA = new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`)

/** Returns an entry in the data of a page. */
function findEntry(html: string, id: string): Partial<Entry> | undefined {
  let found: Partial<Entry> | undefined
  JSON.parse(PAGE_DATA.exec(html)?.[1] ?? 'null', (_key, value: Partial<Entry> | null) => {
    // Neighbours have an id and a title only.
    if (value?._id === id && value.date) found = value
    return value
  })
  return found
}

/** Returns links to all cached pages by title, the front page and lists first. */
async function cachedPageList(): Promise<string> {
  const titles = new Map<string, string>()
  for (const name of [PAGES, PRECACHE]) {
    const cache = await caches.open(name)
    for (const { url } of await cache.keys()) {
      const path = new URL(url).pathname
      const html = await (await cache.match(url, IGNORE))?.text()
      // Already escaped by the server.
      const title = /<title>([^<|]+)/.exec(html ?? '')?.[1]?.trim()
      if (title && path !== OFFLINE_PAGE && !titles.has(path)) titles.set(path, title)
    }
  }
  const first = ['/', ...CACHED_LISTS].filter((path) => titles.has(path))
  return shownPageList(
    [...new Set([...first, ...titles.keys()])]
      .map((path) => `<li><a href="${path}">${titles.get(path)}</a></li>`)
      .join(''),
  )
}

/** Serves a hashed file, which never changes, from the cache first. */
async function respondWithFile(request: Request): Promise<Response> {
  return (await caches.match(request, IGNORE)) ?? fetch(request)
}

async function respondWithPicture(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    if (isGone(response)) await forget(request.url)
    if (
      isPublic(response) &&
      response.ok &&
      Number(response.headers.get('content-length')) <= MAX_PICTURE_BYTES
    ) {
      // A full disk is no reason to show no picture.
      const storing = store(PICTURES, request.url, response.clone(), MAX_PICTURES)
      await storing.catch(() => undefined)
    }
    return response
  } catch (error) {
    const cached = await cachedPicture(request.url)
    if (cached) return cached
    throw error
  }
}

/** Returns a picture in the size of its address, or the copy for phones: precaching stores no other. */
async function cachedPicture(url: string): Promise<Response | undefined> {
  const forPhones = url.replace(/-\d+\.webp$/, '-720.webp')
  return (await caches.match(url, IGNORE)) ?? caches.match(forPhones, IGNORE)
}

/** As a visitor, even if an admin is signed in; marked, because the server counts who reads a page. */
const AHEAD = { credentials: 'omit', headers: { purpose: 'prefetch' } } as const

/** Time of the last attempt: responses of a plain file host are not cached and have no date here. */
let lastPrecacheAt = 0

/** Caches the lists and the newest notices with the first page preview of each, once an hour. */
async function precache(): Promise<void> {
  const cache = await caches.open(PRECACHE)
  const date = (await cache.match(CACHED_LISTS[0] ?? '', IGNORE))?.headers.get('Date')
  if (Date.now() - Math.max(lastPrecacheAt, Date.parse(date ?? '') || 0) < PRECACHE_MS) return
  const notices = await precachePage(cache, CACHED_LISTS[0] ?? '')
  lastPrecacheAt = Date.now()
  if (notices === '') return
  const newest = [...new Set(notices.match(/\/n\/[0-9a-z]+(?=")/g))].slice(0, PRECACHED_NOTICES)
  const ahead = [...CACHED_LISTS.slice(1), ...newest]
  const current = new Set([...CACHED_LISTS, ...newest])
  for (const path of ahead) {
    const html = await precachePage(cache, path)
    const [picture] = path.startsWith('/n/')
      ? (html.match(/\/uploads\/[^" ]+-720\.webp/) ?? [])
      : []
    if (!picture) continue
    current.add(picture)
    const response = (await cache.match(picture)) ?? (await fetch(picture, { credentials: 'omit' }))
    if (response.ok && isPublic(response)) await cache.put(picture, response)
  }
  const keys = await cache.keys()
  const old = keys.filter(({ url }) => !current.has(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** Returns the page's HTML, or an empty string if it is not cached. */
async function precachePage(cache: Cache, path: string): Promise<string> {
  const response = await fetch(path, AHEAD)
  if (response.status !== 200 || response.redirected || !isPublic(response)) return ''
  await cache.put(path, response.clone())
  return response.text()
}

/** Pages that are never evicted. */
const ALWAYS = ['/', OFFLINE_PAGE, ...CACHED_LISTS]

// Cached requests were made by this worker: headers of the visitor's request do not matter.
const IGNORE = { ignoreVary: true, ignoreSearch: true }

/** Signing out, on this device or others, deletes pictures: the next user of a shared computer finds none. */
const SIGN_OUT = /^\/api\/admin\/(logout|sessions)(\/|$)/

const isUpload = (path: string) => path.startsWith('/uploads/')
const isFile = (path: string) => /^\/(uploads|gallery-uploads|assets|share)\//.test(path)
const isPreview = ({ pathname }: URL) => /^\/uploads\/.+\.webp$/.test(pathname)

function readMessage(data: unknown): CacheMessage | null {
  if (typeof data !== 'object' || data === null) return null
  if (!('files' in data) || !Array.isArray(data.files)) return null
  return {
    page: 'page' in data && typeof data.page === 'string' ? data.page : OFFLINE_PAGE,
    files: data.files.filter((file) => typeof file === 'string'),
    precaches: 'precaches' in data && data.precaches === true,
  }
}

/** Fetches a page as a visitor, even if an admin is signed in, and caches it. */
async function cachePage(path: string): Promise<void> {
  await storePage(path, await fetch(path, AHEAD))
}

async function storePage(path: string, response: Response): Promise<void> {
  const isNew = response.status === 200 && !response.redirected && isPublic(response)
  if (!isNew && !isGone(response)) return
  const copies = (await cachedCopies(path)).map((copy) => copy.text())
  const formerHtml = (await Promise.all(copies)).join('')
  const presentHtml = isNew ? await response.clone().text() : ''
  if (path === OFFLINE_PAGE) await forgetWithdrawn(presentHtml, formerHtml)
  const former = filesIn(formerHtml)
  const present = filesIn(presentHtml)
  if (isNew) await store(PAGES, path, response, MAX_CACHED_NOTICES)
  else for (const name of [PAGES, PRECACHE]) await (await caches.open(name)).delete(path, IGNORE)
  for (const stem of former) if (!present.has(stem)) await askForFile(stem)
}

/** Whether the school has taken back what was asked for: it must not be served from the cache. */
const isGone = ({ status }: Response) => status === 404 || status === 410

const FILES_IN = /uploads\/([0-9a-z]{20})/g

/** Returns the stems of the uploads that a text names. The names of smaller copies begin with them, too. */
function filesIn(text: string): Set<string> {
  return new Set([...text.matchAll(FILES_IN)].map(([, stem = '']) => stem))
}

/** Asks whether a cached file is still there, past the browser's own cache. */
async function askForFile(stem: string): Promise<void> {
  for (const name of [PICTURES, PRECACHE, PAPERS]) {
    for (const { url } of await (await caches.open(name)).keys()) {
      if (!filesIn(url).has(stem)) continue
      if (isGone(await fetch(url, { cache: 'no-cache', credentials: 'omit' }))) await forget(url)
    }
  }
}

const WITHDRAWN = /data-withdrawn="([0-9a-z ]+)"/

/** Deletes the files that the offline page says were taken down, unless its former copy said so too. */
async function forgetWithdrawn(present: string, former: string): Promise<void> {
  const listIn = (html: string) => WITHDRAWN.exec(html)?.[1]?.split(' ') ?? []
  const known = new Set(listIn(former))
  const added = listIn(present).filter((stem) => !known.has(stem))
  if (added.length > 0) await forgetFiles(new Set(added))
}

/** Deletes a file in all its sizes, and the pages that show it. */
const forget = (address: string) => forgetFiles(filesIn(address))

async function forgetFiles(stems: ReadonlySet<string>): Promise<void> {
  if (stems.size === 0) return
  for (const name of [PAGES, PICTURES, PRECACHE, PAPERS]) {
    const cache = await caches.open(name)
    for (const key of await cache.keys()) {
      const isPage = !isFile(new URL(key.url).pathname)
      const text = isPage ? ((await (await cache.match(key))?.text()) ?? '') : key.url
      if ([...filesIn(text)].some((stem) => stems.has(stem))) await cache.delete(key)
    }
  }
}

/** Whether a response is for everyone: those for an admin are `no-store`. */
function isPublic({ headers }: Response): boolean {
  return /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
}

async function cacheFile(path: string): Promise<void> {
  if (!path.startsWith('/assets/') || (await caches.match(path, IGNORE))) return
  const response = await fetch(path)
  if (response.ok) await store(FILES, path, response, MAX_FILES)
}

/**
 * Stores a response as the newest in a cache and evicts the oldest beyond `max`. The former copy is
 * kept until the response has arrived as a whole.
 */
async function store(name: string, key: string, response: Response, max: number): Promise<void> {
  const whole = new Response(await response.blob(), response)
  const cache = await caches.open(name)
  await cache.put(key, whole)
  const keys = await cache.keys()
  const removable = keys.filter(({ url }) => !ALWAYS.includes(new URL(url).pathname))
  const excess = Math.max(0, removable.length - max)
  await Promise.all(removable.slice(0, excess).map((old) => cache.delete(old)))
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => ![PAGES, PRECACHE, FILES, PICTURES, PAPERS].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}
