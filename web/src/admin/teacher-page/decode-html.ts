import { decodeText } from '../uploads/text-table.ts'

/** Where a page tells its letters, that must be near its start. */
const HEAD_BYTES = 2048

/**
 * The text of an HTML file: by what its head says (Word writes windows-1252), else by its mark or
 * its letters. Null where it is no HTML.
 */
export function decodeHtml(bytes: Uint8Array): string | null {
  try {
    const said = saidEncoding(bytes)
    const text = said ? new TextDecoder(said).decode(bytes) : decodeText(bytes)
    return text !== null && looksLikeHtml(text) ? text : null
  } catch {
    // A file that is no text, or says letters that no browser knows.
    return null
  }
}

/**
 * What the head says. With two bytes for each letter, or a mark before the first, a file cannot say
 * it in letters that are read here one by one: then it is told by its bytes.
 */
function saidEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(head)) return undefined
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
}

function looksLikeHtml(text: string): boolean {
  return !text.includes('\0') && /<(?:html|body|table|div|p|h[1-6]|ul|ol|span)\b/i.test(text)
}
