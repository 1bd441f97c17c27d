/* The lines that vCard (RFC 6350) and iCalendar (RFC 5545) files consist of. */

/** Escapes a text value. */
export function contentText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n')
}

/** Joins lines, each folded and ended. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const MAX_LINE_BYTES = 75

/** Folds a line after at most 75 bytes, never inside a character; continuations begin with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const char of line) {
    const length = Buffer.byteLength(char)
    if (bytes + length > MAX_LINE_BYTES) {
      parts.push(part)
      part = ''
      // The leading space counts.
      bytes = 1
    }
    part += char
    bytes += length
  }
  return [...parts, part].join('\r\n ')
}
