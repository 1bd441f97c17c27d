import { buildIfStale } from './build.mjs'

/** `npm run bench`: builds what is stale, then measures. `-- --json` for machines. */
buildIfStale()
await import('../bench/bench.mjs')
