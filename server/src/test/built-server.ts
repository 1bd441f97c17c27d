import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ADMIN } from './test-server.ts'

/* The built program as its hoster runs it: a process with an environment and signals. */
const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** The built server in a process of its own. */
export interface BuiltServer {
  child: ChildProcess
  /** Everything that it has printed so far. */
  output(): string
  /** Its exit code; null where a signal ended it. */
  exit: Promise<number | null>
  /** Where it answers. @throws where it ends before it is ready */
  ready(): Promise<string>
}

/** How it is started. */
export interface BuiltServerOptions {
  dataDir: string
  env?: Record<string, string>
  spawnOptions?: Pick<SpawnOptions, 'detached' | 'uid' | 'cwd'>
  /** A command in front of the program, such as a tracer; none unless told. */
  before?: readonly string[]
}

/** Starts the built program on a data folder and a free port, as admin `ADMIN`. */
export function startBuiltServer({
  dataDir,
  env = {},
  spawnOptions = {},
  before = [],
}: BuiltServerOptions): BuiltServer {
  const [command = '', ...words] = [...before, process.execPath, MAIN]
  const child = spawn(command, words, {
    ...spawnOptions,
    env: {
      PATH: process.env.PATH,
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

/** As whom a program is started that is not to be mighty: the root user may write anywhere. */
const NOBODY = 65_534

/** A user who is not root and can read the program; undefined where there is none. */
export function harmlessUser(): { uid?: number } | undefined {
  if (process.getuid?.() !== 0) return process.platform === 'win32' ? undefined : {}
  const script = `process.setuid(${NOBODY}); require('node:fs').readFileSync(process.argv[1])`
  const { status } = spawnSync(process.execPath, ['-e', script, MAIN])
  return status === 0 ? { uid: NOBODY } : undefined
}

/** Ends a program that may still be running, at once. */
export async function endBuiltServer({ child, exit }: BuiltServer): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await exit
}
