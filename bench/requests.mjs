import { againstReference } from './against-reference.mjs'
import { throughput } from './rows.mjs'
import { sameAnswer } from './servers.mjs'

const brotli = { 'accept-encoding': 'br' }
const identity = { 'accept-encoding': 'identity' }

const hot = [
  { name: 'GET / (brotli)', path: '/', headers: brotli },
  { name: 'GET / (identity)', path: '/', headers: identity },
  { name: 'GET /allNotices (brotli)', path: '/allNotices', headers: brotli },
  { name: 'GET /allNotices (identity)', path: '/allNotices', headers: identity },
  {
    name: 'GET /api/notices?limit=50 (identity)',
    path: '/api/notices?limit=50',
    headers: identity,
  },
]

/** The server that is measured. */
export const server = {}

/** Measures cached responses against the same bytes from plain `node:http`: 32 and 256 connections, 304s. */
export async function measure(effort, school) {
  const rows = []
  for (const one of hot) rows.push(await mean(school, one, effort))
  for (const one of hot) rows.push(await slowest(school, one, effort))
  for (const one of [hot[0], hot[2], hot[4]]) {
    const { headers } = await sameAnswer(school.url + one.path, one.headers)
    const known = { ...one.headers, 'if-none-match': headers.etag }
    rows.push(await mean(school, { ...one, name: `304 ${one.name}`, headers: known }, effort))
    rows.push(await plain(school, one, effort))
    rows.push(await plain(school, { ...one, name: `304 ${one.name}`, headers: known }, effort))
  }
  return rows
}

async function mean(school, { name, path, headers }, { rounds, seconds }) {
  const effort = { rounds, seconds, connections: 32 }
  const { ours, bare } = await compare(school, path, headers, effort)
  return {
    what: `${name}, 32 connections`,
    figure: ours.perSecond / bare.perSecond,
    unit: 'of bare',
    aim: { atLeast: 0.85 },
    raw: throughput(ours, bare),
  }
}

/** What a server without a care for browsers would send. */
const FOUR_HEADERS = ['content-type', 'content-length', 'etag', 'cache-control']

/** Compares with the same body under four headers. */
async function plain(school, { name, path, headers }, { rounds, seconds }) {
  const effort = { rounds, seconds, connections: 32, only: FOUR_HEADERS }
  const { ours, bare } = await compare(school, path, headers, effort)
  return {
    what: `${name}, against four headers`,
    figure: ours.perSecond / bare.perSecond,
    unit: 'of bare',
    aim: { atLeast: 0.85 },
    raw: throughput(ours, bare),
  }
}

async function slowest(school, { name, path, headers }, { rounds, seconds }) {
  const effort = { rounds, seconds, connections: 256 }
  const { ours, bare } = await compare(school, path, headers, effort)
  return {
    what: `${name}, 256 connections, p99`,
    figure: ours.p99Ms / bare.p99Ms,
    unit: 'of bare',
    aim: { atMost: 1.4 },
    raw: { 'p99 ms': ours.p99Ms, bare: bare.p99Ms },
  }
}

async function compare(school, path, headers, { only, ...effort }) {
  const url = school.url + path
  // Waits for background compression before the load.
  for (let time = 0; time < 3; time += 1) {
    await (await fetch(url, { headers, redirect: 'error' })).arrayBuffer()
  }
  const answer = await sameAnswer(url, headers)
  if (only) answer.headers = onlyThese(answer.headers, only)
  return againstReference(school, { path, headers, order: answer }, effort)
}

const onlyThese = (headers, names) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
