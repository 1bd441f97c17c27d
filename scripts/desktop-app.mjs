import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))

/** The version of the program, and of the Electron that it runs on. */
export function versions() {
  return {
    version: read('package.json').version,
    electron: read('desktop/package.json').devDependencies.electron,
  }
}

/**
 * Lays out the program's folder: its main process and the built dashboard, nothing else. The same
 * folder is started in development and packed.
 * @param {string} folder made anew
 */
export function layOutProgram(folder) {
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

/** Files that a page can name. Fonts only as Chromium takes them. */
const NAMED = /[\w.-]+\.(?:js|css|svg|png|webp|woff2)(?![\w.])/g
const TEXTS = /\.(?:html|js|css)$/

/**
 * `admin.html` and everything that it leads to. The public site's pieces lie beside the dashboard's;
 * each has its content's hash in its name, so naming one is needing it.
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
