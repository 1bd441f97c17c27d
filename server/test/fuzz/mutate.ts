import fc from 'fast-check'
import { MAX_INPUT_BYTES } from './target.ts'

/** Numbers that lengths, counts and offsets are replaced by. */
const LIES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff]
const WRITTEN_LIES = ['0', '-1', '1e9', '65536', '4294967296', '99999999999999999999', 'NaN']

/** Where and how an input is changed; the numbers mean something else in each kind. */
export interface Change {
  kind: keyof typeof kinds
  at: number
  size: number
  value: number
}

interface Sources {
  tokens: readonly string[]
  /** Another input, to take a piece of. */
  other: Buffer
}

interface Place {
  at: number
  end: number
  size: number
  value: number
}
type Apply = (bytes: Buffer, place: Place, sources: Sources) => Buffer

const replaced = (bytes: Buffer, at: number, end: number, by: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(end)])

const kinds = {
  flipBit: (bytes, { at, value }) =>
    replaced(bytes, at, at + 1, Buffer.of((bytes[at] ?? 0) ^ (1 << (value % 8)))),
  setByte: (bytes, { at, value }) => replaced(bytes, at, at + 1, Buffer.of(value)),
  insertToken: (bytes, { at, value }, { tokens }) =>
    replaced(bytes, at, at, Buffer.from(tokens[value % tokens.length] ?? '')),
  /** Letters of two and three bytes, controls, marks and halves of pairs among them. */
  insertLetter: (bytes, { at, value }) =>
    replaced(bytes, at, at, Buffer.from(String.fromCodePoint(value % 0x2100))),
  delete: (bytes, { at, end }) => replaced(bytes, at, end, Buffer.of()),
  truncate: (bytes, { at }) => bytes.subarray(0, at),
  /** Times that grow with the square of a length show in long inputs only. */
  repeat(bytes, { at, end, value }) {
    const piece = bytes.subarray(at, end)
    const most = Math.floor((MAX_INPUT_BYTES - bytes.length) / Math.max(piece.length, 1))
    const times = value % 64 === 0 ? most : Math.min(most, value % 50)
    return replaced(bytes, at, at, Buffer.concat(new Array<Buffer>(times).fill(piece)))
  },
  copy: (bytes, { at, end, value }) =>
    replaced(
      bytes,
      value % (bytes.length + 1),
      value % (bytes.length + 1),
      bytes.subarray(at, end),
    ),
  splice: (bytes, { at, size }, { other }) =>
    Buffer.concat([bytes.subarray(0, at), other.subarray(size % (other.length + 1))]),
  insertOther: (bytes, { at, size, value }, { other }) => {
    const from = value % (other.length + 1)
    return replaced(bytes, at, at, other.subarray(from, from + size))
  },
  lie(bytes, { at, size, value }) {
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(LIES[value % LIES.length] ?? 0)
    const length = size % 2 === 0 ? 2 : 4
    return replaced(bytes, at, at + length, lie.subarray(0, length))
  },
  /** Replaces the next number that is written in digits. */
  writeLie(bytes, { at, value }) {
    const text = bytes.toString('latin1')
    const number = /\d+/g
    number.lastIndex = at
    const found = number.exec(text)
    const lie = WRITTEN_LIES[value % WRITTEN_LIES.length] ?? ''
    return found
      ? replaced(bytes, found.index, found.index + found[0].length, Buffer.from(lie))
      : bytes
  },
} satisfies Record<string, Apply>

const isKind = (name: string): name is keyof typeof kinds => name in kinds
const names = Object.keys(kinds).filter(isKind)

/** Positions and sizes are in 65536ths of the length, so that they mean the same in a shorter input. */
const PLACES = 65_536

/** A list of changes. */
export const someChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...names),
    at: fc.nat(PLACES - 1),
    size: fc.oneof(fc.nat(40), fc.nat(4000)),
    value: fc.nat(0xffff),
  }),
  { minLength: 1, maxLength: 8, size: 'max' },
)

/** Applies changes, as far as the input stays short enough. */
export function mutate(bytes: Buffer, changes: readonly Change[], sources: Sources): Buffer {
  let changed = bytes
  for (const change of changes) {
    const at = Math.floor((change.at / PLACES) * (changed.length + 1))
    const end = Math.min(at + change.size, changed.length)
    const next = kinds[change.kind](changed, { ...change, at, end }, sources)
    if (next.length <= MAX_INPUT_BYTES) changed = next
  }
  return changed
}
