import path from 'node:path'
import concurrently from 'concurrently'
import { buildIfStale, root } from './build.mjs'

/** `npm run dev`: browser, renderer and server are rebuilt and restarted as their sources change. */
buildIfStale()
process.env.NODE_ENV ??= 'development'
const { result } = concurrently(
  [
    { name: 'browser', command: 'npm run watch:client -w web' },
    { name: 'renderer', command: 'npm run watch:server -w web' },
    {
      name: 'server',
      command: `tsx watch --clear-screen=false --include "web/dist/server/**" --tsconfig server/tsconfig.json server/src/main.ts ${process.argv.slice(2).join(' ')}`,
    },
  ],
  {
    cwd: path.resolve(root),
    killOthersOn: ['failure', 'success'],
    prefixColors: ['cyan', 'magenta', 'green'],
  },
)
await result.catch(() => {
  process.exitCode = 1
})
