import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { packaging } from '../desktop/electron-builder.mjs'
import { buildIfStale, root } from './build.mjs'
import { layOutApp, versions } from './desktop-app.mjs'
import { installTools, toolPackages } from './tools.mjs'

/**
 * `npm run desktop:pack`: builds what is stale and packages the app for this system. The first run
 * installs electron-builder, and downloads Electron and the installer tools from github.com.
 *
 *   --dir                  only the unpacked app, no installers
 *   --electron-dist <dir>  an unpacked Electron instead of a downloaded one
 *   --out <dir>            output folder (desktop/dist/installers)
 */
const { values } = parseArgs({
  options: {
    dir: { type: 'boolean', default: false },
    'electron-dist': { type: 'string' },
    out: { type: 'string', default: path.join(root, 'desktop', 'dist', 'installers') },
  },
})
buildIfStale()
const out = path.resolve(values.out)
const app = path.join(out, 'app')
layOutApp(app)

await installTools(['electron-builder'])
const { resolve } = createRequire(toolPackages('electron-builder'))
const { build, Platform } = await import(pathToFileURL(resolve('electron-builder')).href)
const electronDist = values['electron-dist']
await build({
  targets: Platform.current().createTarget(values.dir ? 'dir' : undefined),
  publish: 'never',
  projectDir: root,
  config: packaging({
    root,
    app,
    out,
    electronVersion: versions().electron,
    ...(electronDist && { electronDist: path.resolve(electronDist) }),
    platform: process.platform,
    env: process.env,
  }),
})
for (const asar of asarsBelow(out)) {
  const megabytes = (fs.statSync(asar).size / 1024 / 1024).toFixed(2)
  process.stdout.write(`${path.relative(root, asar)}: ${megabytes} MB\n`)
}

function asarsBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'app.asar')
    .map(({ parentPath, name }) => path.join(parentPath, name))
}
