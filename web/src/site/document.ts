import type { HeadSink } from './page-title.ts'

/** The hashed files of the public site, as root-relative addresses. */
export interface ClientAssets {
  script: string
  preloads: readonly string[]
  styles: readonly string[]
}

interface DocumentParts {
  head: HeadSink
  /** Drawn HTML. */
  body: string
  assets: ClientAssets
  /** Runs inline in the head. */
  inlineScript: string
  /** Serialized data for the browser; null for a page that stays as it is drawn. */
  pageData: { id: string; json: string } | null
}

/** Colours of the browser's own frame: those of the strip on top, see `tokens.css`. */
const THEME_COLORS = { light: '#e2eee7', dark: '#1a3228' }

/** A whole page. */
export function writeDocument({ head, body, assets, inlineScript, pageData }: DocumentParts) {
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`)
  const preloads = assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`)
  return [
    '<!doctype html><html lang="bn" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${THEME_COLORS.light}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${THEME_COLORS.dark}">`,
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<script>${inlineScript}</script>`,
    ...styles,
    ...(pageData ? [...preloads, `<script type="module" src="${assets.script}"></script>`] : []),
    `</head><body><div id="site">${body}</div>`,
    pageData ? `<script type="application/json" id="${pageData.id}">${pageData.json}</script>` : '',
    '</body></html>',
  ].join('')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
