import os from 'node:os'
import { parseArgs } from 'node:util'
import { FULL, SHORT } from './effort.mjs'
import { groups } from './groups.mjs'
import { loader } from './load.mjs'
import { isMet, printRows } from './rows.mjs'
import { removeSample } from './servers.mjs'

/*
 * `npm run bench [-- group … --json --short]`. Speed is told as a ratio to a bare reference that
 * was measured in the same run, in interleaved rounds; the medians count, raw figures stand beside.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, short: { type: 'boolean' } },
})
const unknown = positionals.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) {
  console.error(`There is no group «${unknown}». There are: ${Object.keys(groups).join(', ')}.`)
  process.exit(1)
}

const names = positionals.length > 0 ? positionals : Object.keys(groups)
const measured = {}
if (!values.json) console.log(`Load is sent by ${await loader()}.`)
try {
  for (const name of names) {
    const { measure } = await groups[name]()
    const load = os.loadavg()[0]
    const rows = await measure(values.short ? SHORT : FULL)
    measured[name] = { load, rows: rows.map((row) => ({ ...row, met: isMet(row) })) }
    if (!values.json) printRows(name, rows)
  }
} finally {
  await removeSample()
}
if (values.json) console.log(JSON.stringify(measured))
