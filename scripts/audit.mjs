import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import { TOOLS } from './tools.mjs'

/**
 * `npm run audit`: checks the lock file, and those of `tools`. Each package must come from the registry with a hash, be no
 * older than the release that fixed its known vulnerabilities, and have no open advisory. Exits with
 * 1 for findings, or 2 if the registry cannot be asked for advisories.
 */
const REGISTRY = 'https://registry.npmjs.org/'
/** Minimum versions without vulnerabilities that affect this project. */
const FLOORS = {
  koa: '3.1.2',
  '@koa/router': '15.7.0',
  multer: '2.4.0',
  sharp: '0.35.4',
  'file-type': '22.3.0',
  'better-sqlite3': '13.2.0',
  typeorm: '1.1.1',
  jsonwebtoken: '9.0.3',
  'path-to-regexp': '8.4.0',
  electron: '45.0.0',
}
/**
 * Minimum versions at places of older major versions: those of the bucket in tests, which only this
 * machine can reach.
 */
const FLOORS_OF_PLACES = {
  'node_modules/s3rver/node_modules/koa': '2.16.4',
  'node_modules/s3rver/node_modules/@koa/router': '9.4.0',
  'node_modules/s3rver/node_modules/path-to-regexp': '6.3.0',
}

const faults = []
let checked = 0
for (const folder of ['', ...TOOLS.map((name) => `tools/${name}`)]) {
  const read = (name) => JSON.parse(fs.readFileSync(path.join(root, folder, name), 'utf8'))
  const { allowScripts = {} } = read('package.json')
  for (const [place, entry] of Object.entries(read('package-lock.json').packages)) {
    if (place.includes('node_modules/') && !entry.link) checkPackage(place, entry, allowScripts)
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${checked} packages in the lock files checked, ${faults.length} problems.\n`)

const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const answer = parsed(asked.stdout)
const found = answer?.metadata?.vulnerabilities
if (!found) {
  const why = answer?.message ?? answer?.error?.summary ?? asked.stderr.trim().split('\n').at(-1)
  process.stdout.write(`Could not fetch the registry's advisories: ${why || 'no response'}\n`)
} else {
  for (const { name, severity, via } of Object.values(answer.vulnerabilities)) {
    const titles = via.map((one) => (typeof one === 'string' ? one : one.title)).join('; ')
    process.stdout.write(`${severity}: ${name}: ${titles}\n`)
  }
  process.stdout.write(`The registry lists ${found.total} advisories for the installed packages.\n`)
}
process.exitCode = faults.length > 0 || found?.high || found?.critical ? 1 : found ? 0 : 2

function checkPackage(place, entry, allowScripts) {
  checked += 1
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  // npm 11 refuses it; npm 10 runs it silently.
  if (entry.hasInstallScript && !(name in allowScripts)) {
    faults.push(`${place}: install script missing from allowScripts in package.json`)
  }
  if (!entry.inBundle) {
    // Without a URL it comes from npm's configured registry; the hash is checked all the same.
    const from = entry.resolved ?? REGISTRY
    if (!from.startsWith(REGISTRY)) faults.push(`${place}: comes from ${from}`)
    if (!/^sha512-/.test(entry.integrity ?? '')) faults.push(`${place}: no sha512 hash`)
  }
  const floor = FLOORS_OF_PLACES[place] ?? FLOORS[name]
  if (floor && isOlder(entry.version, floor)) {
    faults.push(`${place}: ${entry.version} is older than ${floor}`)
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isOlder(version, floor) {
  const numbers = (text) => text.split('-')[0].split('.').map(Number)
  const [have, need] = [numbers(version), numbers(floor)]
  const at = need.findIndex((number, place) => number !== (have[place] ?? 0))
  return at >= 0 && (have[at] ?? 0) < need[at]
}
