import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { CommanderError } from 'commander'
import { readConfig } from '../config.ts'
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

/**
 * Gives what root made in a data folder to the owner of the folder, who runs the server: else that
 * user could not open a database that root has put back. Does nothing for anyone but root.
 * @param root path of the data folder, which need not be there
 * @returns what did not work, in a line that says what to do; null where nothing is left to do
 */
function chownToOwner(root: string): string | null {
  const owner = process.getuid?.() === 0 ? fs.statSync(root, { throwIfNoEntry: false }) : undefined
  if (!owner || owner.uid === 0) return null
  const to = `${owner.uid}:${owner.gid}`
  // The system's own chown: it cannot be led out of the folder by a link laid meanwhile.
  const words = ['-R', '-P', '-h', '--from=0', to, root]
  if (spawnSync('chown', words, { stdio: 'ignore' }).status === 0) return null
  return `Some files in ${root} now belong to root. Give them to the user who runs the server: chown -R ${to} ${root}`
}
