import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

/**
 * `node scripts/release-notes.mjs v1.2.3`: prints that version's section of CHANGELOG.md. Exits with 1
 * if package.json has another version or the section is missing.
 */
const tag = process.argv[2] ?? ''
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8')

const { version } = JSON.parse(read('package.json'))
if (tag !== `v${version}`) fail(`The tag is ${tag || 'missing'}, package.json says v${version}`)

// `## 1.2.3` or `## [1.2.3] - 2026-11-21`
const section = read('CHANGELOG.md')
  .split(/^## /m)
  .find((text) => [version, `[${version}]`].includes(text.split(/\s/, 1)[0] ?? ''))
const notes = section?.slice(section.indexOf('\n')).trim()
if (!notes) fail(`CHANGELOG.md has no section “## ${version}”`)
process.stdout.write(`${notes}\n`)

/** @param {string} why @returns {never} */
function fail(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
