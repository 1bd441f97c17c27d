import { siteFiles } from '@bidyaloy/shared/site-addresses'
import type { MakeDocument } from './site-document.ts'

/** What search engines leave alone: the dashboard and the API. */
export const makeRobots: MakeDocument = async ({ publicUrl }) => {
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/']
  if (publicUrl !== undefined) lines.push('', `Sitemap: ${publicUrl}${siteFiles.sitemap}`)
  return { contentType: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }
}
