import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { decodeWindows } from './charset.ts'

/* Names of files in zips, which programs write in many encodings, and titles from names. */

/** The letters of the bytes from 128 on in the code page of DOS. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '
const BYTE_OF: ReadonlyMap<string, number> = new Map(
  [...CP437].map((letter, at) => [letter, at + 128]),
)

/**
 * Decodes the name of a file in a zip. Zips of older programs do not say which encoding it has: it is UTF-8 if
 * that is possible, else what gives Bengali as Bijoy, else that of DOS.
 * @param isUtf8 whether the zip says so
 */
export function decodeZipName(bytes: Uint8Array, isUtf8: boolean): string {
  const utf8 = strictUtf8(bytes)
  if (utf8 !== null) return (isUtf8 ? (mended(utf8) ?? utf8) : utf8).normalize('NFC')
  const windows = decodeWindows(bytes)
  if (suggestUnicode(windows) !== null) return windows
  const dos = [...bytes]
    .map((byte) => (byte < 128 ? String.fromCharCode(byte) : (CP437[byte - 128] ?? '')))
    .join('')
  return dos.normalize('NFC')
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Repairs UTF-8 that a program took for DOS and wrote again as UTF-8; null for a sound name. */
function mended(name: string): string | null {
  const bytes: number[] = []
  for (const letter of name) {
    const byte = letter < '\u0080' ? letter.charCodeAt(0) : BYTE_OF.get(letter)
    if (byte === undefined) return null
    bytes.push(byte)
  }
  const text = strictUtf8(Uint8Array.from(bytes))
  return text !== null && /[\u0980-\u09ff]/.test(text) ? text : null
}

/** Returns a path with `/`; null if it is absolute, leads outside, or no system could store it. */
export function safePath(name: string): string | null {
  const path = name.replaceAll('\\', '/')
  const segments = path.split('/')
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || segments.includes('..')) return null
  if (/\p{Cc}/u.test(path) || path.length > 1000) return null
  return segments.filter((one) => one !== '' && one !== '.').join('/')
}

/** Returns a title from the name of a file or folder without extension. */
export function titleFromName(name: string): string {
  // Brackets are empty where a date was taken out of them.
  const spaced = name
    .replace(/[_+]+|\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const title = suggestUnicode(spaced) ?? spaced
  return withoutEnd(title.normalize('NFC').replace(/^[\s.,;:()-]+(?=.)/, ''), ' .,;:-')
}

/** Returns a text without some letters at its end. An expression would take a time that grows with the square of its length. */
export function withoutEnd(text: string, letters: string): string {
  let end = text.length
  while (end > 0 && letters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
