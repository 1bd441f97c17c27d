import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort } from './free-port.ts'
import { ADMIN } from './test-server.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A server that says its version when it is ready, in place of the real one. */
const TINY_SERVER = `import http from 'node:http'
import fs from 'node:fs'
const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url)))
http.createServer((_, res) => res.end(JSON.stringify({ status: 'ok', version }))).listen(process.env.PORT)
`
const TINY_COMMANDS = `#!/bin/sh
case "$1" in
  version) echo '{"migrations":{"sqlite":"First1","postgres":"First1"}}' ;;
  *) echo "$1" >> "$DATA_DIR/commands" ;;
esac
`

export interface ReleaseOptions {
  version: string
  /** Whether it is the built program, or one that only says its version. */
  isReal?: boolean
  /** Text of its server, in place of its own. */
  main?: string
  manifest?: object
  unit?: string
}

/** Folder of an installation, with a service manager that runs its processes. */
export interface TestInstallation {
  folder: string
  /** As `/opt`. */
  opt: string
  dataDir: string
  unitFolder: string
  port: number
  /** Path of a program that understands the words of `systemctl`. */
  systemctl: string
  /** What it was asked, without its questions. */
  asked: string[]
  /** Names of the units that it lists. */
  units: string[]
  /** Called before it stops or restarts a unit. */
  before: (words: string) => unknown
  /** Answers requests of a server of a test at this URL. */
  helperUrl: string
  helper: () => Promise<void>
  /** Lays out a release as it is unpacked. @returns its folder */
  layOut(options: ReleaseOptions): Promise<string>
  /** Packs a release. @returns the path of its archive */
  pack(options: ReleaseOptions): Promise<string>
  /** Name of the folder that a link in `opt` names; null if there is none. */
  linked(name?: string): Promise<string | null>
  environment(): Record<string, string>
  stop(): Promise<void>
}

/** Creates a folder for versions beside each other. */
export async function createInstallation(): Promise<TestInstallation> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-opt-'))
  const opt = path.join(folder, 'opt')
  const dataDir = path.join(folder, 'data')
  const unitFolder = path.join(folder, 'units')
  for (const dir of [opt, dataDir, unitFolder]) await fs.mkdir(dir)
  const running = new Map<string, ChildProcess>()
  const stop = async (unit: string) => {
    const child = running.get(unit)
    running.delete(unit)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  let crashes = 0
  const port = await freePort()
  const start = (unit: string) => {
    const main = path.join(opt, 'bidyaloy', 'server', 'dist', 'main.js')
    const env = { ...made.environment(), PORT: unit.split('@')[1] ?? String(port) }
    running.set(unit, spawn(process.execPath, [main], { env, stdio: 'ignore' }))
  }
  const answer = async (words: string[]): Promise<string> => {
    const [word = ''] = words
    const unit = words.at(-1) ?? ''
    if (word === 'list-units') {
      const stateOf = (name: string) => (running.has(name) ? 'active running' : 'inactive dead')
      const [, state = ''] = words.find((one) => one.startsWith('--state='))?.split('=') ?? []
      return made.units
        .map((name) => `${name}.service loaded ${stateOf(name)}`)
        .filter((line) => state.split(',').some((one) => line.split(' ').includes(one)))
        .join('\n')
    }
    // Of systemd, it counts starts after an exit.
    if (word === 'show') {
      const child = running.get(unit)
      if (child?.exitCode != null) crashes += 3
      return String(crashes)
    }
    made.asked.push(words.join(' '))
    await made.before(words.join(' '))
    if (word === 'stop' || word === 'restart') await stop(unit)
    if (word === 'restart') start(unit)
    return ''
  }
  const manager = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
    const work = pathname === '/helper' ? made.helper() : answer(searchParams.getAll('word'))
    work.then(
      (text) => res.end(text ?? ''),
      (error: unknown) => res.writeHead(500).end(String(error)),
    )
  })
  await once(manager.listen(0, '127.0.0.1'), 'listening')
  const address = manager.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const systemctl = path.join(folder, 'systemctl')
  const script = `const words = process.argv.slice(1).map((word) => ['word', word])
    const answer = await fetch('${url}/?' + new URLSearchParams(words))
    process.stdout.write(await answer.text()); process.exit(answer.ok ? 0 : 1)`
  await fs.writeFile(
    systemctl,
    `#!/bin/sh\nexec "${process.execPath}" --input-type=module -e "${script}" -- "$@"\n`,
    { mode: 0o755 },
  )
  const made: TestInstallation = {
    ...{ folder, opt, dataDir, unitFolder, port, systemctl },
    asked: [],
    units: ['bidyaloy'],
    before: () => undefined,
    helperUrl: `${url}/helper`,
    helper: async () => undefined,
    layOut: (options) => layOut(opt, options),
    async pack(options) {
      const parent = await fs.mkdtemp(path.join(folder, 'packed-'))
      const top = path.basename(await layOut(parent, options))
      const archive = path.join(folder, `bidyaloy-server-${options.version}-linux-x64.tar.gz`)
      execFileSync('tar', ['--use-compress-program=gzip -1', '-cf', archive, '-C', parent, top])
      return archive
    },
    linked: async (name = 'bidyaloy') => fs.readlink(path.join(opt, name)).catch(() => null),
    environment: () => ({
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: ADMIN.password,
      DATA_DIR: dataDir,
      // A disk that is not there: neither upgrade nor the way back waits for it.
      BACKUP_URL: pathToFileURL(path.join(folder, 'unplugged')).href,
      PORT: String(port),
    }),
    async stop() {
      await Promise.all([...running.keys()].map(stop))
      manager.close()
      manager.closeAllConnections()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
  return made
}

async function layOut(
  parent: string,
  { version, isReal = false, main, manifest = {}, unit = `# ${version}` }: ReleaseOptions,
): Promise<string> {
  const folder = path.join(parent, `bidyaloy-${version}`)
  const dist = path.join(folder, 'server', 'dist')
  for (const dir of [dist, path.join(folder, 'bin'), path.join(folder, 'deploy')]) {
    await fs.mkdir(dir, { recursive: true })
  }
  const about = { name: 'bidyaloy', version, type: 'module', ...manifest }
  await fs.writeFile(path.join(folder, 'package.json'), JSON.stringify(about))
  await fs.writeFile(path.join(folder, 'deploy', 'bidyaloy.service'), unit)
  const command = path.join(folder, 'bin', 'bidyaloy')
  if (isReal) {
    await fs.copyFile(path.join(ROOT, 'scripts/release/bidyaloy'), command)
    await layOutProgram(folder, dist)
  } else {
    await fs.writeFile(command, TINY_COMMANDS, { mode: 0o755 })
  }
  const text = main ?? (isReal ? undefined : TINY_SERVER)
  if (text !== undefined) await fs.writeFile(path.join(dist, 'main.js'), text)
  return folder
}

/** The built program: its code as files, because it finds its version beside them, the rest as links. */
async function layOutProgram(folder: string, dist: string): Promise<void> {
  await fs.mkdir(path.join(folder, 'web'))
  for (const name of ['node_modules', 'server/node_modules', 'web/dist']) {
    await fs.symlink(path.join(ROOT, name), path.join(folder, name))
  }
  const source = path.join(ROOT, 'server', 'dist')
  for (const name of (await fs.readdir(source)).filter((one) => !one.endsWith('.map'))) {
    const isCode = name.endsWith('.js')
    const [from, to] = [path.join(source, name), path.join(dist, name)]
    await (isCode ? fs.copyFile(from, to) : fs.symlink(from, to))
  }
}
