import { buildIfStale, SERVER_PARTS } from './build.mjs'

/** `npm run admin -- …`: builds what is stale, then runs the command in this process. */
buildIfStale(SERVER_PARTS)
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../server/dist/cli.js')
