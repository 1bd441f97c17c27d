import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../build.mjs'

const WORKSPACES = ['shared', 'server', 'web', 'desktop', 'e2e']

/** What a hoster gets besides the built program, relative to the project. */
const COPIED = [
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'server/package.json',
  'server/demo',
  'server/dist',
  'web/dist',
]
/** Of these. */
const NOT_COPIED = /^docs\/pictures$|\/\.stamp$/

/** Files of packages that the running server never opens. */
const UNUSED = [
  '**/*.{map,md,ts,mts,cts}',
  '**/{test,tests,benchmarks,examples}',
  '**/typeorm/browser',
  '**/better-sqlite3/{deps,src,binding.gyp}',
  '**/zod/src',
  '**/.package-lock.json',
]

/**
 * Installs what the server needs on Linux with glibc.
 * @param {string} folder empty
 * @param {'x64' | 'arm64'} arch may differ from this machine's: no package runs a script
 */
export function installPackages(folder, arch) {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copy(file, folder)
  for (const name of WORKSPACES) copy(`${name}/package.json`, folder)
  const asked = ['ci', '--omit=dev', '--workspace', 'server', '--ignore-scripts']
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc', '--prefer-offline']
  const { status } = spawnSync('npm', [...asked, ...platform, '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm ci for ${arch} failed`)
}

/**
 * Lays out what goes into an archive.
 * @param {{ packages: string, folder: string, arch: string, version: string }} places installed packages, and
 *   the folder to create
 */
export function layOut({ packages, folder, arch, version }) {
  for (const name of COPIED) copy(name, folder)
  for (const place of ['node_modules', 'server/node_modules']) {
    fs.cpSync(path.join(packages, place), path.join(folder, place), { recursive: true })
    prune(path.join(folder, place), arch)
  }
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.copyFileSync(path.join(import.meta.dirname, 'bidyaloy'), path.join(folder, 'bin/bidyaloy'))
  const { name, description, license, type, engines } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  // `npm run admin`, as messages and guides name it; here is nothing to build.
  const scripts = { start: 'bin/bidyaloy start', admin: 'bin/bidyaloy' }
  const platform = { os: ['linux'], cpu: [arch] }
  const about = { name, version, private: true, description, license, type }
  const manifest = { ...about, engines, ...platform, scripts }
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function copy(name, folder) {
  fs.cpSync(path.join(root, name), path.join(folder, name), {
    recursive: true,
    filter: (source) => !NOT_COPIED.test(path.relative(root, source)),
  })
}

function prune(packages, arch) {
  const otherBinaries = fs
    .globSync('better-sqlite3/prebuilds/*', { cwd: packages })
    .filter((file) => path.basename(file) !== `linux-${arch}.node`)
  const links = ['.bin', '@bidyaloy']
  for (const file of [...fs.globSync(UNUSED, { cwd: packages }), ...otherBinaries, ...links]) {
    fs.rmSync(path.join(packages, file), { recursive: true, force: true })
  }
}
