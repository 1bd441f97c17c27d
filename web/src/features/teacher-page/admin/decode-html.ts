import { decodeText } from '../../../admin/uploads/text-table.ts'

/** The encoding is declared within the first bytes of a page. */
const HEAD_BYTES = 2048

/**
 * Decodes an HTML file by its declared encoding (Word writes windows-1252), else by its content.
 * Returns null if it is not HTML.
 */
export function decodeHtml(bytes: Uint8Array): string | null {
  try {
    const declared = declaredEncoding(bytes)
    const text = declared ? new TextDecoder(declared).decode(bytes) : decodeText(bytes)
    return text !== null && looksLikeHtml(text) ? text : null
  } catch {
    // An encoding that no browser knows.
    return null
  }
}

/** A byte order mark is more reliable than a declaration; UTF-16 has no readable one. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head)) return undefined
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
}

function looksLikeHtml(text: string): boolean {
  return !text.includes('\0') && /<(?:html|body|table|div|p|h[1-6]|ul|ol|span)\b/i.test(text)
}
