import type { ReadApi } from './api/api.ts'

/** What a renderer is told beside the request. */
export interface RenderContext {
  api: ReadApi
  /** The moment for which the page is drawn: today's date, «নতুন» marks. */
  now: Date
  /** The reader's device saves data: the page comes without script and without fonts. */
  saveData?: boolean
  /** The site's own address without a trailing slash; absent: no absolute link can be made. */
  publicUrl?: string
  /**
   * A page on which there is nothing is not drawn but answered with 404 and, in `Content-Location`,
   * the address at which one is drawn that does for all alike.
   */
  shareMissing?: boolean
  /**
   * What the school's records state as that address, for search engines and link previews while
   * `publicUrl` is absent. Links for visitors follow the browser's address then.
   */
  statedUrl?: string | undefined
}

/** Draws a public page. Pure: the same request, data and moment give the same bytes. */
type RenderPage = (request: Request, context: RenderContext) => Promise<Response>

/** What the built renderer's module exports. */
export interface RendererModule {
  render: RenderPage
  /** CSP sources (`'sha256-…'`) of the inline scripts that every page carries. */
  scriptHashes: readonly string[]
  /** CSP sources of its inline style sheet. */
  styleHashes: readonly string[]
}
