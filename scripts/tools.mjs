import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Programs that few commands and tests need, 200 MB that `npm ci` leaves out. Each folder of `tools` but `node`
 * has packages and a lock file of its own.
 */
export const TOOLS = ['electron-builder', 'older-chromium', 'postgres']

/** Returns the folder of a tool's packages. */
export const toolPackages = (name) =>
  fileURLToPath(new URL(`../tools/${name}/node_modules`, import.meta.url))

/**
 * Installs the tools that are missing or older than their lock files, side by side. If that fails, what needs
 * them is skipped or fails.
 * @param names all by default
 */
export async function installTools(names = TOOLS) {
  await Promise.all(names.filter((name) => !isPresent(name)).map(install))
}

function isPresent(name) {
  const changed = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const packages = toolPackages(name)
  // npm writes its list of what is installed at the end.
  const installed = changed(path.join(packages, '.package-lock.json'))
  return installed > 0 && installed >= changed(path.join(packages, '..', 'package-lock.json'))
}

async function install(name) {
  process.stderr.write(`Installing tools/${name} …\n`)
  // PostgreSQL links its libraries after it was unpacked.
  const words = ['ci', '--ignore-scripts=false', '--prefix', '.', '--loglevel', 'error']
  const npm = spawn('npm', words, {
    cwd: path.dirname(toolPackages(name)),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [status] = await once(npm, 'exit')
  if (status !== 0) process.stderr.write(`tools/${name} could not be installed.\n`)
}
