import os from 'node:os'
import { parseArgs } from 'node:util'
import { FULL, SHORT } from './effort.mjs'
import { groups } from './groups.mjs'
import { loader } from './load.mjs'
import { isMet, printRows } from './rows.mjs'
import { removeSample, startSchool } from './servers.mjs'

/*
 * `npm run bench [-- group … --json --short]`. Names after `papers` are its conditions. Reports speed
 * as a ratio to a minimal reference server, measured in interleaved rounds of the same run. Uses medians
 * and also prints raw values.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, short: { type: 'boolean' } },
})
const parts = positionals[0] === 'papers' ? positionals.splice(1) : []
const unknown = positionals.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) {
  console.error(`Unknown group “${unknown}”. Groups: ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}

const names = positionals.length > 0 ? positionals : Object.keys(groups)
const results = {}
if (!values.json) console.log(`Load generator: ${await loader()}.`)
try {
  for (const name of names) {
    const group = await groups[name]()
    const load = os.loadavg()[0]
    const rows = await measured(group, { ...(values.short ? SHORT : FULL), names: parts })
    results[name] = { load, rows: rows.map((row) => ({ ...row, met: isMet(row) })) }
    if (!values.json) printRows(name, rows)
  }
} finally {
  await removeSample()
}
if (values.json) console.log(JSON.stringify(results))

/** Measures a group, with the server that it asks for. */
async function measured({ measure, server }, effort) {
  if (!server) return measure(effort)
  const school = await startSchool(server.prepare, server.settings)
  try {
    return await measure(effort, school)
  } finally {
    await school.stop()
  }
}
