/** Names that browsers know; others are the Windows-1252 of Bijoy and of pages without a charset. */
const FALLBACK = 'windows-1252'
/** Where a page or feed names its charset. */
const HEAD_BYTES = 2048

/**
 * Decodes a text, without the zeros that no text has and no database of PostgreSQL takes. A byte order mark and valid UTF-8 count more than what a header or the text itself says,
 * which old sites often get wrong.
 * @param named charset or content type of the response; '' if there is none
 */
export function decodeText(bytes: Uint8Array, named = ''): string {
  return lettersOf(bytes, named).replaceAll('\0', '')
}

function lettersOf(bytes: Uint8Array, named: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)
  const utf8 = decodeUtf8(bytes)
  if (utf8 !== null) return utf8
  const head = decodeWindows(bytes.subarray(0, HEAD_BYTES))
  const written = charsetIn(named) || charsetIn(head) || FALLBACK
  return decodeAs(/^utf-?8$/i.test(written) ? mostlyUtf8(bytes) : written, bytes)
}

function charsetIn(text: string): string {
  const [, name = ''] = /(?:charset|encoding)\s*=\s*["']?\s*([\w-]{2,40})/i.exec(text) ?? []
  return name
}

/** Returns null if bytes are not UTF-8, a sequence that was cut at the end apart. */
function decodeUtf8(bytes: Uint8Array): string | null {
  for (let cut = 0; cut < (bytes.length > 64 ? 4 : 1); cut += 1) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
    } catch {
      // Tried without the last byte.
    }
  }
  return null
}

/** A text that says it is UTF-8 has a few wrong bytes, or is in fact something else. */
function mostlyUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  const wrong = text.split('\ufffd').length - 1
  const others = [...text.matchAll(/[^\0-\x7f\ufffd]/gu)].length
  return wrong <= others ? 'utf-8' : FALLBACK
}

/** The letters of the bytes from 128 to 159, which some versions of Node decode as control characters. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Decodes Windows-1252, whose bytes Bijoy uses. */
export function decodeWindows(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (letter) => UPPER.charAt(letter.charCodeAt(0) - 128))
}

/** Names of Windows-1252 as browsers take them. */
const WINDOWS = /^(?:windows-1252|cp1252|x-cp1252|iso-?8859-1|latin-?1|us-ascii|ascii|l1)$/i

function decodeAs(charset: string, bytes: Uint8Array): string {
  if (WINDOWS.test(charset)) return decodeWindows(bytes)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return decodeWindows(bytes)
  }
}
