import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { register } from 'tsx/esm/api'
import { buildIfStale, root } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { openPictureFolder } from './screenshots/picture-folder.mjs'

/**
 * `npm run screenshots`: writes the pictures of the user guide and of the README to `docs/pictures`.
 * They show the sample school on a temporary folder, with a clock that starts at a fixed time. The
 * dashboard's help contains them, so build again afterwards.
 */
const MOMENT = new Date('2027-03-07T04:30:00Z')
const SCALE = 1.5
const GUIDE_WINDOW = { width: 800, height: 1000 }

buildIfStale()
process.env.CLOCK_START = String(MOMENT.getTime())
const clock = pathToFileURL(path.join(root, 'scripts/screenshots/moved-clock.mjs')).href
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${clock}`

// The same fixed clock for the pages.
const movedClock = `{
  const process = { env: { CLOCK_START: ${MOMENT.getTime()} + Date.now() - ${Date.now()} } }
  ${fs.readFileSync(new URL(clock), 'utf8')}
}`

register()
const { startSchoolServer } = await import('../e2e/support/school-server.ts')
const { takeAdminPictures } = await import('./screenshots/admin-pictures.mjs')
const { takeDesktopPictures } = await import('./screenshots/desktop-pictures.mjs')
const { takeReadmePictures } = await import('./screenshots/readme-pictures.mjs')
const { takeSheetPictures } = await import('./screenshots/sheet-pictures.mjs')

const pictures = openPictureFolder(path.join(root, 'docs', 'pictures'), SCALE)
const school = await startSchoolServer({ demo: true })
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})

/** Opens a page in a new window: no animations, light theme, fixed clock. */
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
}

/** Takes a screenshot of an element or the window, cropped to its upper `height` pixels. */
const shooter =
  (usual) =>
  async (name, part, { page = usual, height } = {}) => {
    await page.evaluate(() => {
      document.activeElement?.blur?.()
      // Visible only on keyboard focus.
      document.querySelector('.skip')?.style.setProperty('display', 'none')
    })
    await page.mouse.move(0, 0)
    const png = await (part ?? page).screenshot({ animations: 'disabled', caret: 'hide' })
    await pictures.save(name, png, height)
  }

try {
  const page = await newPage(GUIDE_WINDOW)
  await takeAdminPictures({ page, school, shoot: shooter(page) })
  await takeSheetPictures({ page, school, shoot: shooter(page) })
  await takeDesktopPictures({
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
