import type { Contact } from '@bidyaloy/shared/features/contact/contact'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { phoneNumbers } from '@bidyaloy/shared/school/phone-numbers'
import { crestIcons, SHARE_CARD, siteFiles } from '@bidyaloy/shared/site-addresses'
import { copyLink, HIDDEN_OFFLINE_NOTE, OFFLINE_PAGE } from './offline.ts'
import type { DocumentHead } from './page.tsx'
import { t } from './pages/t.ts'

/** Files of the public site's build. */
export interface ClientAssets {
  /** Text of the module that loads the scripts when they are needed. */
  start: string
  /** Text of the style sheet of every page: inline, it costs no further round trip. */
  styles: string
  /** Texts of the style sheets that only some pages need, by address. */
  sheets: Readonly<Record<string, string>>
  /** Addresses of a page's own sheets and scripts, by its file in `pages`. */
  pages: Readonly<Record<string, { sheets: readonly string[]; scripts: readonly string[] }>>
}

interface DocumentParts {
  /** Path of the page, see `OFFLINE_PAGE`. */
  path: string
  /** HTML of the metadata, see `describePage`. */
  head: string
  /** Rendered HTML of the page. */
  body: string
  /** Text of the style sheet, and of the scripts in the head. */
  inline: InlineParts
  /** What only this page needs: its sheets, and addresses of its scripts. */
  own: { sheets: readonly { address: string; text: string }[]; scripts: readonly string[] }
  /** Serialized data for hydration; null for a page that is not hydrated. */
  pageData: { id: string; json: string } | null
  /** What a form has opened, likewise. */
  sentForm: { id: string; json: string } | null
  /** The visitor saves data: the page loads no fonts and no script. */
  saveData: boolean
  /** The page is not published: it says so, and has no script. */
  preview: boolean
}

interface InlineParts {
  styles: string
  /** Runs before the first paint. */
  first: string
  /** A module that loads the other scripts when they are needed. */
  start: string
  /** Script of the offline page. */
  retry: string
}

/** Returns the HTML of a whole document. */
export function writeDocument(parts: DocumentParts): string {
  const { path, head, body, inline, own, pageData, saveData, preview } = parts
  const data = [pageData, pageData && parts.sentForm]
  return [
    `<!doctype html><html lang="bn" dir="ltr"${saveData ? ' data-save-data' : ''}`,
    pageData ? listAttribute('data-scripts', own.scripts) : '',
    pageData
      ? listAttribute(
          'data-sheets',
          own.sheets.map(({ address }) => address),
        )
      : '',
    '><head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    head,
    `<style>${styleOf(inline.styles, own.sheets)}</style>`,
    saveData || preview ? '' : `<script>${inline.first}</script>`,
    pageData ? `<script type="module">${inline.start}</script>` : '',
    path === OFFLINE_PAGE ? `<script>${inline.retry}</script>` : '',
    `</head><body>${offlineNote()}`,
    preview ? `<p class="offline-note" role="status">${escapeHtml(t('preview.note'))}</p>` : '',
    `<div id="site">${body}</div>`,
    ...data.map((one) =>
      one ? `<script type="application/json" id="${one.id}">${one.json}</script>` : '',
    ),
    '</body></html>',
  ].join('')
}

function offlineNote(): string {
  const pages = `<a href="${OFFLINE_PAGE}">${escapeHtml(t('offline.list'))}</a>`
  return `${HIDDEN_OFFLINE_NOTE}${escapeHtml(t('offline.note'))} ${copyLink(pages)}</p>`
}

/** Returns the text of a page's one inline style sheet: each would cost the policy a hash. */
export function styleOf(shared: string, own: DocumentParts['own']['sheets']): string {
  return shared + own.map(({ text }) => text).join('')
}

const listAttribute = (name: string, addresses: readonly string[]) =>
  addresses.length > 0 ? ` ${name}="${addresses.join(' ')}"` : ''

/** Colours of the browser's own bars: the top strip's, see `tokens.css`. */
const THEME_COLORS = { light: '#e2eee7', dark: '#1a3228' }

interface PageFacts {
  path: string
  publicUrl: string | undefined
  /** Undefined if they could not be read. */
  settings: SiteSettings | undefined
  /** Null before it is first saved. */
  contact: Contact | null | undefined
}

/** Returns the metadata of the head: for browsers, search engines and link previews. */
export function describePage(head: DocumentHead, facts: PageFacts): string {
  const { title, description, school, article, event, aboutSchool, noindex } = head
  const { path, publicUrl, settings } = facts
  // Without the site's own address, metadata that must be absolute is left out. A page that search
  // engines leave out has no canonical address either: it may be served at many.
  const address = publicUrl === undefined || noindex ? null : publicUrl + path
  const card = (publicUrl ?? '') + (head.card ?? siteFiles.shareCard)
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    noindex ? meta('name', 'robots', 'noindex') : '',
    meta('name', 'theme-color', THEME_COLORS.light, 'media="(prefers-color-scheme: light)" '),
    meta('name', 'theme-color', THEME_COLORS.dark, 'media="(prefers-color-scheme: dark)" '),
    ...(settings?.pictures.crest
      ? [
          `<link rel="icon" href="${crestIcons.icon32}" sizes="32x32">`,
          `<link rel="icon" href="${crestIcons.icon192}" sizes="192x192">`,
          `<link rel="apple-touch-icon" href="${crestIcons.appleTouchIcon}">`,
        ]
      : ['<link rel="icon" href="/favicon.svg" type="image/svg+xml">']),
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="${escapeHtml(school)}">`,
    address ? `<link rel="canonical" href="${escapeHtml(address)}">` : '',
    meta('property', 'og:type', article ? 'article' : 'website'),
    meta('property', 'og:site_name', school),
    meta('property', 'og:locale', 'bn_BD'),
    meta('property', 'og:title', article?.headline ?? title),
    meta('property', 'og:description', description),
    address ? meta('property', 'og:url', address) : '',
    meta('property', 'og:image', card),
    meta('property', 'og:image:width', String(SHARE_CARD.width)),
    meta('property', 'og:image:height', String(SHARE_CARD.height)),
    meta('name', 'twitter:card', 'summary_large_image'),
    article ? meta('property', 'article:published_time', article.published) : '',
    article ? newsArticle(article, { description, school, card, address }) : '',
    event ? schoolEvent(event, { ...facts, description, school, address }) : '',
    aboutSchool ? schoolItself(school, facts) : '',
  ].join('')
}

function newsArticle(
  { headline, published }: NonNullable<DocumentHead['article']>,
  about: { description: string; school: string; card: string; address: string | null },
): string {
  const { description, school, card, address } = about
  const publisher = { '@type': 'EducationalOrganization', name: school }
  return linkedData({
    '@type': 'NewsArticle',
    headline,
    description,
    datePublished: published,
    inLanguage: 'bn',
    image: card,
    author: publisher,
    publisher,
    ...(address && { url: address, mainEntityOfPage: address }),
  })
}

function schoolEvent(
  { name, startsOn, endsOn }: NonNullable<DocumentHead['event']>,
  about: PageFacts & { description: string; school: string; address: string | null },
): string {
  const { contact, description, school, address } = about
  return linkedData({
    '@type': 'Event',
    name,
    description,
    startDate: startsOn,
    endDate: endsOn,
    location: { '@type': 'Place', name: school, address: contact ? postal(contact) : school },
    organizer: { '@type': 'EducationalOrganization', name: school },
    ...(address && { url: address }),
  })
}

function schoolItself(school: string, { publicUrl, settings, contact }: PageFacts): string {
  const { latitude = null, longitude = null } = settings?.mapPin ?? {}
  const telephone = phoneNumbers(contact?.phone ?? '').flatMap(({ dial }) => dial ?? [])
  return linkedData({
    '@type': 'School',
    name: school,
    ...(contact && { address: postal(contact), email: contact.email }),
    ...(telephone.length > 0 && { telephone }),
    ...(latitude !== null &&
      longitude !== null && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
    ...(publicUrl && { url: publicUrl }),
    ...(publicUrl && settings?.pictures.crest && { logo: publicUrl + crestIcons.icon512 }),
  })
}

const postal = ({ address, district, postCode }: Contact) => ({
  '@type': 'PostalAddress',
  streetAddress: address,
  addressLocality: district,
  postalCode: postCode,
  addressCountry: 'BD',
})

const linkedData = (data: object) => {
  const json = jsonForScript({ '@context': 'https://schema.org', ...data })
  return `<script type="application/ld+json">${json}</script>`
}

const meta = (key: 'name' | 'property', name: string, content: string, more = '') =>
  `<meta ${key}="${name}" ${more}content="${escapeHtml(content)}">`

/** Serializes to JSON that is safe in a `script` element: it contains no `<`. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** Escapes text for content and quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
