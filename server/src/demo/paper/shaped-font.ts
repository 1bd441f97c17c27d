import fs from 'node:fs'
import { createRequire } from 'node:module'
import { create, type FontFile } from 'fontkit'
import { Blob, Face, Font, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'

/*
 * HarfBuzz decides which glyphs stand where: fontkit, which pdfkit would ask by itself, leaves a
 * stray reph in «নির্বাচন» and «ভর্তি» and misses the vowel signs that begin under no headline.
 */

/** One glyph of a shaped text; lengths in thousandths of the font size. */
interface PlacedGlyph {
  id: number
  xAdvance: number
  xOffset: number
  yOffset: number
  /** What the glyph stands for; empty for a mark that belongs to the glyph before it. */
  codePoints: number[]
}

interface ShapedFont {
  /** The face as pdfkit takes it: fontkit's file with HarfBuzz's layout. */
  readonly forPdf: FontFile & { layout(text: string): unknown }
  shape(text: string): readonly PlacedGlyph[]
  /** Width of a text at font size 1. */
  width(text: string): number
  /** Outline of a glyph as SVG path, y upwards, in thousandths of the font size. */
  outline(glyph: number): string
}

const require = createRequire(import.meta.url)
const files = {
  regular: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf',
}
export type Weight = keyof typeof files

const opened = new Map<Weight, ShapedFont>()

/** The typeface of all papers, opened once. */
export function paperFont(weight: Weight): ShapedFont {
  const present = opened.get(weight) ?? openFont(require.resolve(files[weight]))
  opened.set(weight, present)
  return present
}

function openFont(path: string): ShapedFont {
  const bytes = fs.readFileSync(path)
  const file = create(bytes)
  const shaper = new Font(new Face(new Blob(bytes)))
  const toThousandths = 1000 / file.unitsPerEm
  const meaningOf = glyphMeanings(file)
  const shaped = new Map<string, readonly PlacedGlyph[]>()

  const shapeOnce = (text: string): readonly PlacedGlyph[] => {
    const buffer = new ShapingBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    shape(shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const clusters = [...new Set(infos.map((info) => info.cluster))].sort((a, b) => a - b)
    return infos.map(({ codepoint: id, cluster }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const next = clusters[clusters.indexOf(cluster) + 1] ?? text.length
      const ids = infos.filter((info) => info.cluster === cluster).map((info) => info.codepoint)
      return {
        id,
        xAdvance: xAdvance * toThousandths,
        xOffset: xOffset * toThousandths,
        yOffset: yOffset * toThousandths,
        codePoints: meaningInCluster(id, ids, text.slice(cluster, next), meaningOf),
      }
    })
  }

  const font: Omit<ShapedFont, 'forPdf'> = {
    shape(text) {
      const known = shaped.get(text) ?? shapeOnce(text)
      shaped.set(text, known)
      return known
    },
    width(text) {
      return font.shape(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0) / 1000
    },
    outline: (glyph) => shaper.glyphToPath(glyph),
  }
  const forPdf = Object.assign(Object.create(file) as FontFile, {
    layout(text: string) {
      const glyphs = font.shape(text)
      return {
        glyphs: glyphs.map(({ id, codePoints }) => ({
          id,
          codePoints,
          advanceWidth: file.getGlyph(id).advanceWidth,
        })),
        // New objects each time: pdfkit scales them in place.
        positions: glyphs.map(({ xAdvance, xOffset, yOffset }) => ({
          ...{ xAdvance: xAdvance / toThousandths, yAdvance: 0 },
          ...{ xOffset: xOffset / toThousandths, yOffset: yOffset / toThousandths },
        })),
        advanceWidth: glyphs.reduce((sum, { xAdvance }) => sum + xAdvance / toThousandths, 0),
      }
    },
  })
  return { ...font, forPdf }
}

/** What glyphs stand for: by the font's table, or by names such as «uni099509CD09B7.half». */
function glyphMeanings(file: FontFile): (glyph: number) => number[] | undefined {
  const byGlyph = new Map(
    file.characterSet.map((codePoint) => [file.glyphForCodePoint(codePoint).id, codePoint]),
  )
  return (glyph) => {
    const character = byGlyph.get(glyph)
    if (character !== undefined) return [character]
    const [, hex = ''] = /^uni((?:[0-9A-F]{4})+)/.exec(file.getGlyph(glyph).name) ?? []
    return hex.match(/.{4}/g)?.map((code) => Number.parseInt(code, 16))
  }
}

/**
 * What one glyph of a cluster means to a reader that ignores the text beside the glyphs: what it
 * stands for by itself, or, for the first that stands for nothing, what no other one does.
 */
function meaningInCluster(
  glyph: number,
  ids: readonly number[],
  text: string,
  meaningOf: (glyph: number) => number[] | undefined,
): number[] {
  const own = meaningOf(glyph)
  if (own) return own
  if (ids.find((id) => !meaningOf(id)) !== glyph) return []
  const others = new Set(ids.flatMap((id) => meaningOf(id) ?? []))
  return Array.from(text, (char) => char.codePointAt(0) ?? 0).filter((code) => !others.has(code))
}
