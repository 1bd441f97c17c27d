import { buildIfStale } from './build.mjs'

/** `npm run bench`: builds what is stale, then measures all groups, or the named ones. */
buildIfStale()
await import('../bench/bench.mjs')
