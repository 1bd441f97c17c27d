import { buildIfStale, SERVER_PARTS } from './build.mjs'

/** `npm start` and `npm run demo`: builds what is stale, then runs the server in this process. */
buildIfStale(SERVER_PARTS)
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../server/dist/main.js')
