import http from 'node:http'
import { lighthouseRows } from './lighthouse.mjs'
import { clickThrough, firstTouch, openPhone, startPhone, startScript, visit } from './phone.mjs'
import { inRounds, median } from './rounds.mjs'
import { samplePages } from './sample-pages.mjs'
import { weighVisits } from './weigh.mjs'

const PAINT_MS = 900
const LARGEST_MS = 1400
const KINDS = [
  { withLetters: true, phone: 'phone' },
  { withLetters: false, phone: 'phone without Bengali letters' },
]

/** The server that is measured. */
export const server = {}

/**
 * Measures page loads on a cheap phone with a poor connection and a cold cache. Medians of rounds that
 * alternate with a plain 1 kB page. The browser throttles each request; a real connection also has to be
 * opened, which costs the plain page as much.
 */
export async function measure(effort, school) {
  const bare = await startBarePage()
  try {
    const pages = await samplePages(school)
    const rows = []
    for (const kind of KINDS) rows.push(...(await onPhone(kind, { effort, school, bare, pages })))
    rows.push(...(await lighthouseRows(pages)))
    return rows
  } finally {
    await bare.stop()
  }
}

async function onPhone({ withLetters, phone }, { effort, school, bare, pages }) {
  const { browser, stop } = await startPhone({ withLetters })
  const once = (url) => async () => {
    const { context, page } = await openPhone(browser)
    const seen = await visit(page, url)
    await context.close()
    return seen
  }
  try {
    const takers = { bare: once(bare.url) }
    for (const { name, url } of pages) takers[name] = once(url)
    // Warm-up: the server renders the page, and the system reads the browser's files.
    await inRounds(1, takers)
    const medians = await inRounds(effort.rounds, takers)
    const rows = pages.flatMap(({ name }) =>
      timeRows(`${name}, ${phone}`, medians[name], medians.bare),
    )
    rows.push(...(await touchRows(browser, { phone, effort, bare, pages })))
    rows.push(...(await clickRows(browser, school.url, { phone, effort })))
    if (!withLetters) rows.push(...(await byteRows(browser, school.url)))
    return rows
  } finally {
    await stop()
  }
}

function timeRows(what, { fcp, lcp, cls, tbt }, bare) {
  return [
    {
      what: `${what}: first contentful paint`,
      figure: fcp,
      unit: 'ms',
      aim: { atMost: PAINT_MS },
      raw: { 'of bare': fcp / bare.fcp, 'bare ms': bare.fcp },
    },
    {
      what: `${what}: largest`,
      figure: lcp,
      unit: 'ms',
      aim: { atMost: LARGEST_MS },
      raw: { 'of bare': lcp / bare.lcp, 'bare ms': bare.lcp },
    },
    { what: `${what}: layout shift`, figure: cls, unit: '', aim: { atMost: 0.02 } },
    { what: `${what}: total blocking time`, figure: tbt, unit: 'ms', aim: { atMost: 50 } },
  ]
}

/** The first touch of a visitor, before the page's script is loaded. */
const HYDRATED = ':root[data-hydrated]'
const touchesOf = ([front, list, notice]) => [
  {
    what: 'menu',
    url: front.url,
    selector: '.banner__menu',
    after: HYDRATED,
  },
  {
    what: 'search box',
    url: list.url,
    selector: '#q',
    typed: 'নোটিশ',
    after: HYDRATED,
  },
  {
    what: 'page of a paper',
    url: notice.url,
    selector: 'a.sheet',
    after: 'dialog.lightbox',
  },
  {
    what: 'pause of the news',
    url: front.url,
    selector: '.ticker__pause',
    after: HYDRATED,
  },
  {
    what: 'link to a notice',
    url: front.url,
    selector: '.noticelist a',
    after: '.sharebar',
  },
]

/** Measures the first touches, beside the touch of a control without script on a plain page. */
async function touchRows(browser, { phone, effort, bare, pages }) {
  const once = (touch) => async () => {
    const { context, page } = await openPhone(browser)
    const measured = await firstTouch(page, touch)
    await context.close()
    return measured
  }
  const plain = { url: bare.url, selector: 'summary', after: '[open]' }
  const touches = touchesOf(pages)
  const takers = Object.fromEntries(touches.map((touch) => [touch.what, once(touch)]))
  const medians = await inRounds(effort.rounds, { bare: once(plain), ...takers })
  return touches.flatMap(({ what }) => {
    const { inp, blocking, took } = medians[what]
    const raw = { 'bare ms': medians.bare.inp, 'ms until done': took }
    const named = `first touch, ${what}, ${phone}`
    return [
      { what: `${named}: to next paint`, figure: inp, unit: 'ms', aim: { atMost: 200 }, raw },
      { what: `${named}: total blocking time`, figure: blocking, unit: 'ms', aim: { atMost: 50 } },
    ]
  })
}

/** Measures the click from the front page to the list of notices, with and without prefetched data. */
async function clickRows(browser, url, { phone, effort }) {
  const cold = []
  const warm = []
  for (let round = 0; round < effort.rounds; round += 1) {
    const { context, page } = await openPhone(browser)
    await visit(page, `${url}/`)
    await startScript(page)
    cold.push(await clickThrough(page, '/allNotices'))
    await clickThrough(page, '/')
    warm.push(await clickThrough(page, '/allNotices'))
    await context.close()
  }
  return [
    {
      what: `click to the list of notices, data prefetched, ${phone}`,
      figure: median(warm),
      unit: 'ms',
      aim: { atMost: 100 },
      raw: { 'ms without prefetch': median(cold) },
    },
  ]
}

async function byteRows(browser, url) {
  const { first, ahead, again } = await weighVisits(browser, url)
  const row = (what, bytes, atMost) => ({
    what: `front page without photos, ${what}`,
    figure: bytes / 1000,
    unit: 'kB',
    aim: { atMost },
  })
  return [
    row('first visit', first, 290),
    row('pages loaded for offline reading', ahead, 320),
    row('later visit', again, 8),
  ]
}

/** The reference: a 1 kB page without styles, scripts and pictures. */
async function startBarePage() {
  const text = 'এই পাতায় শুধু লেখা আছে। '
  const html = `<!doctype html><html lang="bn"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>পাতা</title><link rel="icon" href="data:,"><h1>পাতা</h1><p>${text.repeat(13)}</p><details><summary>আরও</summary>${text}</details></html>`
  const server = http.createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    res.end(html)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
