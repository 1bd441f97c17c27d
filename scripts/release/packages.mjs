import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../build.mjs'

/**
 * Packages of which the build copies files into `server/dist`, so that they are shipped without being
 * installed.
 */
const COPIED = ['tesseract.js-core', '@tesseract.js-data/ben', '@tesseract.js-data/eng']

/**
 * Lists the packages in an archive, installed or bundled by the build.
 * @param {string} folder with the installed packages of the server
 * @returns {Map<string, { folder: string, manifest: object }>} by `name@version`, sorted
 */
export function shippedPackages(folder) {
  const folders = [
    ...[...COPIED.map((name) => `node_modules/${name}`), ...bundledPlaces()].map((place) =>
      path.join(root, place),
    ),
    ...installedPlaces(folder).map((place) => path.join(folder, place)),
  ]
  const shipped = new Map()
  for (const one of folders) {
    const manifest = JSON.parse(fs.readFileSync(path.join(one, 'package.json'), 'utf8'))
    shipped.set(`${manifest.name}@${manifest.version}`, { folder: one, manifest })
  }
  return new Map([...shipped].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What Vite bundles: the dependencies of the browser's part and of `shared`. */
function bundledPlaces() {
  const asked = ['ls', '--omit=dev', '--all', '--parseable', '-w', 'web', '-w', 'shared']
  const { stdout, status, stderr } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ls failed: ${stderr}`)
  return stdout
    .split('\n')
    .map((line) => path.relative(root, line))
    .filter(
      (place) => place.includes('node_modules/') && !place.includes('node_modules/@bidyaloy/'),
    )
}

/** Workspaces are links, and left out. */
function installedPlaces(folder) {
  return fs
    .globSync('{.,server}/**/node_modules/{*,@*/*}/package.json', { cwd: folder })
    .map((file) => path.posix.normalize(path.dirname(file)))
    .filter((place) => !place.includes('node_modules/@bidyaloy/'))
}
