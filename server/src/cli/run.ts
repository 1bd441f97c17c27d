import { CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { messageOf } from '../lib/node-error.ts'
import { loadSettingsFile } from '../settings-file.ts'
import { runCli } from './create-cli.ts'
import { giveToOwner } from './give-to-owner.ts'

// All created files are private to the user, except the copy of `export-static`.
process.umask(0o077)

try {
  for (const line of loadSettingsFile(process.env)) process.stderr.write(`${line}\n`)
  const endWith = (code: number) => {
    process.exitCode = code
  }
  const { env, stdin, stdout } = process
  await runCli({ env, stdin, stdout, endWith }, process.argv.slice(2))
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed the help or the error.
    process.exit(error.exitCode === 0 ? 0 : 2)
  }
  process.stderr.write(`${messageOf(error)}\n`)
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
} finally {
  restoreOwnership()
}
// Worker pools may keep this process alive.
process.stdout.write('', () => process.exit())

function restoreOwnership(): void {
  let root: string
  try {
    root = readConfig(process.env).dataDir
  } catch {
    // The command has reported the wrong setting and changed nothing.
    return
  }
  giveToOwner(root)
}
