import sharp from 'sharp'
import { paperFont } from './shaped-font.ts'
import { SHEET, type Sheet } from './sheet.ts'

/** Pixels to a point: about 150 dpi, as office scanners are set. */
const SCALE = 2.08
const PAPER = '#f6f3ea'

/**
 * Draws the first page of a paper as an office scanner would give it: a little askew, on paper
 * that is not quite white. The letters are outlines, so that no font of the machine matters.
 */
export async function paperAsScan(
  format: 'png' | 'jpeg',
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const parts: string[] = []
  draw(svgSheet(parts))
  const { width, height } = SHEET
  const pixels = `width="${Math.round(width * SCALE)}" height="${Math.round(height * SCALE)}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${pixels} viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="shade"><stop stop-color="#000" stop-opacity=".16"/><stop offset=".05" stop-opacity="0"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="${PAPER}"/>
<g transform="rotate(-.6 ${width / 2} ${height / 2})">${parts.join('')}</g>
<rect width="${width}" height="${height}" fill="url(#shade)"/></svg>`
  const picture = sharp(Buffer.from(svg)).flatten({ background: PAPER }).blur(0.5)
  return format === 'png'
    ? picture.png({ palette: true, colours: 32, effort: 4 }).toBuffer()
    : picture.jpeg({ quality: 62, mozjpeg: true }).toBuffer()
}

function svgSheet(parts: string[]): Sheet {
  let onFirstPage = true
  const add = (part: string) => {
    if (onFirstPage) parts.push(part)
  }
  return {
    word(word, x, baseline, { size, weight = 'regular', color = '#1c1a18' }) {
      const font = paperFont(weight)
      const unit = size / 1000
      let pen = 0
      const glyphs = font.shape(word).map(({ id, xAdvance, xOffset, yOffset }) => {
        const at = `translate(${pen + xOffset} ${yOffset})`
        pen += xAdvance
        return `<path transform="${at}" d="${font.outline(id)}"/>`
      })
      const place = `translate(${x} ${baseline}) scale(${unit} ${-unit})`
      add(`<g transform="${place}" fill="${color}">${glyphs.join('')}</g>`)
    },
    line([x1, y1], [x2, y2], width, color = '#1c1a18') {
      add(`<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${color}" stroke-width="${width}"/>`)
    },
    fill(x, y, width, height, color) {
      add(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}"/>`)
    },
    stroke(path, width, color) {
      add(`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`)
    },
    nextPage() {
      onFirstPage = false
    },
  }
}
