import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireSupportedNode } from '../server/src/lib/supported-node.mjs'

requireSupportedNode()

/**
 * Builds stale parts. Run `npm run build`, with part names after `--` to limit it, or call
 * `buildIfStale()` from a script. A part is stale if a source changed since its stamp was written.
 */
export const root = fileURLToPath(new URL('..', import.meta.url))

const parts = [
  { name: 'web', sources: ['shared/src', 'web', 'docs/bn', 'docs/pictures'] },
  { name: 'server', sources: ['shared/src', 'server'] },
  { name: 'desktop', sources: ['shared/src', 'desktop'] },
]

const LEFT_OUT = new Set(['node_modules', 'dist', '.cache'])

function* filesBelow(file) {
  const stat = fs.statSync(file)
  if (!stat.isDirectory()) {
    yield `${path.relative(root, file)} ${stat.size} ${stat.mtimeMs}`
    return
  }
  for (const name of fs.readdirSync(file).sort()) {
    if (!LEFT_OUT.has(name)) yield* filesBelow(path.join(file, name))
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const source of ['package-lock.json', 'tsconfig.base.json', ...sources]) {
    for (const line of filesBelow(path.join(root, source))) hash.update(`${line}\n`)
  }
  return hash.digest('hex')
}

/** Parts that the server needs. */
export const SERVER_PARTS = ['web', 'server']

/**
 * Builds the stale ones of the named parts and logs to stderr. Exits the process if a build fails.
 * @param names all parts by default
 */
export function buildIfStale(names = parts.map(({ name }) => name)) {
  for (const { name, sources } of parts.filter((part) => names.includes(part.name))) {
    const stamp = path.join(root, name, 'dist', '.stamp')
    const present = fingerprint(sources)
    const built = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : ''
    if (built === present) continue
    process.stderr.write(`Building ${name} …\n`)
    const { status, stdout, stderr } = spawnSync(
      process.platform === 'win32' ? 'npm.cmd' : 'npm',
      ['run', 'build', '--silent', '-w', name],
      {
        cwd: root,
        encoding: 'utf8',
        shell: process.platform === 'win32',
        // Also from tests: React's development build would contain local file paths.
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    if (status !== 0) {
      process.stderr.write(`${stdout}\n${stderr}\nBuilding ${name} failed.\n`)
      process.exit(1)
    }
    fs.writeFileSync(stamp, present)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2)
  buildIfStale(named.length > 0 ? named : undefined)
}
