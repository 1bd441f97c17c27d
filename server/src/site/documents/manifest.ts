import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { crestIcons, siteFiles } from '@bidyaloy/shared/site-addresses'
import { type MakeDocument, schoolName } from './site-document.ts'

/** Bottle green and green paper, the light theme's band and page (`tokens.css` of the web). */
const COLORS = { band: '#00573f', page: '#eef3ee' }

/** How the site looks and is called on a phone's home screen. */
export const makeManifest: MakeDocument = async ({ api }) => {
  const { identity, pictures } = await api.getSettings()
  const name = await schoolName(api)
  const icons = pictures.crest ? crestIcons : siteFiles
  const manifest = {
    id: '/',
    name,
    short_name: shortName(name),
    description: identity.motto || siteCopy['site.tagline'],
    lang: 'bn',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: COLORS.band,
    background_color: COLORS.page,
    icons: [
      ...(pictures.crest ? [] : [{ src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }]),
      { src: icons.icon192, type: 'image/png', sizes: '192x192' },
      { src: icons.icon512, type: 'image/png', sizes: '512x512' },
      { src: icons.iconMaskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
  return { contentType: 'application/manifest+json; charset=utf-8', body: JSON.stringify(manifest) }
}

/** Letters, as readers count them, that a launcher has room for under an icon. */
const MOST_LETTERS = 12

/** The first words of a name, as many as a launcher shows; never less than one. */
function shortName(name: string): string {
  const letters = new Intl.Segmenter('bn', { granularity: 'grapheme' })
  const [first = '', ...words] = name.split(/[\s,]+/u)
  let short = first
  for (const word of words) {
    const longer = `${short} ${word}`
    if ([...letters.segment(longer)].length > MOST_LETTERS) break
    short = longer
  }
  return short
}
