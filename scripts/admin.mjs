import { buildIfStale } from './build.mjs'

/** `npm run admin -- …`: builds what is stale, then runs the command in this process. */
buildIfStale()
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../server/dist/cli.js')
