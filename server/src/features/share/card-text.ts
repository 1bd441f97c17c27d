import { createRequire } from 'node:module'
import sharp from 'sharp'

/*
 * The image library sets Bengali by itself (Pango and HarfBuzz): conjuncts come out right, but only
 * from a TTF. From a WOFF it draws empty boxes and says nothing.
 */
const require = createRequire(import.meta.url)
const FAMILY = 'Noto Sans Bengali'
const files = {
  regular: '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf',
}

interface CardTextStyle {
  /** Pixels. */
  size: number
  weight: keyof typeof files
  /** `#rrggbb` */
  color: string
  /** Pixels at which lines break. */
  width: number
}

/** A text as pixels, cut to its ink. */
export interface RenderedText {
  png: Buffer
  width: number
  height: number
}

/**
 * Sets a text in one or more lines. Signs that it cannot draw are left out; where none is left, an
 * ellipsis is drawn.
 */
export async function renderText(
  text: string,
  { size, weight, color, width }: CardTextStyle,
): Promise<RenderedText> {
  const face = weight === 'bold' ? `${FAMILY} Bold` : FAMILY
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${markup(text)}</span>`,
      // At 72 dots to the inch a point is a pixel.
      ...{ font: `${face} ${size}`, fontfile: require.resolve(files[weight]), dpi: 72 },
      ...{ width, rgba: true, wrap: 'word-char', spacing: Math.round(size * 0.08) },
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** The largest of `sizes` at which a text is at most `height` tall; cut short if none does. */
export async function renderFittingText(
  text: string,
  style: Omit<CardTextStyle, 'size'>,
  { sizes, height }: { sizes: readonly number[]; height: number },
): Promise<RenderedText> {
  let size = 0
  for (size of sizes) {
    const drawn = await renderText(text, { ...style, size })
    if (drawn.height <= height) return drawn
  }
  const letters = lettersOf(text)
  let fits = 1
  let tooMany = letters.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const drawn = await renderText(cutShort(letters, middle), { ...style, size })
    if (drawn.height <= height) fits = middle
    else tooMany = middle
  }
  return renderText(cutShort(letters, fits), { ...style, size })
}

/** The letters as a reader counts them: a conjunct with its vowel sign is one. */
export function lettersOf(text: string): string[] {
  const segments = new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text)
  const letters: string[] = []
  for (const { segment } of segments) {
    // Older rules of Unicode part a conjunct after its hasant.
    const last = letters.at(-1)
    if (last && /\u09cd\u200d?$/.test(last) && /^[\u0985-\u09b9\u09dc-\u09df]/.test(segment)) {
      letters[letters.length - 1] = last + segment
    } else letters.push(segment)
  }
  return letters
}

const LONGEST_WORD = 20

/** The first letters and an ellipsis, without the torn beginning of a word of ordinary length. */
export function cutShort(letters: readonly string[], count: number): string {
  const kept = letters.slice(0, count)
  if (letters[count] === ' ') return `${kept.join('')}…`
  const blank = kept.lastIndexOf(' ')
  const end = blank > 0 && kept.length - blank <= LONGEST_WORD ? blank : kept.length
  return `${kept.slice(0, end).join('').trimEnd()}…`
}

/** What the library's markup or the typeface does not know: control characters, small pictures. */
const UNDRAWABLE = /[\p{Cc}\p{Cs}\ufffe\uffff\p{Emoji_Presentation}]|\ufe0f/gu

/** A text as the library's markup takes it. */
function markup(text: string): string {
  const plain = text.replace(UNDRAWABLE, ' ').trim()
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') || '…'
}
