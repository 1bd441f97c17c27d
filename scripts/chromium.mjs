import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Chromium without windows: it renders the same and takes a fifth less time. Debian's package. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of an installed Chromium or Chrome, or undefined. */
export function findChromium() {
  return firstPresent([process.env.CHROMIUM_PATH, ...KNOWN_PLACES])
}

const firstPresent = (places) => places.find((place) => place && fs.existsSync(place))

/**
 * Provides a browser for the tests: an installed one, else Playwright's, else Debian's package.
 * @returns its path, or undefined for Playwright's
 */
export function ensureChromium() {
  const findHeadless = () => firstPresent([process.env.CHROMIUM_PATH, HEADLESS, ...KNOWN_PLACES])
  const found = findHeadless()
  if (found) return found
  const run = (command, ...words) => spawnSync(command, words, { stdio: 'inherit' }).status === 0
  process.stderr.write('No Chromium found; installing one for the browser tests …\n')
  if (run('npx', 'playwright', 'install', 'chromium')) return undefined
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update')
    const install = (name) => run('apt-get', 'install', '-y', '--no-install-recommends', name)
    if (!install('chromium-headless-shell')) install('chromium')
  }
  const installed = findHeadless()
  if (!installed) throw new Error('The browser tests need Chromium. Install it and run them again.')
  return installed
}
