import autocannon from 'autocannon'
import { searchAmongMany } from './list-search.mjs'
import { afterFrontPages, duringUpload, residentMb } from './memory.mjs'
import { startReference, startSchool } from './servers.mjs'

/*
 * Each figure is a ratio to a bare `node:http` server that sends the same bytes, measured in the
 * same run in interleaved rounds; the median counts. Raw figures stand beside it.
 */
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 32

const cases = [
  { name: 'GET / (brotli)', path: '/', headers: { 'accept-encoding': 'br' } },
  { name: 'GET / (identity)', path: '/', headers: { 'accept-encoding': 'identity' } },
  { name: 'GET /allNotices (brotli)', path: '/allNotices', headers: { 'accept-encoding': 'br' } },
  {
    name: 'GET /api/notices?limit=50',
    path: '/api/notices?limit=50',
    headers: { 'accept-encoding': 'identity' },
  },
]

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function requestsPerSecond(url, headers) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: failed requests`)
  return result.requests.average
}

async function measure(school, { name, path, headers }) {
  const url = school.url + path
  await fetch(url, { headers })
  const reference = await startReference(url, headers)
  const ours = []
  const bare = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await requestsPerSecond(reference.url, headers))
    ours.push(await requestsPerSecond(url, headers))
  }
  await reference.stop()
  const [oursMedian, bareMedian] = [median(ours), median(bare)]
  return {
    name,
    'of bare node:http': Number((oursMedian / bareMedian).toFixed(2)),
    'requests/s': Math.round(oursMedian),
    'bare requests/s': Math.round(bareMedian),
  }
}

const school = await startSchool()
try {
  const frontPagesMb = await afterFrontPages(school)
  const uploadMb = await duringUpload(school)
  const rows = []
  for (const one of cases) rows.push(await measure(school, one))
  const search = await searchAmongMany()
  const figures = {
    'start to ready with the sample school, ms': Math.round(school.readyMs),
    'resident memory after 10,000 front pages, MB': frontPagesMb,
    'rise of resident memory during an upload of 25 MB, MB': uploadMb,
    'search in the list of 10,000 notices, ms per request': search.manyMs,
    'the same among 100 notices, ms per request': search.fewMs,
    'ratio of the two': search.ratio,
    'resident memory at the end, MB': Math.round((await residentMb(school.pid)) ?? Number.NaN),
  }
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ throughput: rows, ...figures }))
  } else {
    console.table(rows)
    for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`)
  }
} finally {
  await school.stop()
}
