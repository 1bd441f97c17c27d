import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/**
 * `npm run audit`: what the lock file installs comes from the registry and is pinned by its hash,
 * is not older than the versions in which known holes were closed, and the registry knows no
 * advisory against it. Where the registry does not answer, it says so and ends with 2: not asked is
 * not the same as nothing found.
 */
const REGISTRY = 'https://registry.npmjs.org/'
/** Oldest versions without holes that would matter here. */
const FLOORS = {
  koa: '3.1.2',
  '@koa/router': '15.7.0',
  multer: '2.4.0',
  sharp: '0.35.4',
  'file-type': '21.3.1',
  'better-sqlite3': '12.11.1',
  typeorm: '1.1.1',
  jsonwebtoken: '9.0.3',
  'path-to-regexp': '8.4.0',
  electron: '45.0.0',
}

const readRoot = (name) => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))
const { packages } = readRoot('package-lock.json')
const { allowScripts } = readRoot('package.json')
const faults = []
let checked = 0
for (const [place, entry] of Object.entries(packages)) {
  if (!place.includes('node_modules/') || entry.link) continue
  checked += 1
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  // npm 11 refuses it; npm 10 would run it without a word.
  if (entry.hasInstallScript && !(name in allowScripts)) {
    faults.push(`${place}: its install script is not named in allowScripts of package.json`)
  }
  if (!entry.inBundle) {
    // Without an address it comes from whatever registry npm is set to; its hash holds everywhere.
    const from = entry.resolved ?? REGISTRY
    if (!from.startsWith(REGISTRY)) faults.push(`${place}: comes from ${from}`)
    if (!/^sha512-/.test(entry.integrity ?? '')) faults.push(`${place}: no sha512 hash`)
  }
  const floor = FLOORS[name]
  if (floor && isOlder(entry.version, floor)) {
    faults.push(`${place}: ${entry.version} is older than ${floor}`)
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.stdout.write(`${checked} packages of the lock file looked at, ${faults.length} faults.\n`)

const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const answer = parsed(asked.stdout)
const found = answer?.metadata?.vulnerabilities
if (!found) {
  const why = answer?.message ?? answer?.error?.summary ?? asked.stderr.trim().split('\n').at(-1)
  process.stdout.write(`The registry's advisories could not be asked: ${why || 'no answer'}\n`)
} else {
  for (const { name, severity, via } of Object.values(answer.vulnerabilities)) {
    const titles = via.map((one) => (typeof one === 'string' ? one : one.title)).join('; ')
    process.stdout.write(`${severity}: ${name}: ${titles}\n`)
  }
  process.stdout.write(`The registry knows ${found.total} advisories against what is installed.\n`)
}
process.exitCode = faults.length > 0 || found?.high || found?.critical ? 1 : found ? 0 : 2

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
