import { CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { chownToOwner } from './chown.ts'
import { createCli } from './create-cli.ts'

// Whatever it makes is readable to its own user alone, save a copy for a web host.
process.umask(0o077)

try {
  process.loadEnvFile?.('.env')
} catch {
  // No .env: everything comes from the environment.
}

try {
  const endWith = (code: number) => {
    process.exitCode = code
  }
  const { env, stdin, stdout } = process
  await createCli({ env, stdin, stdout, endWith }).parseAsync(process.argv)
} catch (error) {
  if (error instanceof CommanderError) {
    // It has said so itself: help was asked for, or the use was wrong.
    process.exit(error.exitCode === 0 ? 0 : 2)
  }
  // One line to read; whoever looks for a fault of ours sets DEBUG.
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  leaveUsable()
}
// What draws pages leaves a channel open that would keep this process for ever.
process.stdout.write('', () => process.exit())

/** However a command ended, the server can go on with what lies in its folder. */
function leaveUsable(): void {
  let dataDir: string
  try {
    dataDir = readConfig(process.env).dataDir
  } catch {
    // The command has told already which setting is wrong, and touched nothing.
    return
  }
  const left = chownToOwner(dataDir)
  if (left !== null) process.stderr.write(`${left}\n`)
}
