import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const LARGEST_BYTES = 60 * 1024
/** Scale and quality, best first. Text is still legible in the last. */
const QUALITIES = [
  [1, 82],
  [1, 70],
  [0.85, 72],
  [0.7, 72],
  [0.7, 60],
]

/**
 * Opens the output folder, with the list of picture sizes that the dashboard reads.
 * @param {string} folder old pictures in it are deleted
 * @param {number} scale screenshot pixels per CSS pixel
 */
export function openPictureFolder(folder, scale) {
  fs.mkdirSync(path.join(folder, 'readme'), { recursive: true })
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (name.endsWith('.webp')) fs.rmSync(path.join(folder, name))
  }
  const sizes = {}
  return {
    /**
     * Saves a screenshot as WebP in the best quality within the byte limit.
     * @param {string} name without extension
     * @param {Buffer} png
     * @param {number} [most] height from the top, in CSS pixels
     */
    async save(name, png, most) {
      const whole = await sharp(png).metadata()
      const height = Math.min(whole.height, most ? Math.round(most * scale) : whole.height)
      const { width } = whole
      const part = sharp(png).extract({ left: 0, top: 0, width, height })
      for (const [share, quality] of QUALITIES) {
        const bytes = await part
          .clone()
          .resize({ width: Math.round(width * share) })
          .webp({ quality, effort: 6 })
          .toBuffer()
        if (bytes.length > LARGEST_BYTES) continue
        const file = `${name}.webp`
        fs.writeFileSync(path.join(folder, file), bytes)
        // Pictures of the README are not part of the dashboard.
        if (!name.includes('/'))
          sizes[file] = { width: Math.round(width / scale), height: Math.round(height / scale) }
        process.stdout.write(
          `${file}: ${Math.ceil(bytes.length / 1024)} kB (${share}, ${quality})\n`,
        )
        return
      }
      throw new Error(`${name} does not fit into ${LARGEST_BYTES} bytes`)
    },
    /** Writes the list of sizes in CSS pixels. */
    close() {
      const lines = Object.keys(sizes)
        .sort()
        .map(
          (file) =>
            `  "${file}": { "width": ${sizes[file].width}, "height": ${sizes[file].height} }`,
        )
      fs.writeFileSync(path.join(folder, 'sizes.json'), `{\n${lines.join(',\n')}\n}\n`)
    },
  }
}
