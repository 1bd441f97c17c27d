import { tsImport } from 'tsx/esm/api'
import { pdfOf, upload } from './publish.mjs'
import { childrenOf, residentMb } from './resident.mjs'
import { median } from './rounds.mjs'
import { signIn } from './servers.mjs'

const TOKEN = 'a token for these measurements'
const TEST = '../server/src/test'

/** The server that is measured. */
export const server = { settings: { METRICS_TOKEN: TOKEN } }

/**
 * Measures hostile samples: the longest event loop pause of the server, the peak memory of its worker
 * processes, and the response. Then measures ordinary documents.
 */
export async function measure({ rounds }, school) {
  const headers = await signIn(school)
  const rows = []
  for (const [what, send] of Object.entries(await samples(school, headers))) {
    rows.push(await measureSample(school, what, send))
  }
  for (const [what, bytes, name] of await ordinary()) {
    const took = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      await statusOf(school, headers, 'notices', bytes, name)
      took.push(performance.now() - started)
    }
    const [first, ...others] = took
    rows.push({
      what: `ordinary: ${what}`,
      figure: median(others),
      unit: 'ms until published',
      raw: { 'first, ms': first },
    })
  }
  return rows
}

/** Each uploads one sample and resolves to the result. */
async function samples(school, headers) {
  const hostile = await tsImport(`${TEST}/hostile-files.ts`, import.meta.url)
  const large = hostile.plainPicture(7740)
  const sendFile = (collection, name, make) => async () => {
    const bytes = await make()
    return () => statusOf(school, headers, collection, bytes, name)
  }
  const render = (make) => async () => {
    const bytes = await make()
    return () => publishAndRender(school, headers, bytes)
  }
  const preview = (unit) => async () => {
    const html = unit.repeat(Math.floor(499_000 / unit.length))
    return async () => (await post(school, headers, '/api/teacherPage/preview', { html })).status
  }
  return {
    // The machine's own noise.
    'idle for two seconds': async () => () => new Promise((done) => setTimeout(done, 2000, '-')),
    'PDF, streams of 600 MB': render(() => hostile.memoryBombPdf()),
    'PDF, 10^8 nested forms': render(() => hostile.nestedFormsPdf(8, 'square')),
    'PDF, a thousand gradients': render(() => hostile.nestedFormsPdf(3, 'gradient')),
    'AVIF, 60 megapixels': sendFile('gallery', 'a.avif', () =>
      large.avif({ effort: 0 }).toBuffer(),
    ),
    'JPEG, progressive, 60 megapixels': sendFile('gallery', 'a.jpg', () =>
      large.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ),
    'PNG, interlaced, 16 bits, 60 megapixels': sendFile('gallery', 'a.png', () =>
      large.clone().toColourspace('rgb16').ensureAlpha().png({ progressive: true }).toBuffer(),
    ),
    'WebP, 60 megapixels': sendFile('gallery', 'a.webp', () =>
      large.webp({ effort: 0 }).toBuffer(),
    ),
    'PNG, 1.5 million chunks': sendFile('gallery', 'a.png', () => hostile.crowdedPng()),
    'zip of 65,534 names': sendFile('notices', 'a.docx', () => hostile.crowdedZip()),
    'compound file, a cycle of 2,000': sendFile('notices', 'a.doc', () =>
      hostile.circularCompound(),
    ),
    '20 MB of text in one line': sendFile('notices', 'a.txt', () => Buffer.alloc(20_000_000, 'a')),
    'HTML, <i> × 166,000': preview('<i>'),
    'HTML, <div>': preview('<div>'),
    'HTML, <table><tr><td>': preview('<table><tr><td>'),
    'HTML, <svg>': preview('<svg>'),
    'HTML, 125,000 attributes': preview('<p a=1 b=2 c=3>'),
    'HTML, an unclosed comment': preview('<!--'),
    'HTML, 100,000 entities': preview('&amp;'),
  }
}

/** Ordinary documents of 200 kB. */
async function ordinary() {
  const { contentTypes, zipBytes } = await tsImport(`${TEST}/sample-files.ts`, import.meta.url)
  const { randomBytes } = await import('node:crypto')
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const docx = zipBytes({
    '[Content_Types].xml': contentTypes(type),
    'word/document.xml': randomBytes(133_000).toString('base64'),
  })
  return [
    ['PDF of 200 kB', pdfOf(200_000), 'a.pdf'],
    ['DOCX of 200 kB', docx, 'a.docx'],
  ]
}

async function measureSample(school, what, prepare) {
  const send = await prepare()
  let going = true
  const watching = peakOfChildrenMb(school.pid, () => going)
  await longestPauseMs(school)
  const started = performance.now()
  const answer = await send()
  const took = performance.now() - started
  const pause = await longestPauseMs(school)
  going = false
  return {
    what,
    figure: pause,
    unit: 'ms longest pause',
    aim: { atMost: 100 },
    raw: { answer, 'largest worker MB': await watching, 'ms until response': took },
  }
}

/** The longest event loop pause of the server since the last call. */
async function longestPauseMs({ url }) {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await answer.text())
  return Number(seconds) * 1000
}

/** Peak resident memory of one of the server's child processes. */
async function peakOfChildrenMb(pid, isGoing) {
  let peak = 0
  while (isGoing()) {
    for (const child of await childrenOf(pid)) peak = Math.max(peak, (await residentMb(child)) || 0)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return peak
}

function post({ url }, headers, path, body) {
  return fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function statusOf(school, headers, collection, bytes, name) {
  const answer = await upload(school, headers, collection, { bytes, name })
  await answer.arrayBuffer()
  return answer.status
}

/** Publishes a PDF and waits until its pages are rendered or have failed. */
async function publishAndRender(school, headers, bytes) {
  const status = await statusOf(school, headers, 'notices', bytes, 'a.pdf')
  for (;;) {
    const [entry] = await (await fetch(`${school.url}/api/notices?limit=1`)).json()
    if (entry.pages) return `${status}, ${entry.pages.length} pages rendered`
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
