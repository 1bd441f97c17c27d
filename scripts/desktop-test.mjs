import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'
import { findElectron } from './desktop.mjs'

/** `npm run desktop:test`: tests the real app. Fails if Electron is not installed. */
const electron = findElectron()
if (!electron) {
  process.stderr.write('Electron is not installed. Run: npx install-electron\n')
  process.exit(1)
}
buildIfStale()
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=e2e/playwright.config.ts',
    'e2e/desktop',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ELECTRON_PATH: electron } },
)
process.exitCode = status ?? 1
