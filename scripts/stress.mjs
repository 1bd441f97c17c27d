import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'

/** `npm run test:stress -- …`: builds what is stale, then runs the stress tests. */
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', path.join(root, 'server/test/stress/run.ts'), ...process.argv.slice(2)],
  { cwd: path.join(root, 'server'), stdio: 'inherit' },
)
process.exitCode = status ?? 1
