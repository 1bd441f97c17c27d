import type { SitePictureName } from '@bidyaloy/shared/school/site-settings'
import { seededRandom } from '../../test/seeded-random.ts'
import { sceneAsSvg } from './scenes.ts'
import { alpona, CANVAS, circle, lights, path, rect, sky, times, tree } from './shapes.ts'

/* The sample school's own pictures, as SVG. They show nobody and no place. */

/** Each picture, and as what kind of file an office would have it. */
export const sitePictureDrawings = {
  crest: { kind: 'png', draw: crest },
  banner: { kind: 'jpeg', draw: () => sceneAsSvg('school', 'noon', 'প্রথম পাতা') },
  headTeacher: { kind: 'jpeg', draw: headTeacher },
} as const satisfies Record<SitePictureName, { kind: 'png' | 'jpeg'; draw: () => string }>

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** A water lily on water under a rising sun, in a stitched ring. */
function crest(): string {
  const petal = (turn: number, long: number, fill: string) =>
    `<path d="M300 372C${300 - long * 0.3} ${372 - long * 0.45} ${300 - long * 0.16} ${372 - long * 0.85} 300 ${372 - long}C${300 + long * 0.16} ${372 - long * 0.85} ${300 + long * 0.3} ${372 - long * 0.45} 300 372z" fill="${fill}" stroke="#b23a6a" stroke-width="4" transform="rotate(${turn} 300 372)"/>`
  const wave = (y: number, color: string) =>
    `<path d="M96 ${y}q34 -22 68 0t68 0t68 0t68 0t68 0t68 0" fill="none" stroke="${color}" stroke-width="11" stroke-linecap="round"/>`
  return svg(
    600,
    600,
    [
      circle(300, 300, 296, '#123a6b'),
      `<circle cx="300" cy="300" r="270" fill="none" stroke="#f0cf7a" stroke-width="9" stroke-dasharray="22 15" stroke-linecap="round"/>`,
      circle(300, 300, 244, '#fdf9ec'),
      `<clipPath id="shield"><circle cx="300" cy="300" r="238"/></clipPath><g clip-path="url(#shield)">`,
      circle(300, 296, 116, '#f6c453'),
      ...times(
        11,
        (index) =>
          `<path d="M300 150v-44" stroke="#d99a2b" stroke-width="13" stroke-linecap="round" transform="rotate(${-75 + index * 15} 300 296)"/>`,
      ),
      rect(0, 384, 600, 216, '#2f7fa8'),
      wave(440, '#9bd0e4'),
      wave(486, '#cfe8f0'),
      '</g>',
      ...[-66, 66].map((turn) => petal(turn, 150, '#f6b9cf')),
      ...[-40, 40].map((turn) => petal(turn, 178, '#f9cfdf')),
      ...[-17, 17].map((turn) => petal(turn, 196, '#fbe0ea')),
      petal(0, 204, '#fff4f8'),
      path('M150 392q150 76 300 0q-46 62 -150 62t-150 -62z', '#1f6b4f'),
    ].join(''),
  )
}

/** A teacher at her desk in a light sari, before a shelf of the garden's green. */
function headTeacher(): string {
  const random = seededRandom('প্রধান শিক্ষক')
  const light = lights.morning
  const [x, skin, hair] = [600, '#a9744f', '#2a211d']
  return svg(
    1200,
    1400,
    [
      rect(0, 0, 1200, 1400, '#dfe8dc'),
      `<svg x="90" y="110" width="430" height="620" viewBox="0 0 ${CANVAS.width} ${CANVAS.height}" preserveAspectRatio="xMidYMid slice">${sky(light, 800, random)}${rect(0, 800, CANVAS.width, 300, light.ground)}${tree(800, 900, 620, light.leaf)}</svg>`,
      `<path d="M90 110h430v620h-430zM305 110v620M90 410h430" fill="none" stroke="#8a6a45" stroke-width="20"/>`,
      `<g opacity=".5">${alpona(960, 360, 170, ['#b9cdbd', '#c9d8c8', '#b9cdbd'])}</g>`,
      // Hair, ears, neck and face.
      path(
        `M${x - 190} 560c-30 -240 70 -340 190 -340s220 100 190 340q-20 130 -90 150h-200q-70 -20 -90 -150z`,
        hair,
      ),
      path(`M${x - 66} 660h132v130q-66 70 -132 0z`, '#96643f'),
      ...[-142, 142].map((side) => circle(x + side, 560, 26, skin)),
      ...[-142, 142].map((side) => circle(x + side, 600, 11, '#e4b64c')),
      `<ellipse cx="${x}" cy="540" rx="138" ry="176" fill="${skin}"/>`,
      path(
        `M${x} 356c-90 6 -146 66 -150 190q-16 -150 50 -220q50 -44 100 -44t100 44q66 70 50 220q-4 -124 -150 -190z`,
        hair,
      ),
      ...[-58, 58].map(
        (side) => `<ellipse cx="${x + side}" cy="536" rx="15" ry="12" fill="#241b17"/>`,
      ),
      `<g fill="none" stroke="#3a2a20" stroke-width="9" stroke-linecap="round"><path d="M${x - 88} 496q30 -20 60 -4M${x + 28} 492q30 -16 60 4M${x - 8} 590q8 14 26 4"/><path d="M${x - 46} 638q46 38 92 0" stroke="#8c4a3a"/></g>`,
      `<g fill="none" stroke="#5a4a3a" stroke-width="7"><rect x="${x - 104}" y="504" width="88" height="66" rx="28"/><rect x="${x + 16}" y="504" width="88" height="66" rx="28"/><path d="M${x - 16} 526q16 -10 32 0"/></g>`,
      // Blouse and sari with its border over the shoulder.
      '<g transform="translate(0 -96)">',
      path(`M180 1400c10 -330 90 -470 300 -540q120 90 240 0c210 70 290 210 300 540z`, '#14523f'),
      path(`M714 864c-60 200 -210 400 -470 536h736c0 -320 -90 -480 -266 -536z`, '#f3ead6'),
      path(`M714 864c-60 200 -210 400 -470 536h96c240 -150 380 -330 430 -512z`, '#b5502f'),
      `<path d="M738 876c-60 196 -206 380 -440 524" fill="none" stroke="#f0c04f" stroke-width="8" stroke-dasharray="18 14" stroke-linecap="round"/>`,
      '</g>',
      // The desk with books and pens.
      rect(0, 1270, 1200, 130, '#8a6a45'),
      rect(0, 1270, 1200, 16, '#a5835a'),
      ...times(3, (index) =>
        rect(
          90 + index * 8,
          1228 - index * 42,
          240 - index * 20,
          40,
          ['#31567a', '#c89b3c', '#7a3b4f'][index] ?? '',
          4,
        ),
      ),
      ...times(3, (index) =>
        rect(
          1010 + index * 26,
          1120 + index * 14,
          9,
          110,
          ['#c8442a', '#14523f', '#31567a'][index] ?? '',
          4,
        ),
      ),
      rect(990, 1190, 96, 84, '#31779a', 10),
    ].join(''),
  )
}
