import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { newKeyPair } from '../features/backup/age-file.ts'
import { addCommand, type CliContext } from './cli-context.ts'

/** Comments, so that the whole output is a file of keys. */
const adviceFor = (
  recipient: string,
) => `# Keep all of this in a file away from the server, on two USB sticks or on paper: without the
# line AGE-SECRET-KEY no encrypted copy opens, and whoever has it can read them all.
# The server gets the public key only, in its settings:
# BACKUP_RECIPIENT=${recipient}
`

/** Adds `backup-key`, which makes the keys of encrypted copies. */
export function addBackupKeyCommand(
  program: Command,
  { stdout }: Pick<CliContext, 'stdout'>,
): void {
  addCommand(program, 'backup-key', {
    description:
      'Make the pair of keys of encrypted copies, and print it. Nothing is stored on this machine.',
    examples: ['backup-key'],
  }).action(async () => {
    const { identityFile, recipient } = await newKeyPair(systemClock())
    stdout.write(identityFile + adviceFor(recipient))
  })
}
