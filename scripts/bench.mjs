import { buildIfStale } from './build.mjs'

/** `npm run bench`: builds what is stale, then measures: all groups, or those that are named. */
buildIfStale()
await import('../bench/bench.mjs')
