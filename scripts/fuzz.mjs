import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './build.mjs'

/** `npm run fuzz -- …`: runs changed inputs against the parsers of strangers' bytes. */
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', path.join(root, 'server/test/fuzz/run.ts'), ...process.argv.slice(2)],
  { cwd: path.join(root, 'server'), stdio: 'inherit' },
)
process.exitCode = status ?? 1
