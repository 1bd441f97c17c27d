/*
 * ITU-T T.6, “Group 4” of fax machines: a page of print takes about half of what Flate needs, and
 * every PDF viewer reads it.
 */

const codes = (text: string) => text.trim().split(/\s+/)

/** Codes of runs of 0 to 63 pixels. */
const WHITE_RUNS =
  codes(`00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000
  000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011
  0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101
  00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010
  00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011
  01001010 01001011 00110010 00110011 00110100`)
const BLACK_RUNS = codes(`0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101
  0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000
  00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100
  000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011
  000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010
  000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101
  000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000
  000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111`)
/** Codes of 1792, 1856 … 2560 pixels of either colour. */
const LONG_RUNS = codes(`00000001000 00000001100 00000001101 000000010010 000000010011 000000010100
  000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111`)
/** Codes of 64, 128 … 2560 pixels, before that of the rest. */
const WHITE_64S = codes(`11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000
  01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000
  011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011`).concat(LONG_RUNS)
const BLACK_64S = codes(`0000001111 000011001000 000011001001 000001011011 000000110011 000000110100
  000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101
  0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010
  0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100
  0000001100101`).concat(LONG_RUNS)
/** Codes of a change 3 pixels before to 3 pixels after the one in the row above. */
const NEAR = codes('0000010 000010 010 1 011 000011 0000011')
const PASS = '0001'
const RUNS = '001'
const END = '000000000001'

/** Compresses a black-and-white picture: rows of whole bytes, 1 is white. */
export function ccittG4(bits: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const out = new BitWriter()
  const rowBytes = Math.ceil(width / 8)
  let above = [width, width]
  for (let y = 0; y < height; y += 1) {
    const row = changesOf(bits.subarray(y * rowBytes, (y + 1) * rowBytes), width)
    writeRow(out, row, above, width)
    above = row
  }
  out.write(END)
  out.write(END)
  return out.bytes()
}

/** Returns where a row becomes black, white, black …, and then its end. */
function changesOf(row: Uint8Array, width: number): number[] {
  const changes: number[] = []
  let white = 1
  for (let x = 0; x < width; x += 1) {
    const byte = row[x >> 3] ?? 0xff
    if ((x & 7) === 0 && byte === (white ? 0xff : 0)) {
      x += 7
      continue
    }
    const bit = (byte >> (7 - (x & 7))) & 1
    if (bit !== white) changes.push(x)
    white = bit
  }
  changes.push(width, width)
  return changes
}

function writeRow(out: BitWriter, row: readonly number[], above: readonly number[], width: number) {
  let place = -1
  let isBlack = false
  let next = 0
  let over = 0
  while (place < width) {
    // The first change above that is to the right, and to the other colour than the present one.
    while (over > 0 && (above[over - 1] ?? width) > place) over -= 1
    while (over < above.length && (above[over] ?? width) <= place) over += 1
    if (over % 2 !== (isBlack ? 1 : 0)) over += 1
    const changeAbove = above[over] ?? width
    const change = row[next] ?? width
    if ((above[over + 1] ?? width) < change) {
      out.write(PASS)
      place = above[over + 1] ?? width
      continue
    }
    const near = NEAR[change - changeAbove + 3]
    if (near !== undefined) {
      out.write(near)
      place = change
      next += 1
      isBlack = !isBlack
      continue
    }
    const end = row[next + 1] ?? width
    out.write(RUNS)
    writeRun(out, change - Math.max(place, 0), isBlack)
    writeRun(out, end - change, !isBlack)
    place = end
    next += 2
  }
}

function writeRun(out: BitWriter, length: number, isBlack: boolean): void {
  const [rest, whole] = isBlack ? [BLACK_RUNS, BLACK_64S] : [WHITE_RUNS, WHITE_64S]
  let left = length
  while (left >= 64) {
    const count = Math.min(whole.length, left >> 6)
    out.write(whole[count - 1] ?? '')
    left -= 64 * count
  }
  out.write(rest[left] ?? '')
}

class BitWriter {
  private full = new Uint8Array(65_536)
  private length = 0
  private byte = 0
  private used = 0

  write(code: string): void {
    for (let at = 0; at < code.length; at += 1) {
      this.byte = (this.byte << 1) | (code.charCodeAt(at) & 1)
      this.used += 1
      if (this.used === 8) this.push()
    }
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.byte <<= 8 - this.used
    if (this.used > 0) this.push()
    return this.full.slice(0, this.length)
  }

  private push(): void {
    if (this.length === this.full.length) {
      const larger = new Uint8Array(this.full.length * 2)
      larger.set(this.full)
      this.full = larger
    }
    this.full[this.length] = this.byte & 0xff
    this.length += 1
    this.byte = 0
    this.used = 0
  }
}
