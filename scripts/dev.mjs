import path from 'node:path'
import concurrently from 'concurrently'
import { buildIfStale, root, SERVER_PARTS } from './build.mjs'

/**
 * `npm run dev`: rebuilds and restarts web and server when a source changes. Worker processes run as
 * built: start again after changing one.
 */
buildIfStale(SERVER_PARTS)
const { result } = concurrently(
  [
    { name: 'web', command: 'npm run watch -w web' },
    {
      name: 'server',
      // The web is always a production build, because the server loads its renderer.
      env: { NODE_ENV: 'development' },
      command: `tsx watch --clear-screen=false --include "web/dist/server/**" --tsconfig server/tsconfig.json server/src/main.ts ${process.argv.slice(2).join(' ')}`,
    },
  ],
  {
    cwd: path.resolve(root),
    killOthersOn: ['failure', 'success'],
    prefixColors: ['cyan', 'green'],
  },
)
await result.catch(() => {
  process.exitCode = 1
})
