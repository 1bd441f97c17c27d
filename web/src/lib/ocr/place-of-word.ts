import type { WordBox } from '@bidyaloy/shared/lib/ocr/read-page'

/** Share of the page around a word that is shown with it, in thousandths. */
const AROUND = { width: 260, height: 30 }
/** Room between a word and its frame. */
const FRAME = 4
const WHOLE: WordBox = [0, 0, 1000, 1000]

/**
 * Returns the attributes of an SVG that shows the place of a word in the picture of its page.
 * @param picture its size in pixels, and the part of the page that it shows, in thousandths
 */
export function placeOfWord(
  [left, top, wide, high]: WordBox,
  picture: { width: number; height: number; part?: WordBox | undefined },
) {
  const { width, height, part = WHOLE } = picture
  const shownWide = Math.min(1000, Math.max(1.3 * wide, AROUND.width))
  const shownHigh = Math.min(1000, Math.max(1.8 * high, AROUND.height))
  const x = Math.min(1000 - shownWide, Math.max(0, left + (wide - shownWide) / 2))
  const y = Math.min(1000 - shownHigh, Math.max(0, top + (high - shownHigh) / 2))
  const [partLeft, partTop, partWide, partHigh] = part
  // From thousandths of the page to pixels of the picture.
  const across = (value: number) => (value * width) / partWide
  const down = (value: number) => (value * height) / partHigh
  return {
    viewBox: [across(x), down(y), across(shownWide), down(shownHigh)],
    image: { x: across(partLeft), y: down(partTop), width, height },
    frame: {
      x: across(left - FRAME),
      y: down(top - FRAME),
      width: across(wide + 2 * FRAME),
      height: down(high + 2 * FRAME),
    },
  }
}
