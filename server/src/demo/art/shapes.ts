import type { SeededRandom } from '../../test/seeded-random.ts'

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
export function sky(
  { sky: [top, bottom], sun }: Light,
  horizon: number,
  random: SeededRandom,
): string {
  const clouds = times(3, (index) => {
    const x = 150 + index * 520 + random.between(-90, 90)
    const y = random.between(90, 230)
    return `<g fill="#fff" opacity=".85"><ellipse cx="${x}" cy="${y}" rx="90" ry="26"/><ellipse cx="${x + 34}" cy="${y - 22}" rx="48" ry="30"/></g>`
  })
  return [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`,
    rect(0, 0, CANVAS.width, horizon, 'url(#sky)'),
    sunAt(random.between(1050, 1450), random.between(130, 210), sun),
    ...clouds,
  ].join('')
}

const sunAt = (x: number, y: number, color: string) =>
  `<g fill="${color}"><circle cx="${x}" cy="${y}" r="98" opacity=".35"/><circle cx="${x}" cy="${y}" r="70"/></g>`

/** Everything below the horizon, and hills behind it. */
export function ground(light: Light, horizon: number): string {
  const { width, height } = CANVAS
  return [
    `<path d="M0 ${horizon}v-60c200-80 330-50 500-80c230-42 430 40 630-6c180-42 310-18 470 34v112z" fill="${light.ground}" opacity=".55"/>`,
    rect(0, horizon, width, height - horizon, light.ground),
    `<g fill="${light.leaf}" opacity=".16"><ellipse cx="180" cy="${height}" rx="420" ry="120"/><ellipse cx="1380" cy="${height - 20}" rx="480" ry="150"/></g>`,
    `<path d="M0 ${horizon}h${width}v14h-${width}z" fill="#fff" opacity=".16"/>`,
  ].join('')
}

/**
 * A round tree.
 * @param x middle of the stem
 * @param base where it stands
 * @param size height in pixels
 */
export function tree(x: number, base: number, size: number, leaf: string): string {
  return [
    `<g transform="translate(${x} ${base}) scale(${size / 114})"><ellipse rx="44" ry="6" opacity=".12"/>`,
    '<path d="M-5 0-3-46h6L5 0z" fill="#7a5b3f"/>',
    `<g fill="${leaf}"><ellipse cy="-74" rx="42" ry="40"/><ellipse cx="-22" cy="-60" rx="27" ry="24"/><ellipse cx="24" cy="-58" rx="26" ry="23"/></g>`,
    '<g fill="#8fd0a8" opacity=".3"><ellipse cx="-8" cy="-86" rx="30" ry="25"/><ellipse cx="-25" cy="-65" rx="17" ry="13"/></g></g>',
  ].join('')
}

/** A palm; as `tree`. */
export function palm(x: number, base: number, size: number, leaf: string): string {
  const fronds = [-160, -128, -100, -70, -40, -12, 18].map(
    (turn, index) =>
      `<path d="M0 0C22-14 52-12 70 8 48 0 24 2 0 6z" transform="translate(7 -150) rotate(${turn})" fill="${index % 3 ? leaf : '#2f8062'}"/>`,
  )
  return `<g transform="translate(${x} ${base}) scale(${size / 165})"><path d="M-5 0C-2-50-4-100 4-150h6C4-100 6-50 6 0z" fill="#7a5b3f"/>${fronds.join('')}</g>`
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
    const wx = x + 38 + (index % columns) * cell.w
    const wy = y + 30 + Math.floor(index / columns) * cell.h
    return [
      path(`M${wx} ${wy + 84}v-58a21 21 0 0 1 42 0v58z`, light.leaf),
      `<path d="M${wx + 6} ${wy + 84}v-56a15 15 0 0 1 30 0v56z" opacity=".35"/>`,
      rect(wx - 5, wy + 58, 52, 26, '#e8dabd'),
      `<path d="M${wx} ${wy + 58}v26m10-26v26m11-26v26m11-26v26m10-26v26" stroke="#b9a67f" stroke-width="2"/>`,
    ].join('')
  })
  const bands = times(
    floors,
    (floor) =>
      rect(x - 10, y + floor * cell.h, width + 20, 16, light.roof) +
      `<rect x="${x}" y="${y + floor * cell.h + 16}" width="${width}" height="8" opacity=".14"/>`,
  )
  const hedge = times(Math.floor(width / 34), (index) =>
    circle(x + 17 + index * 34, base - 6, 19 + (index % 3) * 2, index % 2 ? light.leaf : '#2f8062'),
  )
  return [
    rect(x, y, width, height, light.wall),
    ...windows,
    ...bands,
    ...hedge,
    porch(x + width / 2, y, base, light),
  ].join('')
}

/** The middle of a building: a gable with a clock, the board with its name, the door. */
function porch(x: number, top: number, base: number, light: Light): string {
  const door = base - 92
  return [
    rect(x - 105, top - 14, 210, base - top + 14, light.wall),
    `<path d="M${x - 105} ${top - 14}h14v${base - top + 14}h-14zm196 0h14v${base - top + 14}h-14z" opacity=".07"/>`,
    path(`M${x - 125} ${top - 10}L${x} ${top - 92}l125 82z`, light.roof),
    path(`M${x - 92} ${top - 12}L${x} ${top - 72}l92 60z`, light.wall),
    circle(x, top - 34, 17, '#fffdf5'),
    line(`M${x} ${top - 45}v11l8 5`, '#3a2a20', 3),
    rect(x - 82, top + 14, 164, 40, '#0f5c43', 4),
    `<path d="M${x - 64} ${top + 34}h128" stroke="#fff7df" stroke-width="9" stroke-dasharray="22 9 30 9"/>`,
    path(`M${x - 52} ${base}V${door + 30}a52 46 0 0 1 104 0V${base}z`, '#2a4a3f'),
    `<path d="M${x - 38} ${base}V${door + 34}a38 34 0 0 1 76 0V${base}z" opacity=".35"/>`,
    rect(x - 120, base - 12, 240, 16, '#d9c8a4', 3),
  ].join('')
}

const SKIN = ['#a9744f', '#8d5a3a', '#bd8a63'] as const

/** A girl in school dress, seen from the front; `size` is her height. */
export function girl(
  x: number,
  base: number,
  size: number,
  random: SeededRandom,
  dress = '#0f5c43',
): string {
  const skin = random.pick([...SKIN])
  return [
    `<g transform="translate(${x} ${base}) scale(${size / 118})"><ellipse cy="1" rx="22" ry="4" opacity=".12"/>`,
    '<path d="M-13-26h10l-1 25h-8zM3-26h10l-1 25H4z" fill="#fdfbf4"/><path d="M-13-3h9v4h-10zM4-3h9l1 4H4z" fill="#211c19"/>',
    `<path d="M-17-78c-7 2-9 12-11 40M17-78c7 2 9 12 11 40" fill="none" stroke="${skin}" stroke-width="6" stroke-linecap="round"/>`,
    `<path d="M-7-88C-16-86-21-82-23-74l-4 20 9 1 4-10-6 41c12 4 28 4 40 0l-6-41 4 10 9-1-4-20c-2-8-7-12-16-14z" fill="${dress}"/>`,
    '<path d="M-15-84-1-54 9-52M15-84 1-54-9-52" fill="none" stroke="#fdfbf4" stroke-width="5"/><path d="M-15-56h30v5h-30z" fill="#fdfbf4"/>',
    '<circle cy="-102" r="15" fill="#211c19"/><path d="M-12-100c-6 8-4 18-6 27M12-100c6 8 4 18 6 27" fill="none" stroke="#211c19" stroke-width="6" stroke-linecap="round"/>',
    `<path d="M-4-94h8v10q-4 4-8 0z" fill="${skin}"/><ellipse cy="-99" rx="11" ry="12.5" fill="${skin}"/>`,
    '<path d="M-13-100q0-16 13-16t13 16q-5-8-13-9-8 1-13 9z" fill="#211c19"/>',
    '<g fill="#211c19"><circle cx="-4.2" cy="-98.5" r="1.4"/><circle cx="4.2" cy="-98.5" r="1.4"/></g><path d="M-3.4-92.6q3.4 3 6.8 0" fill="none" stroke="#6b2f25" stroke-width="1.3" stroke-linecap="round"/>',
    '<path d="M-18-74l-7-5v9zl7-5v9zM18-74l-7-5v9zl7-5v9z" fill="#d8482f"/></g>',
  ].join('')
}

/** Rows of girls, the hindmost smallest. */
export function crowd(
  base: number,
  rows: number,
  perRow: number,
  random: SeededRandom,
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
export function books(
  x: number,
  y: number,
  width: number,
  height: number,
  random: SeededRandom,
): string {
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
