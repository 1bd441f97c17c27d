import fs from 'node:fs/promises'
import path from 'node:path'
import { SHARE_CARD } from '@bidyaloy/shared/site-addresses'
import sharp, { type OverlayOptions } from 'sharp'
import { encode } from 'uqr'
import { type RenderedText, renderFittingText, renderText } from './card-text.ts'

/** What a share card shows. */
export interface CardContent {
  /** Text in the band at the top: the school's name. */
  school: string
  /** In a box of its own before the label: «জরুরি». */
  mark?: string
  /** Kind of the entry, such as «নোটিশ»; empty on the card of the site. */
  label: string
  title: string
  /** Beginning of the text, shown if the title leaves room; empty without one. */
  text: string
  /** Small text below the title, such as a date. */
  foot: string
  /** Address without the protocol; empty if it is unknown. */
  address: string
  /** Whole address of the entry's page, as a code. */
  code?: string
}

/** Contents of a square icon with the crest. */
export interface IconContent {
  /** Pixels. */
  side: number
  /** Size of the crest as a share of the side, from 0 to 1. */
  share: number
  /** Whether the background is filled; otherwise it is transparent. */
  filled: boolean
}

/** A job of the card process. */
export interface CardJob {
  content: CardContent | IconContent
  /** Path of the crest: the built-in SVG or an upload. */
  crest: string
  /** Path of a photo that fills a share card, instead of its texts. */
  photo?: string
  /** Path of the PNG to write, or of the JPEG with a photo. */
  file: string
}

/** Colours of the light theme (`tokens.css` of the web). */
const colors = {
  band: '#00573f',
  onBand: '#ffffff',
  bandThread: 'rgba(255,255,255,0.42)',
  background: '#fefdf9',
  ink: '#14231c',
  quiet: '#46564d',
  urgent: '#b9321a',
  thread: '#8bb5a2',
}

const TRANSPARENT = 'rgba(0,0,0,0)'

const { width: WIDTH, height: HEIGHT } = SHARE_CARD
const MARGIN = 64
const BAND = 140
const CREST = 96
/** Side of the code in the band: about four pixels for a module. */
const CODE = 116
/** Top of the line above the footer. */
const RULE = HEIGHT - 104
/** Between title and text, and the least height for the text: two lines. */
const TEXT_GAP = 28
const TEXT_ROOM = 90
const inner = WIDTH - 2 * MARGIN

/** Renders a share card or an icon and writes it. */
export async function renderCard({ content, crest, photo, file }: CardJob): Promise<void> {
  if (photo && 'school' in content) {
    const picture = await renderPhotoCard(content, crest, photo)
    await picture.jpeg({ quality: 82, progressive: true, mozjpeg: true }).toFile(file)
    return
  }
  const picture =
    'side' in content ? await renderIcon(content, crest) : await renderShareCard(content, crest)
  await picture.png({ palette: true, effort: 7 }).toFile(file)
}

async function renderIcon({ side, share, filled }: IconContent, crest: string) {
  const inner = Math.round(side * share)
  const background = filled ? colors.background : TRANSPARENT
  return sharp({ create: { width: side, height: side, channels: 4, background } }).composite([
    { input: await renderCrest(crest, inner) },
  ])
}

/** The middle of the photo above the band of the school. */
async function renderPhotoCard(content: CardContent, crest: string, photo: string) {
  const top = HEIGHT - BAND
  const resized = await sharp(photo).resize(WIDTH, top, { fit: 'cover' }).toBuffer()
  return sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: colors.band },
  }).composite([
    { input: resized, left: 0, top: 0 },
    ...(await schoolBand(content, crest, top + 8)),
  ])
}

/** Returns crest and name of the school, and the code of the page, for a band of `BAND` pixels. */
async function schoolBand(
  { school, code }: Pick<CardContent, 'school' | 'code'>,
  crest: string,
  top: number,
): Promise<OverlayOptions[]> {
  const beside = MARGIN + CREST + 24
  const room = WIDTH - beside - MARGIN - (code ? CODE + 24 : 0)
  const name = await renderFittingText(
    school,
    { weight: 'bold', color: colors.onBand, width: room },
    { sizes: [40, 34, 28], height: 84 },
  )
  return [
    {
      input: await renderCrest(crest, CREST),
      left: MARGIN,
      top: Math.round(top + (BAND - 8 - CREST) / 2),
    },
    at(name, beside, top + BAND / 2 - 4 - name.height / 2),
    ...(code ? [{ input: codePicture(code), left: WIDTH - MARGIN - CODE, top: top + 8 }] : []),
  ]
}

/** Returns a QR code on white, with the margin that cameras need. */
function codePicture(text: string): Buffer {
  const { size, data } = encode(text, { border: 2 })
  const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CODE}" height="${CODE}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${modules.join('')}"/></svg>`,
  )
}

async function renderShareCard(content: CardContent, crest: string) {
  const { mark, label, title, text, foot, address } = content
  const kind = label ? await renderText(label, quietly({ size: 28, color: colors.band })) : null
  const urgent = mark ? await renderMark(mark) : null
  const left = MARGIN + (urgent ? urgent.width + 20 : 0)
  const top = BAND + 44 + (kind ? kind.height + 26 : 0)
  const heading = await renderFittingText(
    title,
    { weight: 'bold', color: colors.ink, width: inner },
    // Names of schools fit into a line.
    { sizes: label ? [68, 58, 50, 46] : [58, 50, 46], height: RULE - 28 - top },
  )
  const room = RULE - 28 - top - heading.height - TEXT_GAP
  const beginning =
    text && room >= TEXT_ROOM
      ? await renderFittingText(
          text,
          { weight: 'regular', color: colors.quiet, width: inner },
          { sizes: [36, 32], height: room },
        )
      : null
  const below = beginning ? TEXT_GAP + beginning.height : 0
  // Short texts are centred in their space, long ones fill it.
  const headingTop = top + Math.max(0, (RULE - 28 - top - heading.height - below) / 2.6)
  const small = foot ? await renderText(foot, quietly({ size: 28, color: colors.quiet })) : null
  const place = address
    ? await renderText(address, quietly({ size: 26, color: colors.quiet }))
    : null
  const footMiddle = RULE + (HEIGHT - RULE) / 2 - 4
  const texts: (OverlayOptions | null)[] = [
    urgent && at(urgent, MARGIN, BAND + 32),
    kind && at(kind, left, BAND + 44),
    at(heading, MARGIN, headingTop),
    beginning && at(beginning, MARGIN, headingTop + heading.height + TEXT_GAP),
    small && at(small, MARGIN, footMiddle - small.height / 2),
    place && at(place, WIDTH - MARGIN - place.width, footMiddle - place.height / 2),
  ]
  return sharp(Buffer.from(background(label === ''))).composite([
    ...(await schoolBand(content, crest, 0)),
    ...texts.filter((text) => text !== null),
  ])
}

/** Renders a word in white on a box. */
async function renderMark(mark: string): Promise<RenderedText> {
  const style = { size: 28, weight: 'bold', color: colors.onBand, width: inner } as const
  const text = await renderText(mark, style)
  const [width, height] = [text.width + 32, text.height + 24]
  const box = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="8" fill="${colors.urgent}"/></svg>`
  const png = await sharp(Buffer.from(box))
    .composite([{ input: text.png, left: 16, top: 12 }])
    .png()
    .toBuffer()
  return { png, width, height }
}

/** Renders the whole crest into a square of `side` pixels, with its own proportions. */
async function renderCrest(crest: string, side: number): Promise<Buffer> {
  // Only the built-in crest is an SVG. It is read from memory, so that sharp opens no SVG file.
  const source = path.extname(crest) === '.svg' ? await fs.readFile(crest) : crest
  return sharp(source, { density: 72 * (side / 120) * 2 })
    .resize(side, side, { fit: 'contain', background: TRANSPARENT })
    .png()
    .toBuffer()
}

function quietly(style: { size: number; color: string }) {
  return {
    ...style,
    weight: style.color === colors.band ? 'bold' : 'regular',
    width: inner,
  } as const
}

function at({ png, width, height }: RenderedText, left: number, top: number): OverlayOptions {
  return {
    input: png,
    left: Math.round(Math.max(0, Math.min(left, WIDTH - width))),
    top: Math.round(Math.max(0, Math.min(top, HEIGHT - height))),
  }
}

/** Returns the background with its band and two dashed lines. */
function background(isSite: boolean): string {
  const stitch = (y: number, color: string, from = 0, to: number = WIDTH) =>
    `<path d="M${from} ${y}H${to}" stroke="${color}" stroke-width="3" stroke-dasharray="14 9" stroke-linecap="round"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${colors.background}"/>
<rect width="${WIDTH}" height="${BAND}" fill="${colors.band}"/>
${stitch(BAND - 10, colors.bandThread)}
${stitch(RULE, colors.thread, MARGIN, WIDTH - MARGIN)}
<rect y="${HEIGHT - (isSite ? 16 : 12)}" width="${WIDTH}" height="16" fill="${colors.band}"/>
</svg>`
}
