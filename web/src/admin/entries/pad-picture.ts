/*
 * Draws what is printed. Browsers draw HTML on a canvas only as an SVG, which loads nothing: styles, fonts
 * and pictures have to be in it.
 */

/** In CSS pixels: A4, with the margins of print, and the height of three pages, beyond which it is cut. */
const WIDTH = 794
const MARGIN = 68
const MAX_HEIGHT = 3 * 1123
/** Pixels of the picture per CSS pixel. */
const SCALE = 1.5
/** A pixel as 32 bits. */
const WHITE = 0xffffffff

/** Draws an element that only print shows, as high as what is in it. */
export async function drawPrinted(element: HTMLElement): Promise<HTMLCanvasElement> {
  const copy = element.cloneNode(true) as HTMLElement
  for (const source of copy.querySelectorAll('source')) source.remove()
  await Promise.all([...copy.querySelectorAll('img')].map(embedPicture))
  const sheets = await Promise.all([...document.styleSheets].map(printStyles))
  const html = new XMLSerializer().serializeToString(copy)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${MAX_HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${MAX_HEIGHT}"><style><![CDATA[${sheets.join('\n')}]]></style><foreignObject width="${WIDTH}" height="${MAX_HEIGHT}"><body xmlns="http://www.w3.org/1999/xhtml" style="padding:${MARGIN}px;background:#fff">${html}</body></foreignObject></svg>`
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const whole = canvasOf(WIDTH * SCALE, MAX_HEIGHT * SCALE)
  whole.context.drawImage(picture, 0, 0)
  const height = Math.min(usedRows(whole.context) + MARGIN * SCALE, MAX_HEIGHT * SCALE)
  const cut = canvasOf(WIDTH * SCALE, height)
  cut.context.drawImage(whole.canvas, 0, 0)
  return cut.canvas
}

function canvasOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return { canvas, context }
}

/** Returns the number of rows from the first to the last one that is not white. */
function usedRows(context: CanvasRenderingContext2D): number {
  const { width, height } = context.canvas
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const last = pixels.findLastIndex((pixel) => pixel !== WHITE)
  return Math.ceil((last + 1) / width)
}

async function embedPicture(picture: HTMLImageElement): Promise<void> {
  picture.removeAttribute('srcset')
  picture.loading = 'eager'
  picture.src = await dataUrl(picture.src)
}

async function dataUrl(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const blob = await response.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

/** Returns the rules of a style sheet as they are in print, with its fonts. */
async function printStyles(sheet: CSSStyleSheet): Promise<string> {
  const css = printRules([...sheet.cssRules])
  const urls = [...css.matchAll(/url\("([^")]+\.woff2)"\)/g)].map(([, url = '']) => url)
  const found = await Promise.all(
    urls.map(async (url) => {
      const address = new URL(url, sheet.href ?? location.href).href
      return [url, await dataUrl(address)] as const
    }),
  )
  return found.reduce((text, [url, data]) => text.replaceAll(url, data), css)
}

function printRules(rules: readonly CSSRule[]): string {
  return rules
    .map((rule) => {
      // In newer browsers, rules of styles are groups, too.
      if (rule instanceof CSSStyleRule || !(rule instanceof CSSGroupingRule)) return rule.cssText
      const inner = printRules([...rule.cssRules])
      if (!(rule instanceof CSSMediaRule)) return rule.cssText.replace(/\{.*$/s, `{${inner}}`)
      const { mediaText } = rule.media
      if (mediaText === 'print') return inner
      return mediaText.startsWith('screen') ? '' : `@media ${mediaText}{${inner}}`
    })
    .join('\n')
}
