import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))

/** Versions of the app and of its Electron. */
export function versions() {
  return {
    version: read('package.json').version,
    electron: read('desktop/package.json').devDependencies.electron,
  }
}

/**
 * Creates the app's folder with its main process and the built dashboard only. Development runs this
 * folder; packaging packs it.
 * @param {string} folder replaced if it exists
 */
export function layOutApp(folder) {
  fs.rmSync(folder, { recursive: true, force: true })
  const dashboard = path.join(folder, 'dashboard')
  fs.mkdirSync(path.join(dashboard, 'assets'), { recursive: true })
  fs.copyFileSync(path.join(root, 'desktop/dist/main.cjs'), path.join(folder, 'main.cjs'))
  const client = path.join(root, 'web', 'dist', 'client')
  for (const file of dashboardFiles(client)) {
    fs.copyFileSync(path.join(client, file), path.join(dashboard, file))
  }
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest(), null, 2))
}

function manifest() {
  return {
    name: 'bidyaloy-admin',
    version: versions().version,
    description: 'The admin dashboard of a Bidyaloy school website',
    author: 'Bidyaloy',
    homepage: process.env.DESKTOP_HOMEPAGE || 'https://bidyaloy.example',
    license: read('package.json').license,
    main: 'main.cjs',
  }
}

/** File types that a page can reference. Fonts only in Chromium's format. */
const NAMED = /[\w.-]+\.(?:js|css|svg|png|webp|woff2)(?![\w.])/g
const TEXTS = /\.(?:html|js|css)$/

/**
 * Lists `admin.html` and every file it references, directly or indirectly. The public site's files
 * are in the same folder. Names contain a content hash, so each mention is a reference.
 */
function dashboardFiles(client) {
  const assets = new Set(fs.readdirSync(path.join(client, 'assets')))
  const needed = new Set()
  const need = (file) => {
    if (needed.has(file)) return
    needed.add(file)
    if (!TEXTS.test(file)) return
    for (const [name] of fs.readFileSync(path.join(client, file), 'utf8').matchAll(NAMED)) {
      if (assets.has(name)) need(path.join('assets', name))
    }
  }
  need('admin.html')
  return needed
}
