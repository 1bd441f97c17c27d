import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { buildIfStale, SERVER_PARTS } from './build.mjs'

/**
 * `npm run check:html`: runs the Nu HTML checker on the sample school's public pages. Needs Java, and
 * the path of the checker's jar in `VNU_JAR` (32 MB, so it is not a dependency).
 */
const KNOWN = [
  [/^CSS: .*“@?container/, 'container queries are newer than its CSS parser'],
  [/^CSS: “min-inline-size”: Unknown dimension\.$/, 'container query units are newer too'],
  [
    /^The “role” attribute must not be used on a “t[rdh]” element which has a “table” ancestor/,
    'phones show rows as blocks, and browsers then drop the table semantics',
  ],
  [/^The “(table|rowgroup|row|cell|columnheader|rowheader)” role is unnecessary/, 'as above'],
  [/^Trailing slash on void elements/, 'written by React; every value is quoted'],
]
/** All files together exceed Java's default heap on a small machine. */
const FILES_PER_RUN = 5

const jar = process.env.VNU_JAR
if (!jar || !fs.existsSync(jar)) {
  process.stderr.write(
    `VNU_JAR ${jar ? `is not a file: ${jar}` : 'is not set'}. Extract the checker from its package:
  npm pack vnu-jar && tar -xzf vnu-jar-*.tgz package/build/dist/vnu.jar
  VNU_JAR=package/build/dist/vnu.jar npm run check:html\n`,
  )
  process.exit(2)
}

buildIfStale(SERVER_PARTS)
register()
const { startSchoolServer } = await import('../e2e/support/school-server.ts')
const { frontPage, furtherAddresses, innerPages } = await import('../e2e/support/public-pages.ts')
const { OFFLINE_PAGE } = await import('../shared/src/site-addresses.ts')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-html-'))
const school = await startSchoolServer({ demo: true })
try {
  const pages = await savePages()
  const found = new Map()
  for (let from = 0; from < pages.length; from += FILES_PER_RUN) {
    for (const { message, extract, url } of messagesOn(pages.slice(from, from + FILES_PER_RUN))) {
      const group = found.get(message) ?? { times: 0, addresses: new Set(), extract }
      group.times += 1
      group.addresses.add(pages.find(({ file }) => url?.endsWith(path.basename(file)))?.address)
      found.set(message, group)
    }
  }
  const groups = [...found].map(([message, group]) => {
    const reason = KNOWN.find(([pattern]) => pattern.test(message))?.[1]
    return { message, reason, ...group }
  })
  const known = groups.filter(({ reason }) => reason)
  const faults = groups.filter(({ reason }) => !reason)
  for (const { times, message, reason } of known) {
    process.stdout.write(`known ${times} × ${message}\n      ${reason}\n`)
  }
  for (const { times, message, extract, addresses } of faults) {
    process.stdout.write(`ERROR ${times} × ${message}\n      ${[...addresses].join(' ')}\n`)
    if (extract) process.stdout.write(`      ${extract.replace(/\s+/g, ' ')}\n`)
  }
  process.stdout.write(`${pages.length} pages, ${faults.length} unknown messages.\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await school.remove()
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Saves the pages as `.html` files, which the checker requires. */
async function savePages() {
  const addresses = [frontPage, ...innerPages].map((page) => page.path)
  addresses.push(...(await furtherAddresses(school.admin)), OFFLINE_PAGE)
  const pages = []
  for (const [place, address] of addresses.entries()) {
    const file = path.join(folder, `${place}.html`)
    const answer = await fetch(new URL(address, school.url), { headers: { accept: 'text/html' } })
    fs.writeFileSync(file, await answer.text())
    pages.push({ address, file })
  }
  return pages
}

function messagesOn(pages) {
  const words = ['--exit-zero-always', '--stdout', '--format', 'json']
  const { stdout, stderr, error } = spawnSync(
    'java',
    ['-jar', jar, ...words, ...pages.map(({ file }) => file)],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (error || !stdout.trim()) throw new Error(`The checker did not run: ${error ?? stderr}`)
  return JSON.parse(stdout).messages
}
