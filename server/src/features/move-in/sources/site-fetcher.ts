import { setTimeout as wait } from 'node:timers/promises'
import { isPassing, type RefusalReason } from '@bidyaloy/shared/features/move-in/reasons'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { createDownloader, type Downloaded } from '../../../lib/public-download.ts'
import { decoded, siteOf } from './addresses.ts'
import { decodeText } from './charset.ts'
import type { Reader } from './reader.ts'
import { isAllowedBy, NO_RULES, type Robots } from './robots.ts'

/** Fetches from one site, politely: one request a second, and what its robots.txt allows. */
export interface SiteFetcher {
  /** Whether an address is of the site. */
  isOwn(url: URL): boolean
  robots(signal: AbortSignal): Promise<Robots>
  /** Fetches a page. @throws Error if the signal aborts */
  page(url: URL, signal: AbortSignal): Promise<FetchedPage | { reason: RefusalReason }>
  /** Downloads a file to a path. @throws Error if the signal aborts, or the disk fails */
  download(
    url: URL,
    target: string,
    signal: AbortSignal,
  ): Promise<{ size: number } | { reason: RefusalReason }>
  close(): void
}

export interface FetchedPage {
  url: URL
  contentType: string
  /** Name of the file that it is, as the site says; '' if it says none. */
  fileName: string
  bytes: Buffer
}

/** Limits of fetching; tests have shorter ones. */
export interface FetchLimits {
  intervalMs: number
  idleMs: number
  /** Of a file, and of a page. */
  totalMs: number
  pageMs: number
  /** Pause before the second attempt. */
  retryMs: number
  maxPageBytes: number
}

export const FETCH_LIMITS: FetchLimits = {
  intervalMs: 1000,
  idleMs: 20_000,
  totalMs: 5 * MINUTE_MS,
  pageMs: MINUTE_MS,
  retryMs: 5000,
  maxPageBytes: 4 * 1024 * 1024,
}

interface FetcherOptions {
  /** Reads the rules of the site. */
  reader: Reader
  maxFileBytes: number
  allowLoopback?: boolean
  limits?: Partial<FetchLimits>
}

const AGENT = 'bidyaloy'
/** Failures in succession from which no second attempt follows: the site is away. */
const MAX_FAILED = 3
/** Longer pauses would make a school's move last for days. */
const MAX_DELAY = 10
const ROBOTS_BYTES = 500_000

/** @param site address whose host, with or without `www.`, is the only one that is asked */
export function createSiteFetcher(site: string, options: FetcherOptions): SiteFetcher {
  const { reader, maxFileBytes, allowLoopback = false } = options
  const limits = { ...FETCH_LIMITS, ...options.limits }
  const isOwn = siteOf(site)
  const downloader = createDownloader({ userAgent: AGENT, ...limits, allowLoopback })
  let interval = limits.intervalMs
  let next = 0
  let failed = 0
  let rules: Robots | null = null

  const inTurn = async (signal: AbortSignal) => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + interval
    if (turn > now) await wait(turn - now, undefined, { signal })
  }
  const judgeHost = async (url: URL, signal: AbortSignal): Promise<RefusalReason | null> => {
    if (!isOwn(url)) return 'other-host'
    await inTurn(signal)
    return null
  }
  const robots = async (signal: AbortSignal): Promise<Robots> => {
    if (rules) return rules
    const fetched = await downloader.get<RefusalReason>(new URL('/robots.txt', site), {
      maxBytes: ROBOTS_BYTES,
      totalMs: limits.pageMs,
      judge: (url) => judgeHost(url, signal),
      signal,
    })
    // Without an answer there are no rules: many older sites fail for files that they do not have.
    const bytes = 'reason' in fetched ? null : fetched.bytes
    rules = (bytes && (await reader.read('robots', { bytes, agent: AGENT }))) ?? NO_RULES
    interval = Math.max(interval, Math.min(rules.delay, MAX_DELAY) * limits.intervalMs)
    return rules
  }
  const get = async (
    url: URL,
    to: { maxBytes: number; target?: string; totalMs?: number },
    signal: AbortSignal,
  ): Promise<Downloaded | { reason: RefusalReason }> => {
    if (!isOwn(url)) return { reason: 'other-host' }
    const allowed = await robots(signal)
    const attempt = () =>
      downloader.get<RefusalReason>(url, {
        ...to,
        async judge(address) {
          if (isOwn(address) && !isAllowedBy(allowed, address)) return 'not-allowed'
          return judgeHost(address, signal)
        },
        signal,
      })
    const first = await attempt()
    const isFailed = 'reason' in first && isPassing(first.reason)
    failed = isFailed ? failed + 1 : 0
    if (!isFailed || failed > MAX_FAILED) return first
    await wait(limits.retryMs, undefined, { signal })
    return attempt()
  }
  return {
    isOwn,
    robots,
    async page(url, signal) {
      const fetched = await get(
        url,
        { maxBytes: limits.maxPageBytes, totalMs: limits.pageMs },
        signal,
      )
      if ('reason' in fetched) return fetched
      const { bytes, headers } = fetched
      const contentType = headers['content-type'] ?? ''
      const fileName = fileNameIn(headers['content-disposition'] ?? '')
      return { url: fetched.url, contentType, fileName, bytes }
    },
    async download(url, target, signal) {
      const fetched = await get(url, { maxBytes: maxFileBytes, target }, signal)
      if ('reason' in fetched) return { reason: fetched.reason }
      if (fetched.size === 0) return { reason: 'empty' }
      return { size: fetched.size }
    },
    close: () => downloader.close(),
  }
}

/** The fetchers of several sites, each created once it is needed. */
export function createFetchers(create: (site: string) => SiteFetcher) {
  const fetchers = new Map<string, SiteFetcher>()
  return {
    of({ origin }: URL): SiteFetcher {
      const fetcher = fetchers.get(origin) ?? create(origin)
      fetchers.set(origin, fetcher)
      return fetcher
    },
    close() {
      for (const fetcher of fetchers.values()) fetcher.close()
    },
  }
}

/** Returns the name of a file in a `Content-Disposition`; older servers send bytes of UTF-8. */
function fileNameIn(disposition: string): string {
  const [, extended] = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition) ?? []
  if (extended) return decoded(extended)
  const [, quoted, bare] = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? []
  const written = quoted ?? bare ?? ''
  return decoded(decodeText(Buffer.from(written, 'latin1')))
}
