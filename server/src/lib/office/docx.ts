import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { type Attributes, isOn, type OfficeParts, without } from './office-parts.ts'
import { createRunText, lineOf, type RunText, rowOf } from './run-text.ts'

const MAIN = 'word/document.xml'
/** Columns that a cell takes at most; more are a mistake or an attack. */
const MAX_SPAN = 64
const SPACES = new Set(['tab', 'br', 'cr'])
const HEADING = /^(heading \d|title)$/i

/** What a style or a paragraph says about its text. */
interface Look {
  basedOn?: string
  font?: string
  isHeading?: boolean
  isItem?: boolean
}

/** Former states of changed texts, second versions of drawings, and what Word does not print. */
const LEFT_OUT = new Set([
  'del',
  'movefrom',
  'fallback',
  'pprchange',
  'rprchange',
  'instrtext',
  'sectpr',
])

/**
 * Returns the lines of the text of a Word document.
 * @param maxLength UTF-16 units after which nothing more is read
 */
export async function readDocx(parts: OfficeParts, maxLength: number): Promise<ReadLine[]> {
  const theme = await readThemeFonts(parts, 'word/theme/theme1.xml')
  const reader = createDocumentReader(await readStyles(parts, theme), theme)
  const isDone = () => reader.length() > maxLength
  await parts.parse(MAIN, without(LEFT_OUT, { ...reader, isDone }))
  return reader.lines
}

/** A paragraph, which may hold others: text boxes. */
interface Paragraph extends Look {
  text: RunText
  style?: string
  /** Alternative texts of its pictures. */
  descriptions: string[]
}

/** A run of letters with the same properties. */
interface Run {
  font?: string
  style?: string
  isHidden?: boolean
}

/** The rows of the outermost table. What is in a table within a cell belongs to that cell. */
function createRow() {
  let above: string[] = []
  let cells: string[] = []
  let texts: string[] = []
  let span = 1
  /** Whether the cell is the rest of one that begins in a row above. */
  let isRest = false
  return {
    addText: (text: string) => texts.push(text),
    setSpan(columns: number) {
      span = Math.min(columns || 1, MAX_SPAN)
    },
    setRest() {
      isRest = true
    },
    endCell() {
      const own = texts.filter((one) => one !== '').join(' ')
      const text = isRest ? (above[cells.length] ?? '') : own
      cells.push(text, ...Array.from({ length: span - 1 }, () => ''))
      texts = []
      span = 1
      isRest = false
    },
    take(): ReadLine[] {
      const lines = rowOf(cells, above.filter((cell) => cell !== '').length > 1)
      above = cells
      cells = []
      return lines
    },
    endTable() {
      above = []
    },
  }
}

function createDocumentReader({ lookOf, fontOf }: Styles, theme: ThemeFonts) {
  const lines: ReadLine[] = []
  let length = 0
  const paragraphs: Paragraph[] = []
  const row = createRow()
  /** Number of tables around the present place. */
  let tables = 0
  /** The run within which the present place is, for each paragraph around it. */
  const runs: (Run | undefined)[] = []
  let isText = false

  const addText = (text: string) => {
    const paragraph = paragraphs.at(-1)
    const run = runs.at(-1)
    if (!paragraph || !run || run.isHidden) return
    const font = run.font ?? (run.style && fontOf(run.style)) ?? lookOf(paragraph.style).font
    paragraph.text.add(text, font)
    length += text.length
  }
  const endParagraph = () => {
    const paragraph = paragraphs.pop()
    runs.pop()
    if (!paragraph) return
    const { isHeading, isItem } = { ...lookOf(paragraph.style), ...paragraph }
    const text = paragraph.text.take()
    if (tables > 0) {
      for (const one of [text, ...paragraph.descriptions]) row.addText(one)
      return
    }
    lines.push(...lineOf(text, isHeading ? 'heading' : isItem ? 'item' : undefined))
    lines.push(...paragraph.descriptions.flatMap((description) => lineOf(description)))
  }

  return {
    lines,
    length: () => length,
    open(name: string, attributes: Attributes) {
      const paragraph = paragraphs.at(-1)
      const run = runs.at(-1)
      if (name === 'p') {
        paragraphs.push({ text: createRunText(), descriptions: [] })
        runs.push(undefined)
      } else if (name === 'tbl') tables += 1
      else if (name === 'r') runs[runs.length - 1] = {}
      else if (name === 't') isText = true
      else if (SPACES.has(name)) addText(' ')
      else if (name === 'nobreakhyphen') addText('-')
      else if (name === 'gridspan' && tables === 1) row.setSpan(Number(attributes.val))
      else if (name === 'vmerge' && tables === 1 && attributes.val !== 'restart') row.setRest()
      else if (name === 'docpr') paragraph?.descriptions.push(descriptionIn(attributes))
      else if (run) Object.assign(run, runLook(name, attributes, theme))
      else if (paragraph) Object.assign(paragraph, paragraphLook(name, attributes))
    },
    close(name: string) {
      if (name === 'p') endParagraph()
      else if (name === 'r') runs[runs.length - 1] = undefined
      else if (name === 't') isText = false
      else if (name === 'tc' && tables === 1) row.endCell()
      else if (name === 'tr' && tables === 1) lines.push(...row.take())
      else if (name === 'tbl') {
        tables -= 1
        if (tables === 0) row.endTable()
      }
    },
    text(text: string) {
      if (isText) addText(text)
    },
  }
}

const descriptionIn = ({ descr = '' }: Attributes) => descr.replace(/\s+/gu, ' ').trim()

function runLook(name: string, attributes: Attributes, theme: ThemeFonts): Run {
  if (name === 'rfonts') return fontIn(attributes, theme)
  if (name === 'rstyle' && attributes.val) return { style: attributes.val }
  return name === 'vanish' ? { isHidden: isOn(attributes) } : {}
}

function paragraphLook(name: string, attributes: Attributes): Partial<Paragraph> {
  if (name === 'pstyle' && attributes.val) return { style: attributes.val }
  if (name === 'outlinelvl') return { isHeading: Number(attributes.val) < 9 }
  return name === 'numid' ? { isItem: attributes.val !== '0' } : {}
}

/** A font of the theme takes the place of another one. */
function fontIn({ ascii, hansi, asciitheme }: Attributes, theme: ThemeFonts): { font?: string } {
  const name = /^major/i.test(asciitheme ?? '') ? 'major' : 'minor'
  const font = asciitheme ? (theme.get(name) ?? '') : (ascii ?? hansi)
  return font === undefined ? {} : { font }
}

interface Styles {
  /** Returns the look of a paragraph with a style, or with the usual one. */
  lookOf(style: string | undefined): Look
  /** Returns the font of a style of characters, if it has one. */
  fontOf(style: string): string | undefined
}

async function readStyles(parts: OfficeParts, theme: ThemeFonts): Promise<Styles> {
  const styles = new Map<string, Look>()
  const defaults: Look = {}
  let usual = ''
  let present: Look | undefined
  await parts.parse('word/styles.xml', {
    open(name, attributes) {
      const { val = '' } = attributes
      if (name === 'rprdefault') present = defaults
      else if (name === 'style') {
        present = {}
        styles.set(attributes.styleid ?? '', present)
        const isUsual = attributes.type === 'paragraph' && isOn({ val: attributes.default ?? '0' })
        if (isUsual) usual = attributes.styleid ?? ''
      } else if (!present) return
      else if (name === 'basedon') present.basedOn = val
      else if (name === 'rfonts') Object.assign(present, fontIn(attributes, theme))
      else if (name === 'name' && HEADING.test(val)) present.isHeading = true
      else Object.assign(present, paragraphLook(name, attributes))
    },
    close(name) {
      if (name === 'style' || name === 'rprdefault') present = undefined
    },
  })
  /** The style and those it is based on, the last of these first. */
  const chainOf = (style: string, seen: readonly string[] = []): Look[] => {
    const look = seen.includes(style) ? undefined : styles.get(style)
    return look ? [...chainOf(look.basedOn ?? '', [...seen, style]), look] : []
  }
  const looks = new Map<string, Look>()
  return {
    lookOf(style = usual) {
      const look = looks.get(style) ?? Object.assign({}, defaults, ...chainOf(style))
      looks.set(style, look)
      return look
    },
    fontOf: (style) => Object.assign({}, ...chainOf(style)).font,
  }
}

/** Fonts of a theme for Latin letters: `major` for headings, `minor` for texts. */
export type ThemeFonts = ReadonlyMap<string, string>

/** Returns the fonts of a theme; none if it is absent. */
export async function readThemeFonts(parts: OfficeParts, name: string): Promise<ThemeFonts> {
  const fonts = new Map<string, string>()
  let scheme = ''
  await parts.parse(name, {
    open(element, { typeface }) {
      if (element === 'majorfont' || element === 'minorfont') scheme = element.slice(0, 5)
      else if (element === 'latin' && scheme && typeface) fonts.set(scheme, typeface)
    },
    close(element) {
      if (element === 'majorfont' || element === 'minorfont') scheme = ''
    },
  })
  return fonts
}
