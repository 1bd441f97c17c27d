import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'

/*
 * Shortcodes of WordPress become elements before the text is parsed as HTML: `[gallery ids="1,2"]` is
 * `<wp-gallery ids="1,2">`, `[caption]` a figure. Of others that enclose a text, the text stays.
 */

/** Name, attributes and whether it is an end. Brackets of other texts have no Latin names. */
const SHORTCODE = /\[(\/?)([a-z][\w-]{1,40})((?:[\s=/][^[\]]{0,2000})?)\]/gi

const FORMS = /form|wpcf7|mailpoet|newsletter|subscribe|login|register/i
const SLIDERS = /slide|slider|carousel|revslider/i
const BUILDERS =
  /^(vc|et_pb|fusion|av|su|bs|nd|elementor|row|col|one_|two_|column|tab|accordion|toggle)/i
const KNOWN = /^(gallery|wp_caption|ngg\w*|tablepress)$/i
const DOCUMENTS = /^(pdf|gview|googlepdf|embeddoc|doc)/i

/**
 * Replaces the shortcodes of a text of WordPress by elements of HTML.
 * @param leftOut receives those that the product has nothing for
 */
export function replaceShortcodes(text: string, leftOut: (one: LeftOut) => void): string {
  if (!text.includes('[')) return text
  const ended = new Set(
    [...text.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  )
  return text.replace(SHORTCODE, (whole, slash: string, written: string, attributes: string) => {
    const name = written.toLowerCase()
    const isShortcode =
      KNOWN.test(name) || ended.has(name) || /[_-]/.test(name) || attributes.includes('=')
    if (!isShortcode) return whole
    return elementFor(name, slash === '/', attributes, leftOut)
  })
}

function elementFor(
  name: string,
  isEnd: boolean,
  attributes: string,
  leftOut: (one: LeftOut) => void,
): string {
  if (name === 'caption' || name === 'wp_caption') {
    const [, caption = ''] = /caption\s*=\s*"([^"]*)"/.exec(attributes) ?? []
    return isEnd ? '</figure>' : `<figure>${caption}`
  }
  if (name === 'gallery') return isEnd ? '' : `<wp-gallery ${attributes}></wp-gallery>`
  if (name === 'embed' || name === 'video' || name === 'audio') {
    return isEnd
      ? '</wp-media>'
      : `<wp-media ${attributes}>${name === 'embed' ? '' : '</wp-media>'}`
  }
  if (isEnd) return ''
  const address = /https?:\/\/[^\s"'<>\]]+/.exec(attributes)?.[0]
  if (DOCUMENTS.test(name) && address) return `<p><a href="${address}">${fileName(address)}</a></p>`
  if (FORMS.test(name)) leftOut({ what: 'form', name })
  else if (SLIDERS.test(name)) leftOut({ what: 'slider', name })
  // What lays out a page says nothing of its own.
  else if (!BUILDERS.test(name)) leftOut({ what: 'shortcode', name })
  return ''
}

const fileName = (address: string) => address.slice(address.lastIndexOf('/') + 1)
