/** First and last byte of a part, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * What a `Range` header asks of a body of `size` bytes. Null where the whole body is to be sent:
 * no header, one that is not understood, or several parts at once.
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header.replace(/\s/g, ''))
  if (!asked) return null
  const [, first = '', last = ''] = asked
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
