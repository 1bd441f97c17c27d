import type { IOptions } from 'sanitize-html'

const allowed: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'a', 'b', 'strong', 'em', 'i'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'colgroup', 'col'],
    ...['div', 'span', 'section', 'img'],
  ],
  // What stands in these is not meant to be read; of all other tags the text stays.
  nonTextTags: [
    ...['style', 'script', 'title', 'textarea', 'option', 'noscript', 'template', 'xmp', 'xml'],
    ...['iframe', 'object', 'noembed', 'noframes', 'svg', 'math'],
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    '*': ['lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  // A page saved by an office program names pictures that lie beside it on the office computer.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith('/'),
}

let last: { html: string; harmless: string } | undefined

/** HTML of staff, a whole document or a part of one, with nothing left in it that could do harm. */
export async function harmlessHtml(html: string): Promise<string> {
  // There is one such page, and cleaning a long one takes a tenth of a second.
  if (last?.html === html) return last.harmless
  // Loaded when it is first wanted: it is large, and few pages want it.
  const { default: sanitizeHtml } = await import('sanitize-html')
  last = { html, harmless: sanitizeHtml(html, allowed).trim() }
  return last.harmless
}
