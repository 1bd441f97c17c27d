import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { RendererModule } from '@bidyaloy/shared/render'
import { pageHeaders } from '../../http/security-headers.ts'
import { xmlText } from '../../site/documents/xml.ts'

const CHARSET = '<meta charset="utf-8">'

/**
 * Makes a drawn page one that needs no server: it carries its security policy itself, and its
 * scripts are answered by the stand-in for the API.
 */
export function staticPages(hashes: Pick<RendererModule, 'scriptHashes' | 'styleHashes'>) {
  const policy = pageHeaders(hashes)['content-security-policy'] ?? ''
  // A page may not say this of itself.
  const own = policy.replace(/;?\s*frame-ancestors [^;]*/, '')
  const head =
    `${CHARSET}<meta http-equiv="Content-Security-Policy" content="${xmlText(own)}">` +
    '<script src="/static-copy.js"></script>'
  return (html: string): string => html.replace(CHARSET, () => head)
}

/**
 * What stands where the dashboard is elsewhere.
 * @param page one of the site's own, whose style sheet it takes
 */
export function noDashboardPage(page: string, dashboard: string | undefined): string {
  const style = /<style>.*?<\/style>/s.exec(page)?.[0] ?? ''
  const text = (key: keyof typeof siteMessages) => xmlText(siteMessages[key].bn)
  const link = (href: string, key: keyof typeof siteMessages) =>
    `<p><a href="${xmlText(href)}">${text(key)}</a></p>`
  return [
    `<!doctype html><html lang="bn" dir="ltr"><head>${CHARSET}`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<title>${text('staticCopy.title')}</title>${style}</head><body><main class="wrap stack">`,
    `<h1>${text('staticCopy.title')}</h1><p>${text('staticCopy.body')}</p>`,
    dashboard ? link(dashboard, 'staticCopy.dashboard') : '',
    link('/', 'staticCopy.home'),
    '</main></body></html>',
  ].join('')
}
