import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ADMIN } from './test-server.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** The built server in its own process, as in production. */
export interface BuiltServer {
  child: ChildProcess
  /** Everything printed so far. */
  output(): string
  /** Exit code; null if a signal ended the process. */
  exit: Promise<number | null>
  /** Waits for the server. @returns its URL @throws if it exits before it is ready */
  ready(): Promise<string>
}

export interface BuiltServerOptions {
  dataDir: string
  env?: Record<string, string>
  spawnOptions?: Pick<SpawnOptions, 'detached' | 'uid' | 'cwd'>
  /** Command that runs the server, such as a tracer. */
  before?: readonly string[]
  flags?: readonly string[]
}

const { NODE_COMPILE_CACHE } = process.env
/** Built servers compile their modules once for all tests. */
const compileCache = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}

/** Starts the built server on a data folder and a free port, with `ADMIN` as its first admin. */
export function startBuiltServer({
  dataDir,
  env = {},
  spawnOptions = {},
  before = [],
  flags = [],
}: BuiltServerOptions): BuiltServer {
  const [command = '', ...words] = [...before, process.execPath, MAIN, ...flags]
  const child = spawn(command, words, {
    ...spawnOptions,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return {
    child,
    output: () => output,
    exit,
    async ready() {
      for (;;) {
        const url = /ready at (\S+)/.exec(output)?.[1]
        if (url) return url
        const ended = await Promise.race([
          once(child.stdout ?? child, 'data').then(() => false),
          exit.then(() => true),
        ])
        if (ended) throw new Error(`It did not start: ${output}`)
      }
    },
  }
}

/** User id of `nobody`. */
const NOBODY = 65_534

/** Returns a user other than root who can read the built server, or undefined. */
export function unprivilegedUser(): { uid?: number } | undefined {
  if (process.getuid?.() !== 0) return process.platform === 'win32' ? undefined : {}
  const script = `process.setuid(${NOBODY}); require('node:fs').readFileSync(process.argv[1])`
  const { status } = spawnSync(process.execPath, ['-e', script, MAIN])
  return status === 0 ? { uid: NOBODY } : undefined
}

/** Kills a server that may still be running. */
export async function endBuiltServer({ child, exit }: BuiltServer): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await exit
}
