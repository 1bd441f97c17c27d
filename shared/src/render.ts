// The public pages' renderer, implemented by `web/src/site/renderer.tsx`.
import type { ReadApi } from './api/api.ts'
import type { OpenedResult } from './features/results/opened-result.ts'

/** A form that was sent: what was typed and what is wrong with it, or what it has opened. */
export interface SentForm {
  values: Readonly<Record<string, string>>
  /** Sentences by field; that of the whole form has an empty name. */
  problems: Readonly<Record<string, string>>
  /** Shown instead of the form. */
  opened?: OpenedResult
}

/** Context of a render besides the request. */
export interface RenderContext {
  api: ReadApi
  /** Render time, for today's date and «নতুন» marks. */
  now: Date
  /** From `Save-Data`: renders without scripts and fonts. */
  saveData?: boolean
  /** Renders a page that is not published: it says so, and has no scripts. */
  preview?: boolean
  /** Renders, instead of the page, that the link of a preview has ended; with 410. */
  endedPreview?: boolean
  /** Names of the files that were taken down last, for the offline page. */
  withdrawn?: readonly string[]
  /** Renders the page of a form with what was sent; without scripts unless it has opened something. */
  sent?: SentForm
  /** Renders, instead of the page, that it cannot be shown now; with 503. */
  unavailable?: boolean
  /** The site's origin; without it no absolute links are made. */
  publicUrl?: string
  /**
   * Responds to missing addresses with an empty 404 whose `Content-Location` names the page that
   * they share. See `Missing` in web/src/site/routes.tsx.
   */
  shareMissing?: boolean
  /**
   * The site's origin where it is not configured, for search engines and link previews. Links for
   * visitors follow the browser's address then.
   */
  foundUrl?: string | undefined
}

/**
 * Renders a public page. Pure: the same request, data and time give the same bytes. The
 * `Content-Security-Policy` of the response has the directives that permit its inline parts.
 */
type RenderPage = (request: Request, context: RenderContext) => Promise<Response>

/** Exports of the built renderer. */
export interface RendererModule {
  render: RenderPage
  /** CSP sources (`'sha256-…'`) of the inline scripts that every page carries. */
  scriptHashes: readonly string[]
  /** CSP sources of the inline style sheets of all pages. */
  styleHashes: readonly string[]
}
