import { createRequire } from 'node:module'
import sharp from 'sharp'

/* Sharp shapes Bengali text with Pango and HarfBuzz, but needs TTF fonts: WOFF fonts render as boxes. */
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
  /** Width in pixels at which lines break. */
  width: number
}

/** A text as a picture, trimmed to its ink. */
export interface RenderedText {
  png: Buffer
  width: number
  height: number
}

/**
 * Renders a text in one or more lines. Characters that cannot be rendered are left out; a text without
 * others becomes an ellipsis.
 */
export async function renderText(
  text: string,
  { size, weight, color, width }: CardTextStyle,
): Promise<RenderedText> {
  const face = weight === 'bold' ? `${FAMILY} Bold` : FAMILY
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${markup(text)}</span>`,
      font: `${face} ${size}`,
      fontfile: require.resolve(files[weight]),
      // One point is one pixel.
      dpi: 72,
      width,
      rgba: true,
      wrap: 'word-char',
      spacing: Math.round(size * 0.08),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** Renders a text at the largest of `sizes` that fits into `height`; shortens it if none does. */
export async function renderFittingText(
  text: string,
  style: Omit<CardTextStyle, 'size'>,
  { sizes, height }: { sizes: readonly number[]; height: number },
): Promise<RenderedText> {
  let size = 0
  for (size of sizes) {
    const rendered = await renderText(text, { ...style, size })
    if (rendered.height <= height) return rendered
  }
  const letters = lettersOf(text)
  let fits = 1
  let tooMany = letters.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const rendered = await renderText(cutShort(letters, middle), { ...style, size })
    if (rendered.height <= height) fits = middle
    else tooMany = middle
  }
  return renderText(cutShort(letters, fits), { ...style, size })
}

/** Splits a text into letters as readers count them; a conjunct with its vowel sign is one. */
export function lettersOf(text: string): string[] {
  const segments = new Intl.Segmenter('bn', { granularity: 'grapheme' }).segment(text)
  const letters: string[] = []
  for (const { segment } of segments) {
    // Older versions of Unicode split a conjunct after its hasant.
    const last = letters.at(-1)
    if (last && /\u09cd\u200d?$/.test(last) && /^[\u0985-\u09b9\u09dc-\u09df]/.test(segment)) {
      letters[letters.length - 1] = last + segment
    } else letters.push(segment)
  }
  return letters
}

const MAX_WORD = 20

/** Returns the first letters and an ellipsis, without the beginning of a split word of up to 20 letters. */
export function cutShort(letters: readonly string[], count: number): string {
  const shown = letters.slice(0, count)
  if (letters[count] === ' ') return `${shown.join('')}…`
  const blank = shown.lastIndexOf(' ')
  const end = blank > 0 && shown.length - blank <= MAX_WORD ? blank : shown.length
  return `${shown.slice(0, end).join('').trimEnd()}…`
}

/** Characters that Pango's markup or the font does not support: control characters, emoji. */
const UNSUPPORTED = /[\p{Cc}\p{Cs}\ufffe\uffff\p{Emoji_Presentation}]|\ufe0f/gu

/** Escapes a text for Pango's markup. */
function markup(text: string): string {
  const plain = text.replace(UNSUPPORTED, ' ').trim()
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') || '…'
}
