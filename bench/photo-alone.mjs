import { createRequire } from 'node:module'

const sharp = createRequire(new URL('../server/package.json', import.meta.url))('sharp')
const [, , photo] = process.argv

/*
 * The reference for photos: the image library in a warm process makes the server's sizes from one JPEG,
 * decoded once, without writing files.
 */
sharp.cache(false)
process.on('message', async () => {
  const { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: 2560, height: 2560, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const upright = () => sharp(data, { raw: { width, height, channels } })
  await upright().jpeg({ quality: 85, progressive: true }).toBuffer()
  for (const width of [320, 640, 1280, 1920]) {
    await upright().resize({ width }).webp({ quality: 78 }).toBuffer()
  }
  process.send('made')
})
