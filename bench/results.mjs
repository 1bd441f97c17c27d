import { setTimeout as wait } from 'node:timers/promises'
import { tsImport } from 'tsx/esm/api'
import { ask } from './load.mjs'
import { median } from './rounds.mjs'
import { signIn } from './servers.mjs'

const DAY_MS = 86_400_000
/** A school of 1,500 girls in 30 sections. */
const SHEETS = 30
const GIRLS = 50
const classes = ['Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
const shifts = ['Morning', 'Day']
const sections = ['A', 'B']
/** The day of results: slips and pages per second. */
const OPENINGS_PER_SECOND = 2.5
const VIEWS = { connections: 10, overallRate: 40, headers: { 'accept-encoding': 'br' } }
/** Difference of two samples that comes by chance once in 370 times, in standard deviations. */
const CHANCE = 3

/** The server that is measured. Each girl has an address of her own, which only a proxy may name. */
export const server = { settings: { TRUST_PROXY: '1' } }

/** Measures sealing results, and opening them on the day when all girls do so. */
export async function measure({ rounds, short }, school) {
  const hash = await measureHash(rounds)
  const { slips, seconds } = await importAll(school)
  const views = { url: `${school.url}/`, ...VIEWS, duration: short ? 30 : 120 }
  const { p99Ms: idle } = await ask(views)
  const [{ p99Ms }, opened] = await Promise.all([
    ask(views),
    openAll(school, slips, views.duration),
  ])
  return [
    hash,
    {
      what: `import ${SHEETS * GIRLS} rows`,
      figure: seconds,
      unit: 's',
      raw: { 'ms per row': (seconds * 1000) / (SHEETS * GIRLS) },
    },
    {
      what: `open a result, ${OPENINGS_PER_SECOND} per second, p99`,
      figure: at(opened, 0.99),
      unit: 'ms',
      aim: { atMost: 1000 },
      raw: { 'p50 ms': at(opened, 0.5), slips: opened.length, 'views/s': VIEWS.overallRate },
    },
    {
      what: 'GET / (brotli) meanwhile, p99',
      figure: p99Ms / idle,
      unit: 'of idle',
      aim: { atMost: 1.5 },
      raw: { 'p99 ms': p99Ms, 'idle p99': idle },
    },
    await compareAnswers(school, slips, short ? 60 : 250),
  ]
}

/** Measures the hash of an opening, with the cost that this machine gets. */
async function measureHash(rounds) {
  const { deriveKeys, tuneCost } = await tsImport(
    '../server/src/features/results/sealing.ts',
    import.meta.url,
  )
  const cost = await tuneCost()
  const place = ['an examination', 'Eight', 'Morning', 'B', '27']
  const times = []
  for (let n = 0; n < rounds * 10; n += 1) {
    const started = performance.now()
    await deriveKeys('KTRW6P4M', { serverKey: Buffer.alloc(32), salt: 'salt', cost, place })
    times.push(performance.now() - started)
  }
  const raw = { '2^ KiB': cost, slowest: Math.max(...times) }
  return { what: 'hash of an opening', figure: median(times), unit: 'ms', raw }
}

/** Imports all sheets. @returns every slip with the id of its sheet, and the seconds that it took */
async function importAll(school) {
  const headers = { ...(await signIn(school)), 'content-type': 'application/json' }
  const until = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  const groups = classes.flatMap((className) =>
    shifts.flatMap((shift) => sections.map((section) => ({ className, shift, section }))),
  )
  const slips = []
  const started = performance.now()
  for (const group of groups.slice(0, SHEETS)) {
    const sheet = { ...group, exam: 'পরিমাপ', until, __v: null, rows: rows() }
    const body = JSON.stringify(sheet)
    const answer = await fetch(`${school.url}/api/admin/results`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`Importing returned ${answer.status}`)
    const { sheet: stored, slips: ofSheet } = await answer.json()
    slips.push(...ofSheet.map(({ roll, code }) => ({ in: stored._id, roll: String(roll), code })))
  }
  return { slips, seconds: (performance.now() - started) / 1000 }
}

function rows() {
  const subjects = ['বাংলা', 'ইংরেজি', 'গণিত', 'বিজ্ঞান', 'ধর্ম', 'কৃষি', 'আইসিটি', 'চারুকলা']
  const marks = subjects.map((subject) => ({ subject, mark: '৮১', grade: 'A+' }))
  return Array.from({ length: GIRLS }, (_, n) => ({
    roll: n + 1,
    name: `ছাত্রী ${n + 1}`,
    marks,
    total: '৬৪৮',
    gpa: '৫.০০',
    grade: 'A+',
  }))
}

let girls = 0
/** Sends a slip from a new client address. @returns the milliseconds until the whole answer */
async function send({ url }, slip, isRight) {
  girls += 1
  const started = performance.now()
  const answer = await fetch(`${url}/results`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `10.${girls >> 16}.${(girls >> 8) & 255}.${girls & 255}`,
    },
    body: new URLSearchParams(slip),
  })
  const page = await answer.text()
  const ms = performance.now() - started
  const isOpen = page.includes('<h1>ছাত্রী')
  if (answer.status !== 200 || isOpen !== isRight)
    throw new Error(`A ${isRight ? 'right' : 'wrong'} slip got ${answer.status}, open: ${isOpen}`)
  return ms
}

/** Opens results at a steady rate. @returns their times, sorted */
async function openAll(school, slips, seconds) {
  const count = seconds * OPENINGS_PER_SECOND
  const started = performance.now()
  const opened = []
  for (let n = 0; n < count; n += 1) {
    const due = started + (n * 1000) / OPENINGS_PER_SECOND
    await wait(Math.max(0, due - performance.now()))
    // Spread over the sections.
    opened.push(send(school, slips[(n * 53) % slips.length], true))
  }
  return (await Promise.all(opened)).sort((a, b) => a - b)
}

/**
 * Compares the times of right and wrong slips: wrong code, unknown roll, unknown sheet. Each slip is
 * of another roll, whose limit would otherwise be reached.
 */
async function compareAnswers(school, slips, count) {
  const wrong = [{ code: 'XXXXXXXX' }, { roll: '999' }, { in: 'nothing' }]
  const times = { right: [], wrong: [] }
  for (let n = 0; n < count; n += 1) {
    const slip = slips[(n * 53) % slips.length]
    // The other one comes first in each second round.
    for (const kind of n % 2 ? ['wrong', 'right'] : ['right', 'wrong']) {
      const sent = kind === 'right' ? slip : { ...slip, ...wrong[n % wrong.length] }
      // Answers end at a multiple of 50 ms, with which the next one must not begin.
      await wait(Math.random() * 50)
      times[kind].push(await send(school, sent, kind === 'right'))
    }
  }
  const [right, other] = [times.right, times.wrong].map((list) => list.sort((a, b) => a - b))
  const { share, deviations } = mannWhitney(right, other)
  return {
    what: 'right slips against wrong ones',
    figure: Math.abs(deviations),
    unit: 'standard deviations apart',
    aim: { atMost: CHANCE },
    raw: {
      'right p50 ms': at(right, 0.5),
      'wrong p50 ms': at(other, 0.5),
      'right p90 ms': at(right, 0.9),
      'wrong p90 ms': at(other, 0.9),
      'right slower in': share,
      'of each': count,
    },
  }
}

/**
 * Compares two samples by rank.
 * @returns in which share of all pairs the first is greater, and how many standard deviations this is from
 * a half
 */
function mannWhitney(one, other) {
  let greater = 0
  for (const a of one) for (const b of other) greater += a > b ? 1 : a === b ? 0.5 : 0
  const pairs = one.length * other.length
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12)
  return { share: greater / pairs, deviations: (greater - pairs / 2) / deviation }
}

const at = (sorted, share) => sorted[Math.floor(sorted.length * share)]
