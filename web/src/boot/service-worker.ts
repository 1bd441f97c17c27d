/// <reference lib="webworker" />
import {
  HIDDEN_KEPT_LIST,
  HIDDEN_OFFLINE_NOTE,
  isKeptPage,
  KEPT_AHEAD,
  KEPT_LISTS,
  KEPT_NOTICES,
  type KeepMessage,
  OFFLINE_PAGE,
  SHOWN_OFFLINE_NOTE,
  shownKeptList,
} from '../site/offline.ts'

/*
 * Keeps the front page, the lists, the newest notices and those last seen for times without a
 * connection. With one, pages come from the server, unless that takes longer than `WAIT_MS`. The dashboard, the API and files of notices are never touched.
 */
declare const self: ServiceWorkerGlobalScope

/** Counted up when what is kept changes its shape; caches of other names are thrown away. */
const PAGES = 'pages-2'
/** What is kept before it was read; replaced as a whole. */
const AHEAD = 'ahead-1'
const FILES = 'files-2'
const PICTURES = 'pictures-3'
/** Files of this site: those of some builds, since a page kept long ago needs those of its own. */
const MAX_FILES = 80
/** Pictures of notices' papers, about four to a notice. */
const MAX_PICTURES = 120
/** Pictures of a notice's paper are kept up to this size, in bytes. */
const MAX_PICTURE = 500_000
/** How long a page that was kept waits for a newer one, in milliseconds. */
const WAIT_MS = 4000
/** How long what was kept ahead is new enough, in milliseconds. */
const AHEAD_MS = 60 * 60_000

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage(OFFLINE_PAGE).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  const message = readMessage(event.data)
  if (!message) return
  const { page, files, savesData } = message
  event.waitUntil(
    Promise.all([
      page && keepPage(page),
      keepPage(OFFLINE_PAGE),
      ...files.map(keepFile),
      !savesData && keepAhead(),
    ]),
  )
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

/** From the server; where it cannot be reached or is slow, as it was kept. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const { pathname } = url
  const isKept = isKeptPage(url)
  const fresh = fetch(event.request).then((answer) => {
    if (isKept) event.waitUntil(storePage(pathname, answer.clone()))
    return answer
  })
  const kept = isKept ? await keptPage(pathname) : undefined
  if (kept) {
    // What comes late is kept for the next time.
    event.waitUntil(fresh.catch(() => undefined))
    const late = new Promise<undefined>((done) => setTimeout(done, WAIT_MS))
    const first = await Promise.race([fresh.catch(() => undefined), late])
    if (first) return first
    const html = (await kept.text()).replace(HIDDEN_OFFLINE_NOTE, SHOWN_OFFLINE_NOTE)
    return new Response(html, { headers: kept.headers })
  }
  try {
    return await fresh
  } catch (error) {
    const offline = isFile(pathname) ? undefined : await keptPage(OFFLINE_PAGE)
    if (!offline) throw error
    const html = (await offline.text()).replace(HIDDEN_KEPT_LIST, await listOfKept())
    return new Response(html, { headers: offline.headers })
  }
}

async function keptPage(path: string): Promise<Response | undefined> {
  for (const name of [PAGES, AHEAD]) {
    const kept = await (await caches.open(name)).match(path, IGNORE)
    if (kept) return kept
  }
  return undefined
}

/** Links to all pages that are kept, by their titles: the front page and lists first. */
async function listOfKept(): Promise<string> {
  const titles = new Map<string, string>()
  for (const name of [PAGES, AHEAD]) {
    const cache = await caches.open(name)
    for (const { url } of await cache.keys()) {
      const path = new URL(url).pathname
      const html = await (await cache.match(url, IGNORE))?.text()
      // As the server wrote it: letters that mean something in HTML are escaped in it.
      const title = /<title>([^<|]+)/.exec(html ?? '')?.[1]?.trim()
      if (title && path !== OFFLINE_PAGE && !titles.has(path)) titles.set(path, title)
    }
  }
  const first = ['/', ...KEPT_LISTS].filter((path) => titles.has(path))
  return shownKeptList(
    [...new Set([...first, ...titles.keys()])]
      .map((path) => `<li><a href="${path}">${titles.get(path)}</a></li>`)
      .join(''),
  )
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
    // Of a paper that was never opened only the copy for phones is kept.
    const phones = request.url.replace(/-\d+\.webp$/, '-720.webp')
    const kept = (await caches.match(request, IGNORE)) ?? (await caches.match(phones, IGNORE))
    if (kept) return kept
    throw error
  }
}

/** When this worker last asked for what is kept ahead. A host of plain files lets nothing be kept. */
let askedAheadAt = 0

/** Keeps the lists and the newest notices with the first picture of each, once an hour. */
async function keepAhead(): Promise<void> {
  const cache = await caches.open(AHEAD)
  const date = (await cache.match(KEPT_LISTS[0] ?? '', IGNORE))?.headers.get('Date')
  if (Date.now() - Math.max(askedAheadAt, Date.parse(date ?? '') || 0) < AHEAD_MS) return
  const notices = await keepOneAhead(cache, KEPT_LISTS[0] ?? '')
  askedAheadAt = Date.now()
  if (notices === '') return
  const newest = [...new Set(notices.match(/\/n\/[0-9a-z]+(?=")/g))].slice(0, KEPT_AHEAD)
  const ahead = [...KEPT_LISTS.slice(1), ...newest]
  const current = new Set([...KEPT_LISTS, ...newest])
  for (const path of ahead) {
    const html = await keepOneAhead(cache, path)
    const [picture] = path.startsWith('/n/')
      ? (html.match(/\/uploads\/[^" ]+-720\.webp/) ?? [])
      : []
    if (!picture) continue
    current.add(picture)
    const answer = (await cache.match(picture)) ?? (await fetch(picture, { credentials: 'omit' }))
    if (answer.ok && isPublic(answer)) await cache.put(picture, answer)
  }
  const keys = await cache.keys()
  const old = keys.filter(({ url }) => !current.has(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** @returns the page's HTML; empty where it did not come */
async function keepOneAhead(cache: Cache, path: string): Promise<string> {
  const answer = await fetch(path, { credentials: 'omit' })
  if (answer.status !== 200 || answer.redirected || !isPublic(answer)) return ''
  await cache.put(path, answer.clone())
  return answer.text()
}

/** Pages that no notice pushes out. */
const ALWAYS = ['/', OFFLINE_PAGE, ...KEPT_LISTS]

// What is kept was asked for by us: no header of the reader's request tells it apart.
const IGNORE = { ignoreVary: true, ignoreSearch: true }

/** Of this device and of others: the next user of a shared computer finds nothing. */
const SIGN_OUT = /^\/api\/admin\/(logout|sessions)(\/|$)/

const isFile = (path: string) => /^\/(uploads|gallery-uploads|assets|share)\//.test(path)
const isPaperPicture = ({ pathname }: URL) => /^\/uploads\/.+\.webp$/.test(pathname)

function readMessage(data: unknown): KeepMessage | null {
  if (typeof data !== 'object' || data === null) return null
  if (!('files' in data) || !Array.isArray(data.files)) return null
  const page = 'page' in data && typeof data.page === 'string' ? data.page : undefined
  const isKept = page !== undefined && isKeptPage(new URL(page, self.location.origin))
  return {
    ...(isKept && { page }),
    files: data.files.filter((file) => typeof file === 'string'),
    savesData: !('savesData' in data) || data.savesData !== false,
  }
}

/** As a visitor reads it, even if an admin is signed in. */
async function keepPage(path: string): Promise<void> {
  await storePage(path, await fetch(path, { credentials: 'omit' }))
}

async function storePage(path: string, answer: Response): Promise<void> {
  if (answer.status === 404 || answer.status === 410) {
    // Taken back by the school: it must not come back from here.
    for (const name of [PAGES, AHEAD]) await (await caches.open(name)).delete(path, IGNORE)
  }
  if (answer.status !== 200 || answer.redirected || !isPublic(answer)) return
  await store(PAGES, path, answer, KEPT_NOTICES)
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
  const removable = keys.filter(({ url }) => !ALWAYS.includes(new URL(url).pathname))
  const tooMany = Math.max(0, removable.length - most)
  await Promise.all(removable.slice(0, tooMany).map((old) => cache.delete(old)))
}

async function removeOldCaches(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => ![PAGES, AHEAD, FILES, PICTURES].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
}
