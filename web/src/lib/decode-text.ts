const BOMS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Decodes a text file: by its byte order mark, else as UTF-16 or UTF-8, else as windows-1252, in
 * which files typed in Bijoy are saved. Returns null for a binary file.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = BOMS.find((bom) => bom.bytes.every((byte, at) => bytes[at] === byte))
  const text = new TextDecoder(marked?.encoding ?? guessEncoding(bytes)).decode(bytes)
  return text.includes('\0') ? null : text
}

const SAMPLE_BYTES = 4096

function guessEncoding(bytes: Uint8Array): string {
  // In UTF-16 digits, tabs and line ends have a zero byte, always on the same side.
  const zeros = { even: 0, odd: 0 }
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  }
  if (zeros.odd > 0 && zeros.even === 0) return 'utf-16le'
  if (zeros.even > 0 && zeros.odd === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

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
