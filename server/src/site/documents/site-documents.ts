import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { makeContactCard } from './contact-card.ts'
import { makeCountsCsv, makeCountsXlsx } from './count-sheets.ts'
import { makeFeed } from './feed.ts'
import { makeManifest } from './manifest.ts'
import { makeRobots } from './robots.ts'
import type { MakeDocument } from './site-document.ts'
import { makeSitemap } from './sitemap.ts'

/** What answers at each address. */
export const siteDocuments: ReadonlyMap<string, MakeDocument> = new Map([
  [siteFiles.feed, makeFeed],
  [siteFiles.sitemap, makeSitemap],
  [siteFiles.robots, makeRobots],
  [siteFiles.manifest, makeManifest],
  [siteFiles.contactCard, makeContactCard],
  [siteFiles.studentCountsCsv, makeCountsCsv],
  [siteFiles.studentCountsXlsx, makeCountsXlsx],
])
