import {
  entryAddress,
  entryPath,
  hasPage,
  pagedCollections,
} from '@bidyaloy/shared/collections/registry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { publicPages } from '@bidyaloy/shared/public-pages'
import { classPath } from '@bidyaloy/shared/school/classes'
import { crestIcons, SEARCH_PAGE, siteFiles } from '@bidyaloy/shared/site-addresses'
import { lastChange, schoolName } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'
import { features } from '../../features.ts'
import { makeFeed } from './feed.ts'
import { element, XML_HEAD } from './xml.ts'

/** Colours of the header and the page in the light theme (`tokens.css` of the web). */
const COLORS = { band: '#00573f', page: '#eef3ee' }

/** Creates the web app manifest. */
const makeManifest: MakeDocument = async ({ api }) => {
  const { identity, pictures } = await api.getSettings()
  const name = await schoolName(api)
  const icons = pictures.crest ? crestIcons : siteFiles
  const manifest = {
    id: '/',
    name,
    short_name: shortName(name),
    description: identity.motto || siteCopy['site.tagline'],
    lang: 'bn',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: COLORS.band,
    background_color: COLORS.page,
    icons: [
      ...(pictures.crest ? [] : [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }]),
      { src: icons.icon192, type: 'image/png', sizes: '192x192' },
      { src: icons.icon512, type: 'image/png', sizes: '512x512' },
      { src: icons.iconMaskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
  return { contentType: 'application/manifest+json; charset=utf-8', body: JSON.stringify(manifest) }
}

/** Graphemes that a launcher shows below an icon. */
const MAX_GRAPHEMES = 12

/** Returns the first words of a name that a launcher can show; at least one. */
function shortName(name: string): string {
  const letters = new Intl.Segmenter('bn', { granularity: 'grapheme' })
  const [first = '', ...words] = name.split(/[\s,]+/u)
  let short = first
  for (const word of words) {
    const longer = `${short} ${word}`
    if ([...letters.segment(longer)].length > MAX_GRAPHEMES) break
    short = longer
  }
  return short
}

/** Maximum number of URLs in one sitemap file. */
const MAX_URLS = 50_000

/**
 * Creates the sitemap of all public pages, including those of entries. Returns null if the site's URL
 * is unknown, because a sitemap needs absolute URLs.
 */
const makeSitemap: MakeDocument = async ({ api, publicUrl }) => {
  if (publicUrl === undefined) return null
  const classes = (await api.listClasses()).map((name) => classPath(name))
  const pages = [...publicPages(), ...classes].map((path) => place(publicUrl + path))
  const entries = await Promise.all(
    pagedCollections.map(async (collection) =>
      (await api.listEntries({ params: { collection } }))
        .filter((entry) => hasPage(collection, entry))
        .map((entry) => ({
          changed: lastChange(entry),
          address: publicUrl + entryAddress(collection, entry),
        })),
    ),
  )
  const newest = entries
    .flat()
    .sort((a, b) => (a.changed < b.changed ? 1 : a.changed > b.changed ? -1 : 0))
    .slice(0, MAX_URLS - pages.length)
  const places = [...pages, ...newest.map(({ address, changed }) => place(address, changed))]
  const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return {
    contentType: 'application/xml; charset=utf-8',
    body: `${XML_HEAD}${element('urlset', { xmlns }, places)}`,
  }
}

function place(address: string, changed?: string): string {
  return element('url', {}, [
    element('loc', {}, encodeURI(address)),
    changed ? element('lastmod', {}, changed) : '',
  ])
}

/** Creates robots.txt, which excludes the dashboard and the API. */
const makeRobots: MakeDocument = async ({ publicUrl }) => {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/']
  if (publicUrl !== undefined) lines.push('', `Sitemap: ${publicUrl}${siteFiles.sitemap}`)
  return { contentType: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
}

/**
 * Creates the rules by which browsers load a page of the site while a finger or button is down on its
 * link, until the page is hydrated: the script then follows links without loading documents.
 */
const makeLinkRules: MakeDocument = async () => {
  const entries = pagedCollections.map((name) => entryPath(name, ':id'))
  const links = { selector_matches: ':root:not([data-hydrated]) a:not([target],[download])' }
  const paths = [...publicPages(), SEARCH_PAGE, classPath(':id'), ...entries]
  const where = { and: [{ href_matches: paths }, links] }
  return {
    contentType: 'application/speculationrules+json',
    body: JSON.stringify({ prefetch: [{ where, eagerness: 'conservative' }] }),
    maxAgeSeconds: DAY_MS / 1000,
  }
}

/** All documents by URL path. */
export const siteDocuments: ReadonlyMap<string, MakeDocument> = new Map([
  [siteFiles.feed, makeFeed],
  [siteFiles.sitemap, makeSitemap],
  [siteFiles.robots, makeRobots],
  [siteFiles.manifest, makeManifest],
  [siteFiles.linkRules, makeLinkRules],
  ...features.flatMap(({ documents = [] }) => documents),
])
