import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildIfStale, root } from './build.mjs'
import { layOutApp } from './desktop-app.mjs'

/**
 * Returns the path of the installed Electron executable, or undefined. Does not import the package,
 * which would download more than 100 MB.
 */
export function findElectron() {
  const { ELECTRON_OVERRIDE_DIST_PATH: own } = process.env
  const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const names = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }
  const file = path.join(own ?? path.join(folder, 'dist'), names[process.platform] ?? 'electron')
  return fs.existsSync(file) ? file : undefined
}

/** `npm run desktop`: builds what is stale and starts the app with any further arguments. */
if (process.argv[1] === import.meta.filename) {
  const electron = findElectron()
  if (electron) {
    buildIfStale()
    const app = path.join(root, 'desktop', 'dist', 'app')
    layOutApp(app)
    const words = [app, ...process.argv.slice(2)]
    process.exitCode = spawnSync(electron, words, { stdio: 'inherit' }).status ?? 1
  } else {
    process.stderr.write(
      [
        'Electron is not installed (more than 100 MB, from github.com).',
        'Install it with:   npx install-electron',
        'or use an existing folder:   ELECTRON_OVERRIDE_DIST_PATH=… npm run desktop',
        '',
      ].join('\n'),
    )
    process.exitCode = 1
  }
}
