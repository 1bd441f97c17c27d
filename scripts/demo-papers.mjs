import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from './chromium.mjs'

/**
 * `npm run demo:papers`: prints the sample school's papers from HTML into `server/demo/papers`. The Word and
 * Excel files there were written by LibreOffice.
 */
const source = fileURLToPath(new URL('./demo-papers/papers.html', import.meta.url))
const target = fileURLToPath(new URL('../server/demo/papers', import.meta.url))
/** Papers that are also stored as a scan: a picture without text. */
const SCANS = {
  holiday: 'jpg',
  routine: 'png',
  circular: 'jpg',
  'exam-timetable': 'jpg',
  guidelines: 'jpg',
}
/** A4 at 150 dpi. */
const SCAN_SIZE = { width: 1240, height: 1754 }

fs.rmSync(target, { recursive: true, force: true })
fs.mkdirSync(target, { recursive: true })
const executablePath = ensureChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(source).href)
  const ids = await page.locator('article').evaluateAll((all) => all.map(({ id }) => id))
  for (const id of ids) {
    await page.evaluate(show, id)
    await page.pdf({
      path: path.join(target, `${id}.pdf`),
      preferCSSPageSize: true,
      printBackground: true,
    })
  }
  for (const [id, type] of Object.entries(SCANS)) {
    await page.evaluate(show, id)
    const bytes = await scan(await browser.newPage({ viewport: SCAN_SIZE }), id, type)
    fs.writeFileSync(path.join(target, `scan-${id}.${type}`), bytes)
  }
  await page.setContent(
    `<style>@page { size: A4; margin: 0 } * { margin: 0 } img { display: block; width: 100%; height: 296mm }</style>
     <img src="data:image/jpeg;base64,${fs.readFileSync(path.join(target, 'scan-holiday.jpg'), 'base64')}" alt="">`,
  )
  await page.pdf({ path: path.join(target, 'scan.pdf'), preferCSSPageSize: true })
} finally {
  await browser.close()
}

/** Runs in the page: shows one paper. */
function show(id) {
  for (const article of document.querySelectorAll('article')) article.hidden = article.id !== id
  const { textContent } = document.querySelector(`#${id} h1`)
  document.title = textContent
}

/** Renders a paper slightly rotated and off-white, as from an office scanner. */
async function scan(page, id, type) {
  await page.goto(pathToFileURL(source).href)
  await page.evaluate(show, id)
  await page.addStyleTag({
    content:
      'html { background: #f6f3ea } body { zoom: 1.55; padding: 15mm 19mm; background: none; rotate: -0.6deg }',
  })
  const picture = sharp(await page.screenshot()).blur(0.5)
  await page.close()
  return type === 'png'
    ? picture.png({ palette: true, colours: 32, effort: 10 }).toBuffer()
    : picture.jpeg({ quality: 62, mozjpeg: true }).toBuffer()
}
