import { webAddress } from './addresses.ts'
import type { Reader } from './reader.ts'
import type { SiteFetcher } from './site-fetcher.ts'
import { readItem } from './site-items.ts'
import { lookAtSite, type SiteLimits } from './site-look.ts'
import { type Source, SourceError } from './source.ts'

const LIMITS: SiteLimits = { maxItems: 10_000, maxPages: 5000, maxDepth: 3, partPages: 10 }

interface SiteOptions {
  url: string
  fetcher: SiteFetcher
  reader: Reader
  limits?: Partial<SiteLimits>
}

/**
 * Opens a site: its feeds, lists, sitemaps and pages, of the host that was named. An address with a path is that
 * of one list, with its further pages.
 * @throws SourceError if it is no address of the web
 */
export function openSite({ url, fetcher, reader, limits }: SiteOptions): Source {
  const start = webAddress(url)
  if (!start) throw new SourceError('unknown-source', `${url}: it is no address of the web`)
  const options = { start, fetcher, reader, limits: { ...LIMITS, ...limits } }
  return {
    look: (from, signal) => lookAtSite(from, { ...options, signal }),
    read: (item, signal) => readItem(item, fetcher, reader, signal),
    file: ({ key }, target, signal) => fetcher.download(new URL(key), target, signal),
    async close() {
      fetcher.close()
      reader.close()
    },
  }
}
