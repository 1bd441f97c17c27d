import { siteText as t } from '../ui/site-text.ts'
import { escapeHtml } from './document-head.ts'
import { HIDDEN_OFFLINE_NOTE } from './offline/offline-note.ts'

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
