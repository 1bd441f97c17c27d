import type { Dice } from '../seeded-random.ts'

/* Shapes of the sample photos: SVG fragments on a canvas of 1600 × 1067. */

export const CANVAS = { width: 1600, height: 1067 } as const

/** Light of a time of day: sky from top to bottom, ground, leaves, brick. */
export interface Light {
  sky: [top: string, bottom: string]
  ground: string
  path: string
  leaf: string
  wall: string
  roof: string
  sun: string
}

/** The times of day that pictures are drawn in. */
export const lights = {
  morning: {
    sky: ['#bfe0e2', '#f4efd9'],
    ground: '#7fb28a',
    path: '#e3d3ae',
    leaf: '#1f6b4f',
    wall: '#f3e7cc',
    roof: '#b5502f',
    sun: '#f7cf6b',
  },
  noon: {
    sky: ['#8fc7e0', '#dcecec'],
    ground: '#6fae7d',
    path: '#dcc79b',
    leaf: '#0f5c43',
    wall: '#f7f0dd',
    roof: '#a94529',
    sun: '#fff2b8',
  },
  evening: {
    sky: ['#5a6f9c', '#f2b183'],
    ground: '#5b8a66',
    path: '#c9a877',
    leaf: '#174a38',
    wall: '#ead2ae',
    roof: '#8f3a25',
    sun: '#f0924f',
  },
} as const satisfies Record<string, Light>
export type LightName = keyof typeof lights

export const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" rx="${rx}"/>`
export const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`

/** What `make` gives for 0 to `count` - 1. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The sky with sun and clouds, down to `horizon`. */
export function sky({ sky: [top, bottom], sun }: Light, horizon: number, random: Dice): string {
  const clouds = times(3, (index) => {
    const x = 150 + index * 520 + random.between(-90, 90)
    const y = random.between(90, 230)
    return `<g fill="#fff" opacity=".85"><ellipse cx="${x}" cy="${y}" rx="90" ry="26"/><ellipse cx="${x + 34}" cy="${y - 22}" rx="48" ry="30"/></g>`
  })
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`,
    rect(0, 0, CANVAS.width, horizon, 'url(#sky)'),
    circle(random.between(1050, 1450), random.between(130, 210), 70, sun),
    ...clouds,
  ].join('')
}

/** Everything below the horizon. */
export function ground(light: Light, horizon: number): string {
  return rect(0, horizon, CANVAS.width, CANVAS.height - horizon, light.ground)
}

/**
 * A round tree.
 * @param x middle of the stem
 * @param base where it stands
 * @param size height in pixels
 */
export function tree(x: number, base: number, size: number, leaf: string): string {
  return [
    rect(x - size * 0.07, base - size * 0.5, size * 0.14, size * 0.5, '#6b4a32'),
    circle(x, base - size * 0.72, size * 0.34, leaf),
    circle(x - size * 0.24, base - size * 0.56, size * 0.24, leaf),
    circle(x + size * 0.25, base - size * 0.55, size * 0.25, leaf),
  ].join('')
}

/** A palm; as `tree`. */
export function palm(x: number, base: number, size: number, leaf: string): string {
  const top = base - size
  const fronds = [-70, -35, 0, 35, 70].map(
    (turn) =>
      `<path d="M${x} ${top}q${size * 0.16} ${-size * 0.2} ${size * 0.4} ${size * 0.02}q${-size * 0.22} ${-size * 0.06} ${-size * 0.4} ${size * 0.06}z" fill="${leaf}" transform="rotate(${turn - 60} ${x} ${top})"/>`,
  )
  return (
    line(`M${x} ${base}q${size * 0.06} ${-size * 0.5} 0 ${-size}`, '#7a5a3b', size * 0.05) +
    fronds.join('')
  )
}

/** A school building of two or more floors with arched windows. */
export function building(
  x: number,
  base: number,
  floors: number,
  columns: number,
  light: Light,
): string {
  const cell = { w: 78, h: 118 }
  const width = columns * cell.w + 40
  const height = floors * cell.h + 30
  const y = base - height
  const windows = times(floors * columns, (index) => {
    const column = index % columns
    const floor = Math.floor(index / columns)
    const wx = x + 20 + column * cell.w + 18
    const wy = y + 30 + floor * cell.h
    return path(`M${wx} ${wy + 84}v-58a21 21 0 0 1 42 0v58z`, light.leaf)
  })
  const bands = times(floors, (floor) =>
    rect(x - 8, y + floor * cell.h, width + 16, 16, light.roof),
  )
  return rect(x, y, width, height, light.wall) + windows.join('') + bands.join('')
}

const SKIN = ['#a9744f', '#8d5a3a', '#bd8a63'] as const

/** A girl in school dress, seen from the front; `size` is her height. */
export function girl(
  x: number,
  base: number,
  size: number,
  random: Dice,
  dress = '#0f5c43',
): string {
  const head = size * 0.15
  const top = base - size
  const skin = random.pick([...SKIN])
  return [
    rect(x - size * 0.09, base - size * 0.2, size * 0.06, size * 0.2, '#f4f1e8'),
    rect(x + size * 0.03, base - size * 0.2, size * 0.06, size * 0.2, '#f4f1e8'),
    path(
      `M${x - size * 0.12} ${top + size * 0.32}h${size * 0.24}l${size * 0.1} ${size * 0.5}h${-size * 0.44}z`,
      dress,
    ),
    path(
      `M${x - size * 0.13} ${top + size * 0.33}l${size * 0.13} ${size * 0.2}l${size * 0.13} ${-size * 0.2}z`,
      '#f8f6ee',
    ),
    circle(x, top + head, head, '#1d1512'),
    circle(x, top + head * 1.12, head * 0.82, skin),
    path(
      `M${x - head} ${top + head}a${head} ${head} 0 0 1 ${head * 2} 0q${-head} ${-head * 0.7} ${-head * 2} 0z`,
      '#1d1512',
    ),
    line(
      `M${x - head} ${top + head}v${size * 0.26}M${x + head} ${top + head}v${size * 0.26}`,
      '#1d1512',
      size * 0.05,
    ),
    circle(x - head, top + head * 1.6, size * 0.025, '#c8442a'),
    circle(x + head, top + head * 1.6, size * 0.025, '#c8442a'),
  ].join('')
}

/** Rows of girls, the hindmost smallest. */
export function crowd(
  base: number,
  rows: number,
  perRow: number,
  random: Dice,
  dress?: string,
): string {
  return times(rows, (row) => {
    const size = 120 + row * 34
    const y = base + row * 62
    const step = CANVAS.width / perRow
    return times(perRow, (index) =>
      girl(step * (index + 0.5) + (row % 2 ? step / 3 : 0) - step / 6, y, size, random, dress),
    ).join('')
  }).join('')
}

/** The flag on its pole. */
export function flag(x: number, base: number, height: number): string {
  const top = base - height
  return (
    rect(x - 4, top, 8, height, '#8a8f91') +
    path(`M${x + 4} ${top + 6}q50 -18 100 0t60 0v88q-60 18 -100 0t-60 0z`, '#006a4e') +
    circle(x + 74, top + 48, 28, '#da291c')
  )
}

/** Coloured pennants on a string. */
export function bunting(y: number, colors: readonly string[]): string {
  const step = 80
  const flags = times(CANVAS.width / step, (index) => {
    const x = index * step
    const sag = Math.sin((index / (CANVAS.width / step)) * Math.PI * 3) * 18
    return path(`M${x + 8} ${y + sag}h64l-32 62z`, colors[index % colors.length] ?? '#c8442a')
  })
  return flags.join('')
}

/** A row of books that fills `width`. */
export function books(x: number, y: number, width: number, height: number, random: Dice): string {
  const colors = ['#b5502f', '#0f5c43', '#c89b3c', '#31567a', '#7a3b4f', '#d9cfae'] as const
  let at = x
  const parts: string[] = []
  while (at < x + width - 20) {
    const w = random.between(14, 34)
    const h = height - random.between(6, Math.round(height * 0.35))
    parts.push(rect(at, y + height - h, w, h, random.pick([...colors]), 2))
    at += w + 2
  }
  return parts.join('')
}

/** An alpona: petals in rings. */
export function alpona(x: number, y: number, radius: number, colors: readonly string[]): string {
  const ring = (count: number, r: number, long: number, wide: number, fill: string) =>
    times(
      count,
      (index) =>
        `<ellipse cx="${x}" cy="${y - r}" rx="${wide}" ry="${long}" fill="${fill}" transform="rotate(${(360 / count) * index} ${x} ${y})"/>`,
    ).join('')
  const [a = '#fff', b = '#f0d9a0', c = '#c8442a'] = colors
  return [
    ring(16, radius * 0.82, radius * 0.16, radius * 0.07, a),
    ring(12, radius * 0.56, radius * 0.18, radius * 0.09, b),
    ring(8, radius * 0.28, radius * 0.17, radius * 0.08, a),
    circle(x, y, radius * 0.1, c),
    ring(32, radius, radius * 0.025, radius * 0.025, c),
  ].join('')
}
