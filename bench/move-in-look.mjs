/* Looks at the WordPress export of its first argument, and prints time and memory as JSON; run with tsx. */

import { openSource } from '../server/src/features/move-in/sources/open-source.ts'

const [, , folder, staging] = process.argv
const before = process.memoryUsage.rss()
const start = performance.now()
const source = await openSource({ folder }, { staging, maxFileBytes: 1e6 })
let [found, bytes, from] = [0, 0, null]
do {
  const part = await source.look(from, new AbortController().signal)
  found += part.found.length
  bytes = Math.max(bytes, process.memoryUsage.rss() - before)
  from = part.next
} while (from !== null)
await source.close()
console.log(JSON.stringify({ found, bytes, ms: performance.now() - start }))
process.exit(0)
