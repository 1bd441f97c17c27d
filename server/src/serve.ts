import { once } from 'node:events'
import net from 'node:net'
import { versionText } from './app-version.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createLog } from './log.ts'
import type { OpenInstance } from './open-instance.ts'
import { loadSettingsFile } from './settings-file.ts'
import { type RunningServer, startServer } from './start-server.ts'

const DISK_FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS']

/**
 * Returns the reason why the server cannot start, as a single line for the operator.
 * @param config the settings; undefined if reading them failed
 */
function startFault(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, path = '' } = error as NodeJS.ErrnoException
  if (code === undefined || !config) return oneLine(error.message)
  const { port, host, dataDir } = config
  if (code === 'EADDRINUSE') {
    return `PORT: another program uses port ${port} of ${host}. Stop it or set PORT to another number.`
  }
  if (syscall === 'listen' && code === 'EACCES') {
    return `PORT: this user may not use port ${port}. Set PORT to a number above 1023.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST: ${host} is not an address of this machine. Set HOST to one, such as 127.0.0.1.`
  }
  if (DISK_FULL.includes(code)) {
    return `DATA_DIR: the disk of ${dataDir} is full. Free some space and start again.`
  }
  if (FORBIDDEN.includes(code)) {
    return `DATA_DIR: ${path || dataDir} cannot be written. Give the server's user write permission, or set DATA_DIR to another folder.`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return `DATA_DIR: ${path || dataDir} is not a folder. Set DATA_DIR to a folder, or move the file away.`
  }
  return oneLine(error.message)
}

function oneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, ' ')
}

/** A server of one school, or of the number of `schools`. */
interface Started extends Pick<RunningServer, 'url' | 'firstAdmin' | 'stop'> {
  schools?: number
}

/** Starts the server and stops it on SIGTERM and SIGINT. Prints a single line if it cannot start. */
async function main(): Promise<void> {
  // New files are readable only by the server's user.
  process.umask(0o077)
  const demo = process.argv.includes('--demo')
  let server: Started
  let config: Config | undefined
  let log: ReturnType<typeof createLog> | undefined
  try {
    for (const line of loadSettingsFile(process.env)) process.stderr.write(`${line}\n`)
    config = readConfig(process.env, demo ? 'data-demo' : 'data')
    log = createLog(config)
    const options = { config, log }
    if (config.manySchools) {
      if (demo) throw new ConfigError('SCHOOLS: a school gets the sample by: schools add --sample')
      const { startSchools } = await import('./engines/schools/start-schools.ts')
      server = { ...(await startSchools(options)), firstAdmin: null }
    } else {
      // Before the first admin is made, whose password would be lost, and half a minute of filling.
      await assertPortFree(config)
      server = await startServer({ ...options, ...(demo && { fill: fillOnce }) })
    }
  } catch (error) {
    process.stderr.write(`Bidyaloy cannot start. ${startFault(error, config)}\n`)
    process.exit(1)
  }
  const program = await versionText()
  if (config.logFile !== undefined) log?.info({ program }, 'started')
  process.stdout.write(greeting(server, program))
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // npm and the terminal may both send the signal for one key press.
      if (stopping) return
      stopping = true
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/** Returns the start message with the URL and what to do first; a first password is shown only once. */
function greeting({ url, firstAdmin, schools }: Started, program: string): string {
  const ready = `${program} is ready at ${url}\n`
  if (schools === 0)
    return `${ready}No school yet: npm run admin -- schools add <name> --host <host>\n`
  if (!firstAdmin) return ready
  const { username, password } = firstAdmin
  return (
    `${ready}First sign-in at ${url}/admin — user: ${username}  password: ${password}\n` +
    'This password is shown only once. Change it after signing in.\n'
  )
}

/** @throws the error of the system that listening would give */
async function assertPortFree({ port, host }: Config): Promise<void> {
  const probe = net.createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Fills the sample school. Shows a slip of its results, the first time. */
async function fillOnce(instance: OpenInstance): Promise<void> {
  process.stdout.write('Preparing the sample school; the first time takes a moment …\n')
  const { fillDemo } = await import('./fill-demo.ts')
  if (!(await fillDemo(instance))) return
  const { sealDemoResults } = await import('./demo-results.ts')
  // At once: the next start has none, and this one may still fail.
  process.stdout.write(await sealDemoResults(instance))
}

await main()
