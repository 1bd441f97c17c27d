/** Characters that XML 1.0 forbids, even escaped. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML content and attributes. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
}

/** Creates an element with attributes and either text, which is escaped, or XML children. */
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
