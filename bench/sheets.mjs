import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { tsImport } from 'tsx/esm/api'
import { build } from 'vite'
import { ensureChromium } from '../scripts/chromium.mjs'
import { desks, photograph } from './papers/photograph.mjs'

const { CACHE, papers, printPapers } = await tsImport('./papers/print.mjs', import.meta.url)
/** Photos are taken upright. */
const [WIDTH, HEIGHT] = [1920, 2560]
/** A corner further away than this part of the photo's diagonal is wrong. */
const NEAR = 0.02
/** How much slower a cheap phone is. */
const PHONE_SLOWNESS = 4
const PAGE = fileURLToPath(new URL('./papers/paper-work.html', import.meta.url))

const ordinary = {
  'dark wood': { desk: desks.darkWood },
  'light wood, shadow': { desk: desks.lightWood, turn: 6, shadow: true },
  'cloth, finger': { desk: desks.greenCloth, turn: -9, tilt: 0.12, finger: true, fill: 0.74 },
  'stone, bent': { desk: desks.greyStone, turn: 3, shadow: true, finger: true, curl: 0.012 },
  'floor, bent': { desk: desks.floorTiles, turn: -4, curl: 0.02, shadow: true },
  'far away': { desk: desks.darkWood, fill: 0.6, turn: 17, tilt: 0.1 },
}
const hard = {
  'light desk': { desk: desks.lightDesk, turn: 3 },
  'white desk': { desk: desks.whiteDesk, turn: -4, shadow: true },
  'checked cloth': { desk: desks.checkedCloth, turn: 5 },
  'sheet beneath': { desk: desks.darkWood, turn: 3, beneath: true, fill: 0.72 },
  night: { desk: desks.darkWood, light: 0.3, vignette: 0.55, noise: 11, turn: 4 },
  'night, shadow': {
    desk: desks.greyStone,
    light: 0.25,
    vignette: 0.6,
    noise: 12,
    turn: -7,
    shadow: true,
  },
}

/** Measures finding the sheet in photos and making a page of it, in the browser's worker. */
export async function measure({ short }) {
  const all = papers()
  await printPapers(all)
  const browser = await startBrowser()
  try {
    const rows = []
    const times = { find: [], make: [] }
    const bytes = { photo: [], png: [], pdf: [], grey: [] }
    const kinds = []
    for (const [name, scenes] of Object.entries({ ordinary, hard })) {
      const results = {}
      const total = { found: 0, wronglySure: 0, photos: 0 }
      for (const [scene, options] of Object.entries(scenes)) {
        let found = 0
        const count = short ? 2 : 5
        for (let n = 0; n < count; n += 1) {
          const { file, corners } = await photoOf(all, scene, options, n)
          const { sheet, ms } = await browser.find(file)
          const isNear = isWithin(sheet.corners, corners)
          found += isNear ? 1 : 0
          total.photos += 1
          total.wronglySure += sheet.sure && !isNear ? 1 : 0
          times.find.push(ms)
          if (n > 0) continue
          const made = await browser.make(file, corners)
          fs.writeFileSync(file.replace('.jpg', '.pdf'), Uint8Array.from(made.pdf))
          times.make.push(made.ms)
          kinds.push(made.kind)
          bytes.photo.push(fs.statSync(file).size)
          bytes.png.push(made.png)
          bytes.pdf.push(made.pdf.length)
          bytes.grey.push(made.grey)
        }
        total.found += found
        results[scene] = `${found}/${count}`
      }
      rows.push({
        what: `${name} photos: sheets within 2 %`,
        figure: (100 * total.found) / total.photos,
        unit: '%',
        aim: { atLeast: name === 'ordinary' ? 97 : 60 },
        raw: { ...results, 'wrong though sure': total.wronglySure },
      })
    }
    rows.push({
      what: 'find and make a page, on a phone',
      // Chromium slows down pages only, not workers: the time is multiplied.
      figure: ((median(times.find) + median(times.make)) * PHONE_SLOWNESS) / 1000,
      unit: 's',
      aim: { atMost: 5 },
      raw: { 'ms to find': median(times.find), 'ms to make': median(times.make) },
    })
    rows.push({
      what: 'PDF of a page',
      figure: median(bytes.pdf) / 1000,
      unit: 'kB',
      aim: { atMost: 80 },
      raw: {
        'photo kB': median(bytes.photo) / 1000,
        'PNG kB': median(bytes.png) / 1000,
        'grey kB': median(bytes.grey) / 1000,
        'one bit': `${kinds.filter((kind) => kind === 'oneBit').length}/${kinds.length}`,
      },
    })
    return rows
  } finally {
    await browser.stop()
  }
}

const median = (figures) => figures.toSorted((a, b) => a - b)[figures.length >> 1]

const isWithin = (found, corners) =>
  found.every(
    ({ x, y }, at) =>
      Math.hypot(x - corners[at].x, y - corners[at].y) < NEAR * Math.hypot(WIDTH, HEIGHT),
  )

/** Takes a photo once; later runs read it. */
async function photoOf(all, scene, options, n) {
  const file = path.join(CACHE, `sheet-${scene.replaceAll(/\W+/g, '-')}-${n}.jpg`)
  const noted = file.replace('.jpg', '.json')
  if (!fs.existsSync(noted)) {
    const seed = n * 31 + scene.length * 7
    const page = await pixelsOf(all[seed % all.length].id)
    const beneath = options.beneath && (await pixelsOf(all[(seed + 3) % all.length].id))
    const size = { width: WIDTH, height: HEIGHT, seed }
    const { photo, corners } = photograph(page, { ...options, beneath }, size)
    await sharp(photo.data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .blur(0.7)
      .jpeg({ quality: 85 })
      .toFile(file)
    fs.writeFileSync(noted, JSON.stringify(corners))
  }
  return { file, corners: JSON.parse(fs.readFileSync(noted, 'utf8')) }
}

async function pixelsOf(id) {
  const { data, info } = await sharp(path.join(CACHE, `${id}-300.png`))
    .resize({ width: 1800 })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** A browser with the dashboard's worker. */
async function startBrowser() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-sheets-'))
  await build({
    configFile: false,
    root: path.dirname(PAGE),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: PAGE } },
  })
  const executablePath = ensureChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const isPhoto = pathname.startsWith('/photos/')
    const file = isPhoto ? path.join(CACHE, path.basename(pathname)) : path.join(folder, pathname)
    return route.fulfill({ path: file })
  })
  await page.goto('http://localhost/paper-work.html')
  await page.waitForFunction(() => 'papers' in window)
  const address = (file) => `/photos/${path.basename(file)}`
  return {
    find: (file) => page.evaluate(findInPage, address(file)),
    make: (file, corners) => page.evaluate(makeInPage, { photo: address(file), corners }),
    async stop() {
      await browser.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

async function findInPage(address) {
  const photo = await (await fetch(address)).blob()
  const started = performance.now()
  const sheet = await window.papers.work.findCorners(photo)
  return { sheet, ms: performance.now() - started }
}

/** Makes the page, in grey too. */
async function makeInPage({ photo: address, corners }) {
  const { work, makePdf } = window.papers
  const photo = await (await fetch(address)).blob()
  const started = performance.now()
  const made = await work.makePage(photo, { corners, turn: 0, white: true })
  const ms = performance.now() - started
  const grey = await work.makePage(photo, { corners, turn: 0, white: false })
  const pdf = await makePdf([made])
  const bytes = [...new Uint8Array(await pdf.arrayBuffer())]
  return { ms, kind: made.kind, height: made.height, png: made.bytes, grey: grey.bytes, pdf: bytes }
}
