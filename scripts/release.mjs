import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale, root, SERVER_PARTS } from './build.mjs'
import { findElectron } from './desktop.mjs'
import { checkArchive } from './release/check.mjs'
import { installPackages, layOut } from './release/lay-out.mjs'
import { notices } from './release/notices.mjs'
import { pack } from './release/pack.mjs'
import { shippedPackages } from './release/packages.mjs'
import { bill } from './release/sbom.mjs'

/**
 * `npm run release`: builds afresh, and writes into `release` for each architecture of Linux an archive of the
 * server with all that it needs but Node, and its bill of materials; the desktop app's packages for this system
 * where Electron is installed; and the SHA-256 sums of all. Starts the archive of this machine's architecture
 * at the end. The same commit gives the same archives.
 *
 *   --desktop <dir>  takes packages of the desktop app from there instead of making them
 */
const { values } = parseArgs({ options: { desktop: { type: 'string' } } })
const ARCHITECTURES = ['x64', 'arm64']
/** Of what electron-builder writes: installers, and what an app reads to update itself. */
const PACKAGE = /\.(exe|AppImage|deb|dmg|zip|blockmap)$|^latest.*\.yml$/
const out = path.join(root, 'release')
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
const time = timeOfSources()

fs.rmSync(out, { recursive: true, force: true })
fs.mkdirSync(out)
// A stale build is judged by its sources, but it also contains the commit.
for (const part of SERVER_PARTS) fs.rmSync(path.join(root, part, 'dist/.stamp'), { force: true })
buildIfStale(SERVER_PARTS)
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-release-'))
try {
  for (const arch of ARCHITECTURES) await makeArchive(arch)
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}
addDesktopPackages()
const files = fs.readdirSync(out).sort()
fs.writeFileSync(path.join(out, 'SHA256SUMS'), files.map(sumLine).join(''))
for (const file of files) {
  const megabytes = (fs.statSync(path.join(out, file)).size / 1e6).toFixed(1)
  say(`release/${file}: ${megabytes} MB`)
}
for (const arch of ARCHITECTURES) checkArchive(path.join(out, `${nameFor(arch)}.tar.gz`), arch)

/** The commit's time, or now without git; `SOURCE_DATE_EPOCH` overrides it. */
function timeOfSources() {
  const git = (...words) => spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (git('status', '--porcelain').stdout?.trim()) {
    say('There are uncommitted changes: the commit that the archive names does not describe it.')
  }
  const committed = process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct').stdout?.trim()
  return committed
    ? new Date(Number(committed) * 1000)
    : new Date(Math.floor(Date.now() / 1000) * 1000)
}

function nameFor(arch) {
  return `bidyaloy-server-${version}-linux-${arch}`
}

async function makeArchive(arch) {
  process.stderr.write(`Packing the server for ${arch} …\n`)
  const packages = path.join(work, `packages-${arch}`)
  const parent = path.join(work, arch)
  const folder = `bidyaloy-${version}`
  fs.mkdirSync(packages)
  installPackages(packages, arch)
  layOut({ packages, folder: path.join(parent, folder), arch, version })
  const shipped = shippedPackages(packages)
  fs.writeFileSync(path.join(parent, folder, 'THIRD-PARTY-NOTICES'), notices(shipped))
  const name = nameFor(arch)
  await pack({ parent, folder, file: path.join(out, `${name}.tar.gz`), time })
  fs.writeFileSync(path.join(out, `${name}.cdx.json`), bill({ shipped, version, name, time }))
}

function addDesktopPackages() {
  if (values.desktop) {
    const given = path.resolve(values.desktop)
    for (const file of fs.readdirSync(given)) {
      // A second package of the same name would replace the first one.
      const { COPYFILE_EXCL } = fs.constants
      fs.copyFileSync(path.join(given, file), path.join(out, file), COPYFILE_EXCL)
    }
  } else if (findElectron()) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-desktop-'))
    const script = path.join(root, 'scripts/desktop-pack.mjs')
    const { status } = spawnSync(process.execPath, [script, '--out', made], { stdio: 'inherit' })
    if (status !== 0) throw new Error('Packing the desktop app failed')
    for (const file of fs.readdirSync(made).filter((one) => PACKAGE.test(one))) {
      fs.copyFileSync(path.join(made, file), path.join(out, file))
    }
    fs.rmSync(made, { recursive: true, force: true })
  } else {
    say('Desktop packages left out: Electron is not installed (npx install-electron).')
  }
}

function sumLine(file) {
  const hash = createHash('sha256').update(fs.readFileSync(path.join(out, file)))
  return `${hash.digest('hex')}  ${file}\n`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
