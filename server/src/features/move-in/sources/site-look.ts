import { proposeCollection } from '@bidyaloy/shared/features/move-in/proposals'
import type { RefusalReason } from '@bidyaloy/shared/features/move-in/reasons'
import * as z from 'zod'
import { yieldToEventLoop } from '../../../lib/yield-to-event-loop.ts'
import { isFileAddress, nameInAddress, webAddress } from './addresses.ts'
import type { FeedItem } from './feed.ts'
import type { PageRead } from './page.ts'
import type { ListRow } from './page-rows.ts'
import type { Reader } from './reader.ts'
import {
  addressOf,
  createSeen,
  nextFeed,
  type Seen,
  SKIPPED,
  signatureOf,
} from './site-addresses.ts'
import type { FetchedPage, SiteFetcher } from './site-fetcher.ts'
import { isHtml, itemOfFile, itemOfPage, itemOfRow } from './site-items.ts'
import { type Found, type LookPart, NO_ITEM, SourceError } from './source.ts'

/** Something of a site that is to be fetched, the first kinds first. */
const Task = z.object({
  kind: z.enum(['feed', 'list', 'sitemap', 'page']),
  url: z.string(),
  /** Number of links from the address that was typed. */
  depth: z.int(),
  /** Title of the list that leads there, or of the link. */
  from: z.string(),
  /** Whether it is a further page of a list, however short. */
  isFurther: z.boolean().optional(),
})
type Task = z.infer<typeof Task>
const KINDS = Task.shape.kind.options

/** What is stored between the parts of a look. */
const State = z.object({
  tasks: z.array(Task),
  /** Addresses and rows that were met. */
  seen: z.string(),
  /** Number of requests, and of what they found. */
  fetched: z.int(),
  found: z.int(),
  /** Number of pages in succession that took too long. */
  slow: z.int(),
})

/** Bounds of a look. */
export interface SiteLimits {
  maxItems: number
  maxPages: number
  maxDepth: number
  /** Requests of a part. */
  partPages: number
}

/** A part of a look that goes on. */
interface Look {
  start: URL
  /** Whether the whole site is meant rather than one list of it. */
  isWhole: boolean
  fetcher: SiteFetcher
  reader: Reader
  limits: SiteLimits
  signal: AbortSignal
  tasks: Task[]
  seen: Seen
  fetched: number
  slow: number
  /** Found in the parts before, and in this one. */
  before: number
  found: Found[]
  /** Whether something was found beyond the limit. */
  isCut: boolean
}

type LookOptions = Pick<Look, 'start' | 'fetcher' | 'reader' | 'limits' | 'signal'>

/** Looks at the next pages of a site. @param from `next` of the part before; null for the first part */
export async function lookAtSite(from: string | null, options: LookOptions): Promise<LookPart> {
  const { start, fetcher, limits, signal } = options
  const state = from === null ? null : State.parse(JSON.parse(from))
  const look: Look = {
    ...options,
    isWhole: start.pathname === '/' && start.search === '',
    tasks: state?.tasks ?? [],
    seen: createSeen(state?.seen ?? ''),
    fetched: state?.fetched ?? 0,
    slow: state?.slow ?? 0,
    before: state?.found ?? 0,
    found: [],
    isCut: false,
  }
  if (state === null) {
    addTask(look, { kind: 'list', url: start.href, depth: 0, from: '' })
    const { sitemaps } = await fetcher.robots(signal)
    const standard = new URL('/sitemap.xml', start).href
    for (const written of look.isWhole ? [...sitemaps, standard] : []) {
      const url = webAddress(written, start.href)
      if (url && fetcher.isOwn(url))
        addTask(look, { kind: 'sitemap', url: url.href, depth: 1, from: '' })
    }
  }
  for (let pages = 0; pages < limits.partPages && !isFull(look); pages += 1) {
    const task = takeFirst(look.tasks)
    if (!task) break
    await fetchTask(look, task)
  }
  return partOf(look)
}

function partOf(look: Look): LookPart {
  const { start, tasks, seen, fetched, found, slow } = look
  if (isFull(look) && (tasks.length > 0 || look.isCut)) {
    found.push({ key: start.href, title: start.host, reason: 'too-many' })
  }
  const isEnd = isFull(look) || tasks.length === 0
  const next = { tasks, seen: seen.text(), fetched, found: countOf(look), slow }
  return {
    found,
    next: isEnd ? null : JSON.stringify(next satisfies z.infer<typeof State>),
    progress: isEnd ? 1 : fetched / (fetched + tasks.length),
  }
}

const countOf = ({ before, found }: Look) => before + found.length
const isFull = (look: Look) =>
  look.fetched >= look.limits.maxPages || countOf(look) >= look.limits.maxItems

/** Removes and returns the first task of the first kind. */
function takeFirst(tasks: Task[]): Task | undefined {
  for (const kind of KINDS) {
    const at = tasks.findIndex((task) => task.kind === kind)
    if (at >= 0) return tasks.splice(at, 1)[0]
  }
  return undefined
}

/** Adds a task, unless it was met before or there are more than are ever fetched. */
function addTask({ limits, seen, tasks }: Look, task: Task): void {
  if (tasks.length >= limits.maxPages) return
  if (task.depth <= limits.maxDepth && seen.add(addressOf(task.url))) tasks.push(task)
}

function find(look: Look, one: Found): void {
  if (countOf(look) < look.limits.maxItems) look.found.push(one)
  else look.isCut = true
}

function refuse(look: Look, { url, from }: Task, reason: RefusalReason): void {
  find(look, { key: url, title: from || nameInAddress(new URL(url)), reason })
}

/** Pages in succession that take too long before the look fails: the site is away. */
const MAX_SLOW = 5

async function fetchTask(look: Look, task: Task): Promise<void> {
  const answer = await look.fetcher.page(new URL(task.url), look.signal)
  look.fetched += 1
  look.slow = 'reason' in answer && answer.reason === 'too-slow' ? look.slow + 1 : 0
  if (look.slow >= MAX_SLOW) throw new SourceError('too-slow', `${task.url}: too-slow`)
  if (!('reason' in answer)) {
    const isFeed = task.kind === 'feed' || task.kind === 'sitemap'
    await (isFeed ? readFeed(look, answer, task) : readPage(look, answer, task))
  } else if (look.fetched === 1) {
    throw new SourceError(answer.reason, `${task.url}: ${answer.reason}`)
  } else if (answer.reason === 'too-large' && task.kind === 'page') {
    find(look, itemOfFile(new URL(task.url), task.from))
  } else if (task.kind === 'page' || (task.kind === 'list' && answer.reason !== 'gone')) {
    refuse(look, task, answer.reason)
  }
}

async function readPage(look: Look, fetched: FetchedPage, task: Task): Promise<void> {
  const { url, bytes, contentType } = fetched
  look.seen.add(addressOf(url.href))
  if (!isHtml(fetched)) return find(look, itemOfFile(url, task.from, fetched.fileName))
  const job = { bytes, contentType, url: url.href, title: task.from }
  const page = await look.reader.read('page', job)
  if (!page) return refuse(look, task, 'damaged')
  const isList = readList(look, page, task)
  if (look.isWhole) addLinks(look, page, task)
  if (!isList) find(look, itemOfPage(page, url.href, task.from))
}

/** Rows from which a page is a list. */
const MIN_ROWS = 3

/** Adds the rows of a list. @returns whether it is one */
function readList(look: Look, page: PageRead, task: Task): boolean {
  const { rows, title } = page
  const isNamed = task.isFurther || (task.depth === 0 && !look.isWhole)
  if (rows.length < MIN_ROWS && !isNamed && task.depth > 0) return false
  const isHome = task.depth === 0 && look.isWhole
  // Its feed has them with their categories.
  if (isHome && page.isWordPress && page.feeds.length > 0) return true
  const list = isHome ? '' : task.from || title
  const fresh = rows.filter((row) => addRow(look, row, list))
  // A list that repeats itself has no further pages, whatever its links say.
  if (fresh.length > 0) {
    for (const url of page.next) {
      addTask(look, { kind: 'list', url, depth: task.depth, from: list, isFurther: true })
    }
  }
  return true
}

/** @returns whether it was not met before */
function addRow(look: Look, row: ListRow, list: string): boolean {
  const key = row.page ?? row.files[0]
  if (key === undefined || !look.seen.add(addressOf(key))) return false
  const isNew = look.seen.add(signatureOf(row, key))
  if (isNew) find(look, itemOfRow(row, key, list))
  else find(look, { key, title: row.title, reason: 'duplicate' })
  return isNew
}

function addLinks(look: Look, page: PageRead, task: Task): void {
  for (const url of page.feeds) addTask(look, { kind: 'feed', url, depth: 1, from: '' })
  if (page.isWordPress && task.depth === 0) {
    const { href } = new URL('/wp-sitemap.xml', look.start)
    addTask(look, { kind: 'sitemap', url: href, depth: 1, from: '' })
  }
  const further = new Set(page.next)
  for (const { href, text } of page.links) {
    const url = new URL(href)
    const isNamed = proposeCollection(text, url.pathname) !== null
    if (isFileAddress(url) || SKIPPED.test(url.pathname + url.search)) continue
    // The last page of a list may have too few rows to be known as one.
    if (further.has(href)) {
      addTask(look, { kind: 'list', url: href, depth: task.depth + 1, from: '', isFurther: true })
      continue
    }
    // Links of pictures and «আরও» of inner pages lead to nothing of their own.
    if (task.depth > 0 && !(isNamed && text)) continue
    addTask(look, { kind: isNamed ? 'list' : 'page', url: href, depth: task.depth + 1, from: text })
  }
}

async function readFeed(look: Look, { bytes, url }: FetchedPage, task: Task): Promise<void> {
  const feed = await look.reader.read('feed', { bytes, url: url.href })
  const unread = new Map(look.tasks.map((one) => [addressOf(one.url), one]))
  let isFresh = false
  for (const item of feed?.items ?? []) {
    await yieldToEventLoop()
    if (addFeedItem(look, item, unread)) isFresh = true
  }
  for (const href of feed?.sitemaps ?? []) {
    const sitemap = webAddress(href)
    const isOwn = sitemap && look.fetcher.isOwn(sitemap)
    if (isOwn) addTask(look, { ...task, url: sitemap.href, depth: task.depth + 1 })
  }
  for (const href of feed?.pages ?? []) {
    await yieldToEventLoop()
    const page = webAddress(href)
    if (!page || !look.fetcher.isOwn(page) || SKIPPED.test(page.pathname + page.search)) continue
    if (!isFileAddress(page)) addTask(look, { kind: 'page', url: page.href, depth: 1, from: '' })
    else if (look.seen.add(addressOf(page.href))) find(look, itemOfFile(page, ''))
  }
  if (isFresh && task.kind === 'feed') addTask(look, { ...task, url: nextFeed(task.url) })
}

/**
 * @param unread what is to be fetched, by address
 * @returns whether it was not met before; a page that is linked but not read yet was not
 */
function addFeedItem(look: Look, { href, ...item }: FeedItem, unread: Map<string, Task>): boolean {
  if (!look.fetcher.isOwn(new URL(href))) return false
  const address = addressOf(href)
  const task = unread.get(address)
  if (!look.seen.add(address)) {
    if (!task || !unread.delete(address)) return false
    look.tasks.splice(look.tasks.indexOf(task), 1)
  }
  const proposed = proposeCollection(...item.categories, item.title) ?? 'notices'
  find(look, { ...NO_ITEM, ...item, key: href, addresses: [href], proposed, page: href })
  return true
}
