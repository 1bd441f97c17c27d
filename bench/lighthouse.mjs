import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { findChromium } from '../scripts/chromium.mjs'

const AIMS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

/**
 * Measures each page's Lighthouse scores for phones; skipped with a message if it is not installed. It
 * is not a dependency: run `npm install --prefix <folder> lighthouse@12` outside the project, and set
 * `LIGHTHOUSE` to its `node_modules/lighthouse`.
 */
export async function lighthouseRows(pages) {
  const folder = process.env.LIGHTHOUSE
  const program = folder && path.join(folder, 'cli', 'index.js')
  if (!program || !fs.existsSync(program)) {
    process.stderr.write('Skipped Lighthouse: LIGHTHOUSE is not set to its folder.\n')
    return []
  }
  const rows = []
  for (const { name, url } of pages) {
    const { marks, raw } = await marksOf(program, url)
    for (const [id, atLeast] of Object.entries(AIMS)) {
      rows.push({
        what: `${name}, Lighthouse: ${id}`,
        figure: marks[id],
        unit: 'of 100',
        aim: { atLeast },
        raw: raw[id],
      })
    }
  }
  return rows
}

async function marksOf(program, url) {
  const words = [
    program,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${Object.keys(AIMS)}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
  ]
  const CHROME_PATH = findChromium() ?? ''
  const child = spawn(process.execPath, words, {
    env: { ...process.env, CHROME_PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += chunk
  if (child.exitCode === null) await once(child, 'exit')
  const { categories, audits } = JSON.parse(output)
  const marks = {}
  const raw = {}
  for (const { id, score, auditRefs } of Object.values(categories)) {
    marks[id] = Math.round(score * 100)
    const failed = auditRefs
      .filter((ref) => ref.weight > 0 && (audits[ref.id].score ?? 1) < 1)
      .map((ref) => ref.id)
    if (id === 'performance') {
      raw[id] = {
        'FCP ms': audits['first-contentful-paint'].numericValue,
        'LCP ms': audits['largest-contentful-paint'].numericValue,
        'TBT ms': audits['total-blocking-time'].numericValue,
      }
    } else if (failed.length > 0) {
      raw[id] = { failed: failed.join(' ') }
    }
  }
  return { marks, raw }
}
