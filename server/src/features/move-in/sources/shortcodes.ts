import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import { xmlText } from '../../../site/feeds/xml.ts'
import { parseHtml, textOf } from './html-tree.ts'

/*
 * Shortcodes of WordPress become elements before the text is parsed as HTML: `[gallery ids="1,2"]` is
 * `<wp-gallery ids="1,2">`, `[caption]` a figure. Of others that enclose a text, the text stays.
 */

/** Name, attributes and whether it is an end. Brackets of other texts have no Latin names. */
const SHORTCODE = /\[(\/?)([a-z][\w-]{1,40})((?:[\s=/][^[\]]{0,2000})?)\]/gi

const FORMS = /form|wpcf7|mailpoet|newsletter|subscribe|login|register/i
const SLIDERS = /slide|slider|carousel|revslider/i
const MAPS = /gmaps|google_?map|et_pb_map|_map$/i
const BUILDERS =
  /^(vc|et_pb|fusion|av|su|bs|nd|elementor|row|col|one_|two_|column|tab|accordion|toggle)/i
const KNOWN = /^(gallery|wp_caption|ngg\w*|tablepress)$/i
const DOCUMENTS = /^(pdf|gview|googlepdf|embeddoc|doc)/i
const MEDIA = /^(embed|video|audio|vc_video|et_pb_video|et_pb_audio|fusion_youtube|fusion_vimeo)$/

type LeaveOut = (one: LeftOut) => void
type Attributes = Readonly<Record<string, string>>

/**
 * Replaces the shortcodes of a text of WordPress by elements of HTML.
 * @param leftOut receives those that the product has nothing for
 */
export function replaceShortcodes(text: string, leftOut: LeaveOut): string {
  nameBlocks(text, leftOut)
  if (!text.includes('[')) return text
  const ended = new Set(
    [...text.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  )
  return decodeRaw(text, leftOut).replace(
    SHORTCODE,
    (whole, slash: string, written: string, attributes: string) => {
      const name = written.toLowerCase()
      const isShortcode =
        KNOWN.test(name) || ended.has(name) || /[_-]/.test(name) || attributes.includes('=')
      if (!isShortcode) return whole
      return slash === '/' ? endFor(name) : elementFor(name, attributes, leftOut)
    },
  )
}

/** Blocks without a text of their own, which WordPress fills when it shows the page. */
const BLOCK = /<!-- wp:([a-z][\w/-]{1,60}) (\{[^\n]{0,2000}\} )?\/-->/g
const SAYS_NOTHING = /^(separator|spacer|more|nextpage|template-part|navigation|post-|site-|query)/

function nameBlocks(text: string, leftOut: LeaveOut): void {
  for (const [, name = '', settings = ''] of text.matchAll(BLOCK)) {
    const [, ref = ''] = /"ref":(\d+)/.exec(settings) ?? []
    if (FORMS.test(name)) leftOut({ what: 'form', name })
    else if (!SAYS_NOTHING.test(name)) {
      leftOut({ what: 'shortcode', name: `wp:${name} ${ref}`.trim() })
    }
  }
}

/** HTML that WPBakery stores in Base64. */
const RAW = /\[vc_raw_(html|js)[^[\]]{0,500}\]([\w+/=\s]{0,400000})\[\/vc_raw_\1\]/g

function decodeRaw(text: string, leftOut: LeaveOut): string {
  return text.replace(RAW, (_, kind: string, code: string) => {
    if (kind === 'js') leftOut({ what: 'script', name: 'vc_raw_js' })
    if (kind === 'js') return ''
    const written = Buffer.from(code, 'base64').toString('utf8')
    try {
      return decodeURIComponent(written)
    } catch {
      return written
    }
  })
}

/** Ends the block before it, and shows nothing. */
const GAP = '<wp-gap></wp-gap>'

function endFor(name: string): string {
  if (name === 'caption' || name === 'wp_caption') return '</figure>'
  if (name === 'gallery') return ''
  return name === 'embed' || name === 'video' || name === 'audio' ? '</wp-media>' : GAP
}

function elementFor(name: string, written: string, leftOut: LeaveOut): string {
  const attributes = attributesOf(written)
  if (name === 'caption' || name === 'wp_caption') {
    return `<figure>${xmlText(attributes.caption ?? '')}`
  }
  if (name === 'gallery') return `<wp-gallery ${written}></wp-gallery>`
  if (MEDIA.test(name)) {
    const src = attributes.src || attributes.link || attributes.mp4 || attributes.id || ''
    return `<wp-media src="${xmlText(src)}">${name === 'embed' ? '' : '</wp-media>'}`
  }
  const address = /https?:\/\/[^\s"'<>\]]+/.exec(written)?.[0]
  if (DOCUMENTS.test(name) && address) return `<p><a href="${address}">${fileName(address)}</a></p>`
  if (FORMS.test(name)) {
    // Fields belong to the form around them.
    if (!/field/.test(name)) leftOut({ what: 'form', name })
    return GAP
  }
  if (MAPS.test(name)) leftOut({ what: 'map', name })
  else if (SLIDERS.test(name) && !BUILDERS.test(name)) leftOut({ what: 'slider', name })
  else if (BUILDERS.test(name)) return builtFrom(name, attributes)
  else leftOut({ what: 'shortcode', name })
  return GAP
}

/** What lays out a page says nothing of its own, apart from the titles, pictures and buttons it names. */
function builtFrom(name: string, attributes: Attributes): string {
  const { alt = '', src = '', image = '', images = '', gallery_ids = '' } = attributes
  const ids = [images, gallery_ids, image].find((one) => /^[\d,\s]+$/.test(one)) ?? ''
  const picture = [src, image].find((one) => /^(https?:)?\/\//.test(one)) ?? ''
  const heading = /heading|title/.test(name) ? attributes.text || attributes.title : ''
  const title = heading || attributes.h2 || attributes.heading
  const [label, href] = buttonOf(name, attributes)
  const shown =
    title || (href || /row|column|section$|image|gallery/.test(name) ? '' : attributes.title)
  return [
    GAP,
    shown && `<h3>${xmlText(shown)}</h3>`,
    ids && `<wp-gallery ids="${ids}"></wp-gallery>`,
    picture && `<img src="${xmlText(picture)}" alt="${xmlText(alt)}">`,
    href && `<p><a href="${xmlText(href)}">${xmlText(label)}</a></p>`,
  ]
    .filter(Boolean)
    .join('')
}

function buttonOf(name: string, attributes: Attributes): [string, string] {
  if (!/btn|button|cta/.test(name)) return ['', '']
  const { button_text, button_url, title, text, link = '', href, url } = attributes
  const [, packed = ''] = /(?:^|\|)url:([^|]*)/.exec(link) ?? []
  const address = button_url || href || url || decodedPart(packed) || link
  const label = button_text || title || text || address
  return /^(https?:\/\/|\/)/.test(address) ? [label, address] : ['', '']
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ATTRIBUTE = /([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s"']+))/g

function attributesOf(written: string): Attributes {
  const attributes: Record<string, string> = {}
  for (const [, name = '', ...values] of written.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined) ?? ''
    attributes[name.toLowerCase()] ??= value.includes('&') ? textOf(parseHtml(value)) : value
  }
  return attributes
}

const fileName = (address: string) => address.slice(address.lastIndexOf('/') + 1)
