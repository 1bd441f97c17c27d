import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { seeded } from '../many-notices.mjs'
import { CACHE } from './print.mjs'

/*
 * What happens to a paper on its way to the website. Each condition turns the picture of 300 dpi into a
 * file; the same seed makes the same file.
 */

/** A4 at 300 dpi is 2480 pixels wide. */
const widthAt = (dpi) => Math.round((2480 * dpi) / 300)

/** @type {Record<string, { extension: string, make?: (id: string, to: string) => Promise<unknown> }>} */
export const conditions = {
  pdf: { extension: 'pdf' },
  bijoy: { extension: 'pdf' },
  'clean-150': { extension: 'png', make: clean(150) },
  'clean-200': { extension: 'png', make: clean(200) },
  'clean-300': { extension: 'png', make: clean(300) },
  'scan-150': { extension: 'jpg', make: scan(150) },
  'scan-200': { extension: 'jpg', make: scan(200) },
  stamped: { extension: 'jpg', make: scan(200, { stamp: true }) },
  photo: { extension: 'jpg', make: photo({ width: 2560, quality: 80 }) },
  messenger: { extension: 'jpg', make: photo({ width: 1280, quality: 60 }) },
}

/** Returns the file of a paper in a condition, which is made once. */
export async function fileOf(id, condition) {
  if (condition === 'pdf') return path.join(CACHE, `${id}.pdf`)
  if (condition === 'bijoy') return path.join(CACHE, `${id}-bijoy.pdf`)
  const { extension, make } = conditions[condition]
  const file = path.join(CACHE, `${id}-${condition}.${extension}`)
  if (!fs.existsSync(file)) await make(id, file)
  return file
}

const source = (id) => path.join(CACHE, `${id}-300.png`)

function clean(dpi) {
  return (id, to) => sharp(source(id)).resize(widthAt(dpi)).greyscale().png().toFile(to)
}

/** A scan of an office: a little turned and off-white, with noise. */
function scan(dpi, { stamp = false } = {}) {
  return async (id, to) => {
    const random = seeded(id.length * 31 + dpi)
    const turn = 1.5 * (random() < 0.5 ? -1 : 1)
    let paper = sharp(source(id))
    if (stamp) {
      const stamped = paper.flatten().composite([{ input: stampOf(random) }])
      paper = sharp(await stamped.removeAlpha().png().toBuffer())
    }
    const { data, info } = await sharp(await paper.resize(widthAt(dpi)).toBuffer())
      .rotate(turn, { background: '#f4f1e8' })
      .blur(0.5)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let at = 0; at < data.length; at += 3) {
      const noise = (random() + random() + random() - 1.5) * 26
      for (let n = 0; n < 3; n += 1) data[at + n] = limit(data[at + n] * 0.93 + noise - 3 * n)
    }
    await sharp(data, { raw: info }).jpeg({ quality: 60 }).toFile(to)
  }
}

const limit = (value) => Math.max(0, Math.min(255, Math.round(value)))

/** A round violet stamp and a signature in blue ink, over the text at the foot and in the middle. */
function stampOf(random) {
  const x = 1500 + 500 * random()
  const y = 1100 + 900 * random()
  const signature = Array.from({ length: 14 }, (_, n) => {
    const at = (dx, dy) => `${x - 300 + n * 36 + dx} ${y + 120 + dy}`
    return `S ${at(10, -90 * random())} ${at(26, 60 * random() - 30)}`
  }).join(' ')
  return Buffer.from(`<svg width="2480" height="3496">
    <g fill="none" stroke="#5b3fa8" stroke-opacity=".75">
      <circle cx="${x}" cy="${y}" r="210" stroke-width="9"/><circle cx="${x}" cy="${y}" r="150" stroke-width="5"/>
    </g>
    <g fill="#5b3fa8" fill-opacity=".75" font-family="sans-serif" font-weight="bold" text-anchor="middle">
      <text x="${x}" y="${y - 20}" font-size="46">HEAD TEACHER</text><text x="${x}" y="${y + 50}" font-size="40">RECEIVED</text>
    </g>
    <path d="M ${x - 320} ${y + 130} ${signature}" fill="none" stroke="#1a3f9c" stroke-width="8"/>
  </svg>`)
}

/** Inches of the photo's resolution do not matter: paper on a desk, aslant, curled, half in shadow. */
function photo({ width, quality }) {
  return async (id, to) => {
    const random = seeded(id.length * 57 + 7)
    const paper = await sharp(source(id))
      .resize(1900)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const size = { width: 1920, height: 2560 }
    const corners = [
      [150 + 90 * random(), 130 + 60 * random()],
      [1740 + 90 * random(), 110 + 90 * random()],
      [1790 + 70 * random(), 2370 + 80 * random()],
      [70 + 80 * random(), 2390 + 80 * random()],
    ]
    const curl = 14 + 12 * random()
    const data = drawn(paper, size, corners, curl, random)
    await sharp(data, { raw: { ...size, channels: 3 } })
      .resize({ height: width })
      .blur(0.6)
      .jpeg({ quality })
      .toFile(to)
  }
}

function drawn({ data: paper, info }, { width, height }, corners, curl, random) {
  const data = Buffer.alloc(width * height * 3)
  const toPaper = homography(corners, [
    [0, 0],
    [info.width, 0],
    [info.width, info.height],
    [0, info.height],
  ])
  const shadowAt = 500 + 900 * random()
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 3 * (y * width + x)
      const [u, flat] = toPaper(x, y)
      const v =
        flat + curl * Math.sin((Math.PI * u) / info.width) * (0.4 + (0.6 * flat) / info.height)
      const shade = 1 / (1 + Math.exp((x + 0.35 * y - shadowAt) / 90))
      const light = (0.62 + 0.3 * (1 - shade)) * (1 - 0.12 * (y / height))
      const noise = (random() + random() - 1) * 11
      const isPaper = u >= 0 && v >= 0 && u < info.width - 1 && v < info.height - 1
      for (let n = 0; n < 3; n += 1) {
        const value = isPaper
          ? bilinear(paper, info.width, 3, u, v, n) * 0.95
          : [108, 74, 48][n] + 12 * Math.sin(y / 9 + Math.sin(x / 130) * 3)
        data[at + n] = limit(value * light * [1, 0.985, 0.94][n] + noise)
      }
    }
  }
  return data
}

function bilinear(data, width, channels, u, v, n) {
  const x = Math.floor(u)
  const y = Math.floor(v)
  const at = (y * width + x) * channels + n
  const below = at + width * channels
  const above = data[at] * (1 - u + x) + data[at + channels] * (u - x)
  return (
    above * (1 - v + y) + (data[below] * (1 - u + x) + data[below + channels] * (u - x)) * (v - y)
  )
}

/** Returns the projective map that takes four points to four others. */
function homography(from, to) {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n]
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  for (let n = 0; n < 8; n += 1) {
    const pivot = rows.findIndex((row, at) => at >= n && Math.abs(row[n]) > 1e-9)
    ;[rows[n], rows[pivot]] = [rows[pivot], rows[n]]
    for (const [at, row] of rows.entries()) {
      if (at === n) continue
      const factor = row[n] / rows[n][n]
      for (let m = n; m < 9; m += 1) row[m] -= factor * rows[n][m]
    }
  }
  const [a, b, c, d, e, f, g, h] = rows.map((row, n) => row[8] / row[n])
  return (x, y) => {
    const w = g * x + h * y + 1
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  }
}
