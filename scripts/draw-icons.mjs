import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { root } from './build.mjs'

/**
 * Draws the raster icons that phones ask for anew: `node scripts/draw-icons.mjs`, whenever the crest
 * has changed. They are small and rarely change, so they lie beside it in `web/public`.
 */
const GREEN = '#00573f'
const folder = path.join(root, 'web', 'public')
const crest = fs.readFileSync(path.join(folder, 'favicon.svg'))

/** `share` of the side belongs to the crest; without `ground` the corners stay clear. */
const icons = [
  { name: 'icon-192.png', side: 192, share: 1 },
  { name: 'icon-512.png', side: 512, share: 1 },
  // Phones cut these to their own shape: what matters lies within 80 percent.
  { name: 'icon-maskable-512.png', side: 512, share: 0.78, ground: GREEN },
  { name: 'apple-touch-icon.png', side: 180, share: 0.9, ground: GREEN },
]

for (const { name, side, share, ground } of icons) {
  const inner = Math.round(side * share)
  const drawn = await sharp(crest, { density: (72 * inner) / 120 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: drawn }])
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, name))
}
