import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** Starts the server, stops it on SIGTERM and SIGINT. One clear line where it cannot start. */
async function main(): Promise<void> {
  let server: RunningServer
  try {
    process.loadEnvFile?.('.env')
  } catch {
    // No .env: everything comes from the environment.
  }
  try {
    const config = readConfig(process.env)
    server = await startServer({ config, log: createLog(config) })
  } catch (error) {
    process.stderr.write(`Bidyaloy cannot start. ${startFault(error)}\n`)
    process.exit(1)
  }
  process.stdout.write(`Bidyaloy is ready at ${server.url}\n`)
  if (server.firstAdmin) {
    const { username, password } = server.firstAdmin
    process.stdout.write(
      `First sign-in at ${server.url}/admin — user: ${username}  password: ${password}\n` +
        'This password is shown only once. Change it after signing in.\n',
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

function startFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'PORT: another program uses this port. Stop it or set PORT to another number.'
  }
  return error.message
}

await main()
