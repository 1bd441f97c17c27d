import type { LeftOut } from '@bidyaloy/shared/features/move-in/move-in'
import type { LeftOutKind } from '@bidyaloy/shared/features/move-in/reasons'
import { pictureMarkdown } from '@bidyaloy/shared/lib/markdown'
import { type Run, writeLines } from './inline-text.ts'
import type { SourceFile } from './source.ts'

export interface ConvertOptions {
  /** Address of the page, for relative ones. */
  base: string
  /** Whether an address is of the site that moves. */
  isOwn(url: URL): boolean
  /** Whether line breaks of the text count, as in older texts of WordPress. */
  keepsLines?: boolean
  /** The pictures of a gallery of WordPress. */
  gallery?(attributes: Readonly<Record<string, string>>): readonly SourceFile[]
  /** The original of a picture that is shown in a smaller size. */
  original?(url: URL): SourceFile | null
}

/** What the blocks of a text are written with. */
export interface Writer {
  options: ConvertOptions
  blocks: string[]
  runs: Run[]
  /** Whether one line is written: of an item, cell or heading, in which blocks are words like others. */
  isInLine: boolean
  /** Pictures within a line, which follow it. */
  later: string[]
  files: Map<string, SourceFile>
  leftOut: Map<string, LeftOut>
}

export function createWriter(options: ConvertOptions): Writer {
  return {
    options,
    blocks: [],
    runs: [],
    isInLine: false,
    later: [],
    files: new Map(),
    leftOut: new Map(),
  }
}

const MAX_LEFT_OUT = 30

/** Names what does not fit, once. */
export function leaveOut({ leftOut }: Writer, what: LeftOutKind, name: string): void {
  const short = [...name.replace(/\s+/g, ' ').trim().slice(0, 400)].slice(0, 120).join('')
  if (leftOut.size < MAX_LEFT_OUT) leftOut.set(`${what} ${short}`, { what, name: short })
}

/** Ends the present paragraph, with the pictures that follow it. */
export function endBlock(writer: Writer): void {
  if (writer.isInLine) {
    writer.runs.push({ text: '\n', isBold: false, href: null, isBijoy: false })
    return
  }
  const paragraphs = writeLines(writer.runs)
    .join('\n')
    .split(/\n{2,}/)
  writer.blocks.push(...paragraphs.map((one) => one.trim()).filter(Boolean), ...writer.later)
  writer.runs = []
  writer.later = []
}

/** Writes an address without the letters that the small Markdown takes for its own marks. */
export function safeAddress(href: string): string {
  return href.replace(/[()[\]\s\\]/g, (letter) =>
    [...new TextEncoder().encode(letter)].map((byte) => `%${byte.toString(16)}`).join(''),
  )
}

/** More than any collection takes. */
const MAX_FILES = 300
/** Sizes in which a picture is shown, and its pages. */
const MAX_ADDRESSES = 30

/** Adds a file of the entry, unless there are too many. */
export function addFile({ files }: Writer, file: SourceFile): void {
  const known = files.get(file.key)
  if (!known && files.size >= MAX_FILES) return
  const addresses = new Set([...(known?.addresses ?? []), ...file.addresses])
  files.set(file.key, { ...file, addresses: [...addresses].slice(0, MAX_ADDRESSES) })
}

/** Adds a picture after the present line. */
export function showPicture(writer: Writer, file: SourceFile, description: string): void {
  if (writer.files.size >= MAX_FILES && !writer.files.has(file.key)) {
    leaveOut(writer, 'picture', file.name)
    return
  }
  addFile(writer, file)
  const number = [...writer.files.keys()].indexOf(file.key) + 1
  const isLineEmpty = writer.runs.every(({ text }) => text.trim() === '')
  const place = isLineEmpty && !writer.isInLine ? writer.blocks : writer.later
  place.push(pictureMarkdown(description, number))
}
