import { siteText as t } from '../ui/site-text.ts'
import { escapeHtml } from './document-head.ts'
import { HIDDEN_OFFLINE_NOTE } from './offline/offline-note.ts'

/** The hashed files of the public site, as root-relative addresses. */
export interface ClientAssets {
  script: string
  preloads: readonly string[]
  styles: readonly string[]
}

interface DocumentParts {
  /** HTML of what the head says of the page. */
  head: string
  /** Drawn HTML. */
  body: string
  assets: ClientAssets
  /** Runs inline in the head. */
  inlineScript: string
  /** Serialized data for the browser; null for a page that stays as it is drawn. */
  pageData: { id: string; json: string } | null
  /** The reader saves data: the page does without fonts of its own and without any script. */
  saveData: boolean
}

/** A whole page. */
export function writeDocument(parts: DocumentParts): string {
  const { head, body, assets, inlineScript, pageData, saveData } = parts
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`)
  const preloads = assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`)
  return [
    `<!doctype html><html lang="bn" dir="ltr"${saveData ? ' data-save-data' : ''}><head>`,
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    head,
    ...styles,
    saveData ? '' : `<script>${inlineScript}</script>`,
    ...(pageData ? [...preloads, `<script type="module" src="${assets.script}"></script>`] : []),
    `</head><body>${HIDDEN_OFFLINE_NOTE}${escapeHtml(t('offline.note'))}</p>`,
    `<div id="site">${body}</div>`,
    pageData ? `<script type="application/json" id="${pageData.id}">${pageData.json}</script>` : '',
    '</body></html>',
  ].join('')
}
