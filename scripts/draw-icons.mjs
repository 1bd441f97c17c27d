import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { root } from './build.mjs'

/**
 * Renders the raster icons from the crest. Run `node scripts/draw-icons.mjs` after changing the crest.
 * The icons are small and rarely change, so they are committed in `web/public`.
 */
const GREEN = '#00573f'
const folder = path.join(root, 'web', 'public')
const crest = fs.readFileSync(path.join(folder, 'favicon.svg'))

/** `share`: crest size relative to the side. Without `ground` the corners are transparent. */
const icons = [
  { name: 'icon-192.png', side: 192, share: 1 },
  { name: 'icon-512.png', side: 512, share: 1 },
  // Phones crop maskable icons; the safe zone is 80 percent.
  { name: 'icon-maskable-512.png', side: 512, share: 0.78, ground: GREEN },
  { name: 'apple-touch-icon.png', side: 180, share: 0.9, ground: GREEN },
]

for (const { name, side, share, ground } of icons) {
  const inner = Math.round(side * share)
  const picture = await sharp(crest, { density: (72 * inner) / 120 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: picture }])
    .png({ palette: true, effort: 10 })
    .toFile(path.join(folder, name))
}
