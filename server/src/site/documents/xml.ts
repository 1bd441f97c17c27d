/** Characters that XML 1.0 cannot hold, not even escaped. */
const IMPOSSIBLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as it may stand in XML, between tags or in an attribute. */
export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '\ufffd').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
}

/** An element with attributes and either text (escaped here) or children (already XML). */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  content: string | readonly string[] = '',
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  const inner = typeof content === 'string' ? xmlText(content) : content.join('')
  const start = `<${name}${written.join('')}`
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
