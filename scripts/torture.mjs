import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'

/** `npm run test:torture -- …`: builds what is stale, then ill-treats the built server. */
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', path.join(root, 'server/src/torture/run.ts'), ...process.argv.slice(2)],
  { cwd: path.join(root, 'server'), stdio: 'inherit' },
)
process.exitCode = status ?? 1
