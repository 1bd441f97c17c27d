import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'
import { readThemeFonts, type ThemeFonts } from './docx.ts'
import { type Attributes, isOn, type OfficeParts, without } from './office-parts.ts'
import { createRunText, lineOf, rowOf } from './run-text.ts'

const MAIN = 'ppt/presentation.xml'
/** Second versions of drawings, and what the program inserts: numbers and dates. */
const LEFT_OUT = new Set(['fallback', 'fld', 'extlst'])

/** Returns the lines of the first slides of a presentation; none of a hidden one. */
export async function readPptx(parts: OfficeParts, maxPages: number): Promise<ReadLine[][]> {
  const targets = await parts.relationsOf(MAIN)
  const slides: string[] = []
  await parts.parse(MAIN, {
    open(name, { relation = '' }) {
      const part = targets.get(relation)
      if (name === 'sldid' && part) slides.push(part)
    },
  })
  const theme = await readThemeFonts(parts, 'ppt/theme/theme1.xml')
  const pages: ReadLine[][] = []
  for (const part of slides.slice(0, maxPages)) {
    const reader = createSlideReader(theme)
    await parts.parse(part, without(LEFT_OUT, reader))
    pages.push(reader.isHidden() ? [] : reader.lines)
  }
  return pages
}

function createSlideReader(theme: ThemeFonts) {
  const lines: ReadLine[] = []
  const text = createRunText()
  /** Kind of the placeholder that is being read; empty: another shape. */
  let place = ''
  let font: string | undefined
  let row: string[] | undefined
  let cell: string[] = []
  let isText = false
  let isSlideHidden = false

  const usual = () => theme.get(isTitle(place) ? 'major' : 'minor')
  const endParagraph = () => {
    const written = text.take()
    if (row) cell.push(written)
    else lines.push(...lineOf(written, isTitle(place) ? 'heading' : place ? 'item' : undefined))
  }

  return {
    lines,
    isHidden: () => isSlideHidden,
    open(name: string, attributes: Attributes) {
      if (name === 'sld') isSlideHidden = !isOn({ val: attributes.show ?? '1' })
      else if (name === 'sp') place = ''
      else if (name === 'ph') place = attributes.type ?? 'body'
      else if (name === 'r') font = undefined
      else if (name === 'latin') font = themed(attributes.typeface, theme)
      else if (name === 'br') text.add(' ', font)
      else if (name === 't') isText = true
      else if (name === 'tr') row = []
      else if (name === 'cnvpr' && attributes.descr) lines.push(...lineOf(attributes.descr.trim()))
    },
    close(name: string) {
      if (name === 'p') endParagraph()
      else if (name === 't') isText = false
      else if (name === 'sp') place = ''
      else if (name === 'tc') {
        row?.push(cell.filter((one) => one !== '').join(' '))
        cell = []
      } else if (name === 'tr' && row) {
        lines.push(...rowOf(row, lines.at(-1)?.[0]?.as === 'cell'))
        row = undefined
      }
    },
    text(written: string) {
      if (isText) text.add(written, font ?? usual())
    },
  }
}

const isTitle = (place: string) => place === 'title' || place === 'ctrTitle'

/** `+mj-lt` and `+mn-lt` are the fonts of the theme. */
function themed(typeface: string | undefined, theme: ThemeFonts): string | undefined {
  if (!typeface?.startsWith('+')) return typeface
  return theme.get(typeface.startsWith('+mj') ? 'major' : 'minor')
}
