import fs from 'node:fs/promises'

/** An item of an export. */
export interface WxrItem {
  bytes: Buffer
  /** Why no more than the beginning of it is here: it is larger than any real one, or the file ends within it. */
  flaw: 'too-large' | 'damaged' | null
  /** Position behind it, from which reading may go on. */
  end: number
}

const CHUNK_BYTES = 256 * 1024
/** A text of a hundred pages has one. */
const MAX_ITEM_BYTES = 4 * 1024 * 1024
/** Of an item that is too large, this much tells its title. */
const HEAD_BYTES = 64 * 1024

const START = /<item[\s>]/
const END = '</item>'
const CDATA = ['<![CDATA[', ']]>'] as const
const COMMENT = ['<!--', '-->'] as const

/**
 * Yields the items of a WordPress export with bounded memory, whatever its size. Marks within CDATA and
 * comments do not count, and what is no valid XML does not matter.
 * @param from position in bytes: the start of the file, or the end of an item
 */
export async function* wxrItems(file: string, from = 0): AsyncGenerator<WxrItem> {
  const handle = await fs.open(file)
  try {
    const scanner = createScanner(from)
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = from; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, at)
      if (bytesRead === 0) {
        yield* scanner.end()
        return
      }
      at += bytesRead
      // A letter of each byte: positions are those of bytes.
      yield* scanner.add(chunk.toString('latin1', 0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** Returns what stands before the first item: the site's address, its name and its categories. */
export async function wxrHead(file: string): Promise<Buffer> {
  const handle = await fs.open(file)
  try {
    const bytes = Buffer.alloc(MAX_ITEM_BYTES)
    const { bytesRead } = await handle.read(bytes, 0, MAX_ITEM_BYTES, 0)
    const text = bytes.toString('latin1', 0, bytesRead)
    const at = text.search(START)
    return bytes.subarray(0, at < 0 ? bytesRead : at)
  } finally {
    await handle.close()
  }
}

function createScanner(from: number) {
  /** What is not done yet, and its position. */
  let text = ''
  let position = from
  /** Where searching goes on within it. */
  let at = 0
  /** Start of the present item; -1 between items. */
  let start = -1
  /** The end for which a section waits: CDATA or a comment. */
  let until: string | null = null
  /** The beginning of an item that is too large. */
  let head: Buffer | null = null

  const forget = (length: number) => {
    text = text.slice(length)
    position += length
    at = Math.max(0, at - length)
    if (start >= 0) start = Math.max(0, start - length)
  }
  const end = (): WxrItem => {
    const length = at
    const bytes = head ?? Buffer.from(text.slice(start, length), 'latin1')
    const flaw = head === null ? null : 'too-large'
    start = -1
    head = null
    forget(length)
    return { bytes, flaw, end: position }
  }

  return {
    *add(more: string): Generator<WxrItem> {
      text += more
      while (true) {
        const mark = until === null ? nextMark(text, at, start >= 0) : endOf(text, at, until)
        if (mark === null) break
        // The end of the item before was left out.
        const isNext = mark.kind === 'start' && start >= 0
        at = isNext ? mark.start : mark.end
        if (isNext) yield end()
        else if (until !== null) until = null
        else if (mark.kind === 'start') start = mark.start
        else if (mark.kind === 'end') yield end()
        else until = mark.until
      }
      // A mark may be cut by the end of the chunk.
      at = Math.max(at, text.length - LONGEST_MARK)
      if (start < 0) forget(at)
      else if (text.length - start > MAX_ITEM_BYTES) {
        head ??= Buffer.from(text.slice(start, start + HEAD_BYTES), 'latin1')
        forget(at)
      }
    },
    /** Yields what the file ends within. */
    *end(): Generator<WxrItem> {
      if (start < 0) return
      at = text.length
      yield { ...end(), flaw: 'damaged' }
    },
  }
}

const LONGEST_MARK = 10

type Mark =
  | { kind: 'start'; start: number; end: number }
  | { kind: 'end'; end: number }
  | { kind: 'section'; until: string; end: number }

const MARKS = /<item[\s>]|<\/item>|<!\[CDATA\[|<!--/g

function nextMark(text: string, from: number, isInItem: boolean): Mark | null {
  MARKS.lastIndex = from
  for (let found = MARKS.exec(text); found; found = MARKS.exec(text)) {
    const [mark] = found
    const end = found.index + mark.length
    if (mark === CDATA[0]) return { kind: 'section', until: CDATA[1], end }
    if (mark === COMMENT[0]) return { kind: 'section', until: COMMENT[1], end }
    if (mark !== END) return { kind: 'start', start: found.index, end }
    if (isInItem) return { kind: 'end', end }
  }
  return null
}

function endOf(text: string, from: number, mark: string): Mark | null {
  const at = text.indexOf(mark, from)
  return at < 0 ? null : { kind: 'end', end: at + mark.length }
}
