import { buildIfStale } from './build.mjs'

/** `npm start` and `npm run demo`: builds what is stale, then runs the server in this process. */
buildIfStale()
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../server/dist/main.js')
