import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Checks an archive as a hoster uses it, in a folder of its own: all its binaries are of its architecture; on
 * that one, it starts and answers, without a network where this machine can take it away.
 * @param {string} archive
 * @param {'x64' | 'arm64'} arch
 */
export function checkArchive(archive, arch) {
  const own = [process.execPath, fileURLToPath(import.meta.url), archive, arch]
  const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const canBeAlone =
    spawnSync(alone[0], [...alone.slice(1), 'true'], { stdio: 'ignore' }).status === 0
  if (!canBeAlone) process.stdout.write('This user may take no network away: checked with one.\n')
  const [program, ...words] = canBeAlone ? [...alone, ...own] : own
  const { status } = spawnSync(program, words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${path.basename(archive)} does not work`)
}

/** `e_machine` of ELF, the format of programs on Linux. */
const MACHINES = { x64: 0x3e, arm64: 0xb7 }

async function check(archive, arch) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-check-'))
  try {
    const begun = performance.now()
    const { status } = spawnSync('tar', ['-xzf', archive, '-C', folder], { stdio: 'inherit' })
    expect(status, 0, 'tar')
    const unpacked = seconds(begun)
    const [top, ...others] = fs.readdirSync(folder)
    expect(others.length, 0, 'further folders at the top')
    const program = path.join(folder, top)
    checkMachines(program, arch)
    if (arch !== process.arch) {
      report(archive, `unpacked in ${unpacked}, its binaries are for ${arch}; not started here`)
      return
    }
    const started = await startAndAsk(program, path.join(folder, 'data'))
    report(archive, `unpacked in ${unpacked}, ready after ${started}`)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function checkMachines(program, arch) {
  const binaries = fs.globSync('**/*.{node,so,so.*}', { cwd: program })
  for (const file of binaries) {
    const head = fs.readFileSync(path.join(program, file)).subarray(0, 20)
    expect(head.readUInt16LE(18), MACHINES[arch], `machine of ${file}`)
  }
  if (binaries.length === 0) throw new Error('no binary in the archive')
}

async function startAndAsk(program, data) {
  const command = path.join(program, 'bin', 'bidyaloy')
  const options = {
    cwd: program,
    env: {
      PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: path.dirname(program),
      DATA_DIR: data,
      PORT: '0',
      LOG_LEVEL: 'warn',
    },
  }
  const begun = performance.now()
  const server = spawn(command, ['start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const url = await readyUrl(server)
    for (const [address, type] of [
      ['/readyz', 'application/json'],
      ['/', 'text/html'],
      ['/admin', 'text/html'],
    ]) {
      const answer = await fetch(new URL(address, url))
      await answer.arrayBuffer()
      expect(answer.status, 200, address)
      expect(answer.headers.get('content-type')?.split(';')[0], type, address)
    }
    const taken = seconds(begun)
    options.env.PORT = new URL(url).port
    const { version } = JSON.parse(fs.readFileSync(path.join(program, 'package.json'), 'utf8'))
    const run = (word) => spawnSync(command, [word], { ...options, encoding: 'utf8' })
    for (const [word, start] of [
      ['--version', `Bidyaloy ${version}`],
      ['backup', ''],
      ['doctor', 'Bidyaloy'],
    ]) {
      const { status, stdout, stderr } = run(word)
      const isRight = status === 0 && stdout.startsWith(start)
      expect(isRight, true, `${word} ends with ${status} and says ${stdout}${stderr}`)
    }
    return taken
  } finally {
    const exit = once(server, 'exit')
    server.kill('SIGTERM')
    await exit
  }
}

/** Waits for the line that names the address, and reads on, so that later lines do not fill the pipe. */
function readyUrl(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (bytes) => {
      text += bytes
      const [, url] = /is ready at (\S+)/.exec(text) ?? []
      if (url) resolve(url)
    })
    server.on('exit', () => reject(new Error(`The server ended: ${text}`)))
  })
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

function report(archive, what) {
  process.stdout.write(`${path.basename(archive)}: ${what}.\n`)
}

function expect(found, wanted, what) {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
}

if (process.argv[1] === import.meta.filename) {
  const [archive, arch] = process.argv.slice(2)
  await check(archive, arch)
}
