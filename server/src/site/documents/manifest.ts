import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { type MakeDocument, schoolName } from './site-document.ts'

/** Bottle green and green paper, the light theme's band and page (`tokens.css` of the web). */
const COLORS = { band: '#00573f', page: '#eef3ee' }

/** How the site looks and is called on a phone's home screen. */
export const makeManifest: MakeDocument = async ({ api }) => {
  const { identity } = await api.getSettings()
  const manifest = {
    id: '/',
    name: await schoolName(api),
    description: identity.motto || siteCopy['site.tagline'],
    lang: 'bn',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: COLORS.band,
    background_color: COLORS.page,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: siteFiles.icon192, type: 'image/png', sizes: '192x192' },
      { src: siteFiles.icon512, type: 'image/png', sizes: '512x512' },
      { src: siteFiles.iconMaskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
  return { contentType: 'application/manifest+json; charset=utf-8', body: JSON.stringify(manifest) }
}
