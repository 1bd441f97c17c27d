import { type SeededRandom, seededRandom } from '../../test/seeded-random.ts'
import {
  alpona,
  books,
  building,
  bunting,
  CANVAS,
  circle,
  crowd,
  flag,
  girl,
  ground,
  type Light,
  type LightName,
  lights,
  palm,
  path,
  rect,
  sky,
  times,
  tree,
} from './shapes.ts'

const FESTIVE = ['#c8442a', '#f0c04f', '#0f7a5a', '#f7f3e3'] as const
const GOLD = ['#b8892b', '#f0d48a', '#7a5a12'] as const

type Scene = (light: Light, random: SeededRandom) => string

const outside = (light: Light, random: SeededRandom, horizon = 640) =>
  sky(light, horizon, random) + ground(light, horizon)

const inside = (wall: string, floor: string) =>
  rect(0, 0, CANVAS.width, 760, wall) + rect(0, 760, CANVAS.width, 307, floor)

/** What the sample photos show, by name. */
const scenes = {
  school: (light, random) =>
    [
      outside(light, random),
      building(320, 660, 3, 12, light),
      path('M560 1067L770 660h76l220 407z', light.path),
      palm(170, 720, 400, light.leaf),
      tree(1450, 760, 330, light.leaf),
      tree(1310, 700, 240, '#2f8062'),
      palm(60, 700, 290, light.leaf),
      flag(470, 720, 420),
      ...times(5, (index) => girl(640 + index * 85, 900 + (index % 2) * 40, 170, random)),
    ].join(''),
  assembly: (light, random) =>
    [
      outside(light, random, 520),
      building(200, 540, 2, 15, light),
      flag(470, 640, 420),
      crowd(700, 5, 14, random),
    ].join(''),
  lab: (_light, random) =>
    [
      inside('#dfe9e2', '#b9a98a'),
      rect(110, 120, 520, 330, '#164a3a', 10),
      ...times(6, (index) =>
        circle(200 + index * 62, 240 + (index % 3) * 60, 20, index % 2 ? '#f0c04f' : '#e9efe6'),
      ),
      ...times(3, (index) => girl(420 + index * 380, 800, 420, random, '#f8f6ee')),
      rect(0, 720, CANVAS.width, 110, '#8a6a45'),
      ...times(9, (index) => {
        const x = 120 + index * 165
        const fill = random.pick(['#c8442a', '#31779a', '#f0c04f', '#5aa06f'])
        return path(`M${x} 720l26 -70v-60h28v60l26 70z`, fill)
      }),
    ].join(''),
  library: (_light, random) =>
    [
      inside('#efe4cc', '#a98a5f'),
      ...times(4, (shelf) => rect(80, 120 + shelf * 160, 1440, 14, '#7a5a3b')),
      ...times(4, (shelf) => books(90, 20 + shelf * 160, 1420, 100, random)),
      ...times(4, (index) => girl(300 + index * 330, 900, 330, random)),
      rect(140, 860, 1320, 46, '#8a6a45', 8),
      ...times(4, (index) =>
        path(
          `M${230 + index * 330} 852q35 -22 70 0q35 -22 70 0v14q-35 -20 -70 0q-35 -20 -70 0z`,
          '#fdfaf0',
        ),
      ),
    ].join(''),
  sports: (light, random) =>
    [
      outside(light, random, 430),
      ...times(7, (index) => tree(100 + index * 240, 440, 170 + (index % 3) * 40, light.leaf)),
      bunting(180, FESTIVE),
      path('M-40 1067L240 470h1120l280 597z', '#b9603f'),
      ...times(6, (lane) =>
        path(
          `M${lane * 270 - 40} 1067l${(800 - lane * 270) * 0.55 + 40} -597h6l${-(800 - lane * 270) * 0.55 - 28} 597z`,
          '#f3e3cf',
        ),
      ),
      ...times(5, (index) =>
        girl(
          330 + index * 240,
          900 - Math.abs(2 - index) * 60,
          280,
          random,
          index % 2 ? '#31567a' : '#c8442a',
        ),
      ),
    ].join(''),
  stage: (_light, random) =>
    [
      inside('#3c2433', '#6b4a32'),
      path('M0 0h1600v150q-200 70 -400 0t-400 0t-400 0t-400 0z', '#a3263a'),
      path('M0 0h170q40 400 -60 780h-110zM1600 0h-170q-40 400 60 780h110z', '#a3263a'),
      bunting(210, FESTIVE),
      circle(800, 470, 270, '#f4d58a'),
      ...times(7, (index) =>
        girl(350 + index * 150, 830 - (index % 2) * 30, 300, random, FESTIVE[index % 3]),
      ),
    ].join(''),
  minar: (light, random) =>
    [
      outside(light, random, 620),
      circle(800, 400, 190, '#c8282a'),
      ...[-330, -190, 190, 330].map((x) =>
        rect(800 + x - 22, 300 + Math.abs(x) * 0.35, 44, 420 - Math.abs(x) * 0.35, '#f4f2ea'),
      ),
      path('M700 720V260q100 -110 200 0v460h-40V280q-60 -60 -120 0v440z', '#f4f2ea'),
      rect(330, 710, 940, 40, '#e7e2d3'),
      rect(260, 750, 1080, 40, '#d8d2bf'),
      ...times(60, (index) =>
        circle(280 + index * 18, 700 + ((index * 37) % 30), 12, index % 3 ? '#c8442a' : '#f0c04f'),
      ),
      ...times(6, (index) => girl(350 + index * 180, 1000, 200, random, '#f8f6ee')),
    ].join(''),
  garden: (light, random) =>
    [
      outside(light, random, 560),
      building(900, 580, 2, 7, light),
      ...times(5, (row) => rect(0, 660 + row * 84, CANVAS.width, 34, '#7a5a3b')),
      ...times(110, (index) =>
        circle(
          random.between(20, 1580),
          650 + (index % 5) * 84,
          random.between(8, 18),
          random.pick(['#d8436a', '#f0c04f', '#f7f3e3', '#b05ac0']),
        ),
      ),
      ...times(3, (index) => girl(330 + index * 260, 900, 260, random)),
    ].join(''),
  alpona: (_light, random) =>
    [
      rect(0, 0, CANVAS.width, CANVAS.height, '#93402a'),
      ...times(80, (index) =>
        rect(
          (index % 10) * 160 + (Math.floor(index / 10) % 2) * 80 - 80,
          Math.floor(index / 10) * 136,
          156,
          4,
          '#7f3422',
        ),
      ),
      alpona(800, 533, 430, ['#fdf8ec', '#f0c982', '#ffffff']),
      ...[0, 1600].flatMap((x) =>
        [0, 1067].map((y) =>
          alpona(x, y, random.between(200, 260), ['#fdf8ec', '#f0c982', '#ffffff']),
        ),
      ),
    ].join(''),
  classroom: (_light, random) =>
    [
      inside('#e6ecdf', '#c2a678'),
      rect(420, 90, 760, 360, '#164a3a', 8),
      path('M520 330q60 -120 120 0t120 0M840 180h220M840 240h160M840 300h200', 'none').replace(
        '/>',
        ' stroke="#e9efe6" stroke-width="8"/>',
      ),
      ...times(2, (index) => rect(index ? 1290 : 90, 140, 220, 280, '#bfe0e2', 6)),
      ...times(
        3,
        (row) =>
          times(6, (index) =>
            girl(220 + index * 235, 760 + row * 110, 190 + row * 30, random),
          ).join('') + rect(90, 740 + row * 110, 1420, 26, '#8a6a45'),
      ),
    ].join(''),
  jubilee: (light, random) =>
    [
      outside(light, random, 600),
      building(260, 620, 3, 13, { ...light, roof: '#b8892b' }),
      bunting(140, GOLD),
      bunting(230, ['#f0d48a', '#fff7df', '#b8892b']),
      ...times(24, (index) =>
        circle(80 + index * 64, 320 + ((index * 53) % 130), 26, index % 2 ? '#f0d48a' : '#c8442a'),
      ),
      crowd(800, 4, 12, random, '#b8892b'),
    ].join(''),
  candles: (_light, random) =>
    [
      rect(0, 0, CANVAS.width, CANVAS.height, '#1d1a2b'),
      alpona(800, 700, 330, ['#f0d48a', '#b8892b', '#fff7df']),
      ...times(50, (index) => {
        const x = 800 + Math.cos((index / 50) * Math.PI * 2) * 560
        const y = 690 + Math.sin((index / 50) * Math.PI * 2) * 270
        return (
          circle(x, y - 20, 30, 'rgba(240,180,80,.25)') +
          rect(x - 7, y - 8, 14, 40, '#f4ead2') +
          path(`M${x} ${y - 44}q16 20 0 36q-16 -16 0 -36z`, '#ffcf5a')
        )
      }),
      ...times(6, (index) => girl(150 + index * 260, 330, 250, random, '#7a3b4f')),
    ].join(''),
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes

/** A scene as SVG, 1600 × 1067; the same words give the same drawing. */
export function sceneAsSvg(scene: SceneName, light: LightName, seed: string): string {
  const { width, height } = CANVAS
  const body = scenes[scene](lights[light], seededRandom(seed))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}
