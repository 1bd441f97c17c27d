import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { makeContactCard } from './contact-card.ts'
import { makeFeed } from './feed.ts'
import { makeManifest } from './manifest.ts'
import { makeRobots } from './robots.ts'
import type { MakeDocument } from './site-document.ts'
import { makeSitemap } from './sitemap.ts'

/** Loaded when first asked for: the libraries that write sheets take 14 MB of memory. */
const sheets = () => import('./count-sheets.ts')

/** What answers at each address. */
export const siteDocuments: ReadonlyMap<string, MakeDocument> = new Map([
  [siteFiles.feed, makeFeed],
  [siteFiles.sitemap, makeSitemap],
  [siteFiles.robots, makeRobots],
  [siteFiles.manifest, makeManifest],
  [siteFiles.contactCard, makeContactCard],
  [siteFiles.studentCountsCsv, async (context) => (await sheets()).makeCountsCsv(context)],
  [siteFiles.studentCountsXlsx, async (context) => (await sheets()).makeCountsXlsx(context)],
])
