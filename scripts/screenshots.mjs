import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { register } from 'tsx/esm/api'
import { buildIfStale, root } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { openPictureFolder } from './screenshots/picture-folder.mjs'

/**
 * `npm run screenshots`: takes the pictures of the guide and of the README from the sample school, on
 * a temporary folder and with a clock that always begins at the same moment, into `docs/pictures`.
 * Its pictures are part of the dashboard's help: build again afterwards.
 */
const MOMENT = new Date('2027-03-07T04:30:00Z')
const SCALE = 1.5
const GUIDE_WINDOW = { width: 800, height: 1000 }

buildIfStale()
process.env.CLOCK_START = String(MOMENT.getTime())
const clock = pathToFileURL(path.join(root, 'scripts/screenshots/moved-clock.mjs')).href
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${clock}`

// The same clock in the pages, begun at the same moment.
const movedClock = `{
  const process = { env: { CLOCK_START: ${MOMENT.getTime()} + Date.now() - ${Date.now()} } }
  ${fs.readFileSync(new URL(clock), 'utf8')}
}`

register()
const { startSchoolServer } = await import('../e2e/support/school-server.ts')
const { takeOfficePictures } = await import('./screenshots/admin-pictures.mjs')
const { takeProgramPictures } = await import('./screenshots/desktop-pictures.mjs')
const { takeReadmePictures } = await import('./screenshots/readme-pictures.mjs')

const pictures = openPictureFolder(path.join(root, 'docs', 'pictures'), SCALE)
const school = await startSchoolServer('--demo')
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})

/** A page in a window of its own; without animations, in light colours, at the moment. */
async function newPage(viewport, isMobile = false) {
  const context = await browser.newContext({
    viewport,
    isMobile,
    deviceScaleFactor: SCALE,
    locale: 'bn-BD',
    timezoneId: 'Asia/Dhaka',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await prepare(page)
  return page
}

async function prepare(page) {
  await page.addInitScript({ content: movedClock })
  // Another machine's pictures are not the sample school's.
  await page.route('https://i.ytimg.com/**', (route) => route.fulfill({ status: 204 }))
}

/** Takes a part of the page, or what the window shows, its upper `height` pixels. */
const shooter =
  (usual) =>
  async (name, part, { page = usual, height } = {}) => {
    await page.evaluate(() => {
      document.activeElement?.blur?.()
      // What only the keyboard brings out.
      document.querySelector('.skip')?.style.setProperty('display', 'none')
    })
    await page.mouse.move(0, 0)
    const png = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide' })
    await pictures.keep(name, png, height)
  }

try {
  const page = await newPage(GUIDE_WINDOW)
  await takeOfficePictures({ page, school, shoot: shooter(page) })
  await takeProgramPictures({
    browser: { newContext: async () => (await newPage(GUIDE_WINDOW)).context() },
    school,
    shoot: shooter(page),
  })
  await takeReadmePictures({ newPage, school, shooter })
  pictures.close()
} finally {
  await browser.close()
  await school.remove()
}
