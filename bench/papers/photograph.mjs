import { seeded } from '../many-notices.mjs'

/**
 * @typedef {object} Rgb
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} data red, green, blue
 */

/**
 * @typedef {object} Scene
 * @property {(x: number, y: number, noise: (x: number, y: number) => number) => readonly number[]} desk colour at a place, in
 *   widths of the picture
 * @property {number} [turn] degrees
 * @property {number} [tilt] how much nearer one end of the sheet is
 * @property {number} [fill] share of the picture's height that the sheet takes
 * @property {boolean} [shadow] a hand's soft shadow over desk and sheet
 * @property {boolean} [finger] a finger on a corner
 * @property {number} [curl] how far the sheet's edges bow, in heights of the sheet
 * @property {Rgb} [beneath] a second sheet below
 * @property {number} [light] brightness of the middle; the borders are darker by `vignette`
 * @property {number} [vignette]
 * @property {number} [noise] standard deviation in grey levels
 */

const smoothstep = (from, to, value) => {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** Smooth noise between 0 and 1 over the plane. */
function plane(seed) {
  const hash = (x, y) => {
    let value = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974634777)
    value = Math.imul(value ^ (value >>> 13), 1274126177)
    return ((value ^ (value >>> 16)) >>> 0) / 4294967296
  }
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const u = smoothstep(0, 1, x - left)
    const v = smoothstep(0, 1, y - top)
    const above = hash(left, top) * (1 - u) + hash(left + 1, top) * u
    const below = hash(left, top + 1) * (1 - u) + hash(left + 1, top + 1) * u
    return above * (1 - v) + below * v
  }
}

const scaled = (colour, by) => colour.map((value) => value * by)

/** Surfaces on which sheets lie. */
export const desks = {
  darkWood: (x, y, noise) =>
    scaled([118, 78, 50], 0.8 + 0.35 * noise(x * 3, y * 60) - 0.25 * seam(y, 0.31)),
  lightWood: (x, y, noise) =>
    scaled([196, 160, 118], 0.85 + 0.25 * noise(x * 40, y * 2) - 0.3 * seam(x, 0.27)),
  greenCloth: (x, y, noise) => scaled([58, 100, 72], 0.85 + 0.3 * noise(x * 300, y * 300)),
  greyStone: (x, y, noise) => scaled([128, 126, 122], 0.8 + 0.4 * noise(x * 90, y * 90)),
  floorTiles: (x, y, noise) =>
    scaled(
      [168, 158, 150],
      0.9 + 0.15 * noise(x * 20, y * 20) - 0.35 * seam(x, 0.4) - 0.35 * seam(y, 0.4),
    ),
  lightDesk: (x, y, noise) => scaled([216, 214, 210], 0.97 + 0.06 * noise(x * 50, y * 50)),
  whiteDesk: (x, y, noise) => scaled([228, 227, 224], 0.985 + 0.03 * noise(x * 50, y * 50)),
  checkedCloth: (x, y, noise) => {
    const stripes = (Math.sin(x * 95) > 0 ? 0.5 : 0) + (Math.sin(y * 95) > 0 ? 0.5 : 0)
    return [
      (235 - 40 * stripes) * (0.95 + 0.1 * noise(x * 200, y * 200)),
      (228 - 165 * stripes) * (0.95 + 0.1 * noise(x * 200, y * 200)),
      (222 - 150 * stripes) * (0.95 + 0.1 * noise(x * 200, y * 200)),
    ]
  },
}
const seam = (at, every) => {
  const place = Math.abs((((at + 0.11) % every) + every) % every)
  return place < 0.006 ? 1 : 0
}

/**
 * Photographs a printed page.
 * @param {Rgb} page
 * @param {Scene} scene
 * @returns {{ photo: Rgb, corners: { x: number, y: number }[] }} corners clockwise from the top left
 */
export function photograph(page, scene, { width, height, seed }) {
  const random = seeded(seed)
  // The first numbers of neighbouring seeds are alike.
  for (let n = 0; n < 4; n += 1) random()
  const noise = plane(seed)
  const corners = poseOf(page, scene, { width, height, random })
  const toPage = inverse(squareTo(corners))
  const under = scene.beneath && inverse(squareTo(beneathOf(corners, width, random)))
  const curl = scene.curl ?? 0
  const shadowAngle = random() * Math.PI * 2
  const shadowAt = (random() - 0.5) * 0.3
  const finger = corners[Math.floor(random() * 4)]
  const fingerSize = 0.035 * width
  const { light = 1, vignette = 0.15, noise: grain = 3 } = scene
  const data = new Uint8Array(width * height * 3)
  const paper = [0, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, bowed] = apply(toPage, x + 0.5, y + 0.5)
      const v = bowed - curl * Math.sin(Math.PI * Math.min(1, Math.max(0, u)))
      const away = Math.max(-u, u - 1, -v, v - 1)
      let colour = paper
      if (away < 0) {
        sample(page, u, v, paper)
        const bend = 1 - 2.2 * Math.abs(curl) * Math.cos(Math.PI * u)
        for (let n = 0; n < 3; n += 1) paper[n] *= 0.93 * bend
      } else {
        colour = scene.desk(x / width, y / width, noise)
        if (under) {
          const [s, t] = apply(under, x + 0.5, y + 0.5)
          if (s > 0 && s < 1 && t > 0 && t < 1) {
            sample(scene.beneath, s, t, paper)
            for (let n = 0; n < 3; n += 1) paper[n] *= 0.91
            colour = paper
          }
        }
        // The edge of the sheet is a little above the desk.
        const edge = 1 - 0.28 * Math.exp(-away * 220) - 0.08 * Math.exp(-away * 50)
        colour = scaled(colour, edge)
      }
      if (scene.finger && distance(finger, x, y, shadowAngle, fingerSize) < 1) {
        colour = scaled(
          [196, 140, 112],
          1.1 - 0.35 * distance(finger, x, y, shadowAngle, fingerSize),
        )
      }
      const dx = x / width - 0.5
      const dy = (y - height / 2) / width
      let bright = light * (1 - vignette * 2 * (dx * dx + dy * dy))
      bright *= 1 - 0.12 * (dx * Math.cos(shadowAngle * 2) + dy * Math.sin(shadowAngle * 2))
      if (scene.shadow) {
        const across = dx * Math.cos(shadowAngle) + dy * Math.sin(shadowAngle)
        bright *=
          1 - 0.45 * smoothstep(shadowAt - 0.03, shadowAt + 0.05, across + 0.03 * Math.sin(dy * 9))
      }
      const at = (y * width + x) * 3
      const grey = (random() + random() + random() - 1.5) * 2 * grain
      for (let n = 0; n < 3; n += 1) {
        const value = colour[n] * bright + grey
        data[at + n] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
  return { photo: { width, height, data }, corners }
}

/** An ellipse that reaches over a corner from outside. */
function distance(corner, x, y, angle, size) {
  const dx = x - corner.x
  const dy = y - corner.y
  const along = dx * Math.cos(angle) + dy * Math.sin(angle)
  const across = -dx * Math.sin(angle) + dy * Math.cos(angle)
  return Math.hypot(along / (size * 2.2), across / size)
}

/** Places the sheet in the picture, turned and tilted. */
function poseOf(page, { turn = 0, tilt = 0.06, fill = 0.85 }, { width, height, random }) {
  const ratio = page.height / page.width
  const tall = Math.min(height * fill, width * fill * ratio)
  const half = { x: tall / ratio / 2, y: tall / 2 }
  const radians = (turn * Math.PI) / 180
  const middle = {
    x: width / 2 + (random() - 0.5) * 0.04 * width,
    y: height / 2 + (random() - 0.5) * 0.04 * height,
  }
  const lean = (random() - 0.5) * tilt
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) => {
    const nearer = 1 + y * tilt + x * lean
    const [px, py] = [x * half.x * nearer, y * half.y * nearer]
    return {
      x: middle.x + px * Math.cos(radians) - py * Math.sin(radians),
      y: middle.y + px * Math.sin(radians) + py * Math.cos(radians),
    }
  })
}

/** The sheet below is shifted and turned a little. */
function beneathOf(corners, width, random) {
  const turn = (0.04 + random() * 0.08) * (random() < 0.5 ? -1 : 1)
  const by = { x: (random() - 0.5) * 0.12 * width, y: (random() - 0.5) * 0.12 * width }
  const middle = {
    x: corners.reduce((sum, { x }) => sum + x / 4, 0),
    y: corners.reduce((sum, { y }) => sum + y / 4, 0),
  }
  return corners.map(({ x, y }) => ({
    x: middle.x + by.x + (x - middle.x) * Math.cos(turn) - (y - middle.y) * Math.sin(turn),
    y: middle.y + by.y + (x - middle.x) * Math.sin(turn) + (y - middle.y) * Math.cos(turn),
  }))
}

function sample({ width, height, data }, u, v, to) {
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5))
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5))
  const left = Math.floor(x)
  const top = Math.floor(y)
  const [a, b] = [x - left, y - top]
  const at = (top * width + left) * 3
  const below = at + width * 3
  for (let n = 0; n < 3; n += 1) {
    to[n] =
      (data[at + n] * (1 - a) + data[at + 3 + n] * a) * (1 - b) +
      (data[below + n] * (1 - a) + data[below + 3 + n] * a) * b
  }
}

/** Returns the projection of the unit square onto four corners, as a 3 × 3 matrix. */
function squareTo([a, b, c, d]) {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x]
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y]
  const by = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / by
  const h = (dx1 * sy - sx * dy1) / by
  return [
    [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x],
    [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y],
    [g, h, 1],
  ]
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]) {
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
}

function apply([[a, b, c], [d, e, f], [g, h, i]], x, y) {
  const by = g * x + h * y + i
  return [(a * x + b * y + c) / by, (d * x + e * y + f) / by]
}
