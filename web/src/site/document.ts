import { crestIcons } from '@bidyaloy/shared/site-addresses'
import type { MapPin } from '../school/use-school.ts'
import { t } from '../ui/t.ts'
import { HIDDEN_OFFLINE_NOTE } from './offline.ts'
import type { DocumentHead } from './page.tsx'

/** What the browser needs of the public site's build. */
export interface ClientAssets {
  /** The file with which everything begins, as a root-relative address. */
  script: string
  /** The files that it imports. */
  imports: readonly string[]
  /** The style sheet itself: sent along, it costs no further way to the server and back. */
  styles: string
}

interface DocumentParts {
  /** HTML of what the head says of the page. */
  head: string
  /** Drawn HTML. */
  body: string
  /** Text of the style sheet, and of the scripts in the head. */
  inline: InlineParts
  /** Serialized data for the browser; null for a page that stays as it is drawn. */
  pageData: { id: string; json: string } | null
  /** The reader saves data: the page does without fonts of its own and without any script. */
  saveData: boolean
}

interface InlineParts {
  styles: string
  /** Runs before anything is drawn. */
  first: string
  /** A module that starts the other scripts. */
  start: string
}

/** A whole page. */
export function writeDocument(parts: DocumentParts): string {
  const { head, body, inline, pageData, saveData } = parts
  return [
    `<!doctype html><html lang="bn" dir="ltr"${saveData ? ' data-save-data' : ''}><head>`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    head,
    `<style>${inline.styles}</style>`,
    saveData ? '' : `<script>${inline.first}</script>`,
    pageData ? `<script type="module">${inline.start}</script>` : '',
    `</head><body>${HIDDEN_OFFLINE_NOTE}${escapeHtml(t('offline.note'))}</p>`,
    `<div id="site">${body}</div>`,
    pageData ? `<script type="application/json" id="${pageData.id}">${pageData.json}</script>` : '',
    '</body></html>',
  ].join('')
}

/** Colours of the browser's own frame: those of the strip on top, see `base.css`. */
const THEME_COLORS = { light: '#e2eee7', dark: '#1a3228' }
const SITE_CARD = '/share/site.png'
const CARD_SIZE = { width: '1200', height: '630' }

/** What the head says of the page itself, to browsers, search engines and where links are shown. */
export function describePage(
  head: DocumentHead,
  { path, publicUrl, ownCrest }: { path: string; publicUrl: string | undefined; ownCrest: boolean },
): string {
  const { title, description, school, article, place, noindex } = head
  // Without the site's own address nothing absolute can be said; then what must be so is left out.
  // A page that is to be left out by search engines has none either: it may stand at many.
  const address = publicUrl === undefined || noindex ? null : publicUrl + path
  const card = (publicUrl ?? '') + (article?.card ?? SITE_CARD)
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    noindex ? meta('name', 'robots', 'noindex') : '',
    meta('name', 'theme-color', THEME_COLORS.light, 'media="(prefers-color-scheme: light)" '),
    meta('name', 'theme-color', THEME_COLORS.dark, 'media="(prefers-color-scheme: dark)" '),
    ...(ownCrest
      ? [
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
    meta('property', 'og:image:width', CARD_SIZE.width),
    meta('property', 'og:image:height', CARD_SIZE.height),
    meta('name', 'twitter:card', 'summary_large_image'),
    article ? meta('property', 'article:published_time', article.published) : '',
    article ? newsArticle(article, { school, card, address }) : '',
    place ? schoolAt(place, { school, url: publicUrl }) : '',
  ].join('')
}

function newsArticle(
  { headline, published }: NonNullable<DocumentHead['article']>,
  { school, card, address }: { school: string; card: string; address: string | null },
): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline,
    datePublished: published,
    inLanguage: 'bn',
    image: card,
    author: { '@type': 'EducationalOrganization', name: school },
    publisher: { '@type': 'EducationalOrganization', name: school },
    ...(address && { url: address, mainEntityOfPage: address }),
  }
  return linkedData(data)
}

function schoolAt(place: MapPin, { school, url }: { school: string; url: string | undefined }) {
  return linkedData({
    '@context': 'https://schema.org',
    '@type': 'School',
    name: school,
    geo: { '@type': 'GeoCoordinates', ...place },
    ...(url && { url }),
  })
}

const linkedData = (data: unknown) =>
  `<script type="application/ld+json">${inertJson(data)}</script>`

const meta = (key: 'name' | 'property', name: string, content: string, more = '') =>
  `<meta ${key}="${name}" ${more}content="${escapeHtml(content)}">`

/** As JSON that may stand inside a `script` element: no `<` can end it early. */
export function inertJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** A text as it may stand between tags and in quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
