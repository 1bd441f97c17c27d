import fs from 'node:fs/promises'
import path from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { addCommand, type CliContext, givenPath, withLock } from '../cli-context.ts'
import { targetOf } from './installation.ts'
import { runShown } from './run-program.ts'
import { findServices } from './services.ts'
import { rollback, type UpgradeOptions, upgrade } from './upgrade.ts'

interface Options {
  systemctl: string
  wait: number
}

const UNIT_FOLDER = '/etc/systemd/system'

/** Adds the commands that change the version of the program. */
export function addUpgradeCommands(
  program: Command,
  { env, stdout, endWith }: Pick<CliContext, 'env' | 'stdout' | 'endWith'>,
): void {
  /** Runs work for the installation that has this program, by the version that is installed. */
  const within = async (
    { systemctl, wait }: Options,
    work: (options: UpgradeOptions) => Promise<void>,
  ) => {
    const folder = process.cwd()
    const installed = await targetOf(path.join(path.dirname(folder), 'bidyaloy'))
    if (installed !== null && installed !== folder) {
      // A shell that was in the folder of the link stays in the former version.
      const command = path.join(installed, 'bin', 'bidyaloy')
      return endWith?.(await runShown(command, process.argv.slice(2)))
    }
    await assertWritable(path.dirname(folder))
    surviveLostTerminal()
    const config = readConfig(env)
    const say = (line: string) => void stdout.write(`${line}\n`)
    const services = await findServices({ systemctl, config, say })
    const options = {
      ...{ program: folder, config, services, unitFolder: UNIT_FOLDER, say },
      limitMs: wait * 1000,
    }
    const lock = path.join(path.dirname(folder), '.bidyaloy-upgrade.lock')
    await withLock(lock, 'Another upgrade is running.', () => work(options))
  }
  addService(
    addCommand(program, 'upgrade', {
      description:
        'Upgrade to the version of a release, after a backup. Goes back by itself if the new version does not become ready. Interrupted, run it again.',
      examples: ['upgrade ~/bidyaloy-server-1.1.0-linux-x64.tar.gz'],
    }).argument('<archive>', 'the .tar.gz of a release, with SHA256SUMS beside it'),
  ).action((archive: string, options: Options) =>
    within(options, (found) => upgrade(givenPath(env, archive), found)),
  )
  addService(
    addCommand(program, 'rollback', {
      description:
        'Go back to the version before the last upgrade, after a backup. If the upgrade has changed the records, they go back too.',
      examples: ['rollback'],
    }),
  ).action((options: Options) => within(options, rollback))
}

function addService(command: Command): Command {
  return command
    .option('--wait <seconds>', 'time in which the new version has to become ready', seconds, 120)
    .option(
      '--systemctl <program>',
      'of another service manager: a program that understands "restart <unit>" and "stop <unit>"',
      'systemctl',
    )
}

function seconds(word: string): number {
  const value = Number(word)
  if (value > 0) return value
  throw new InvalidArgumentError('It is not a number of seconds.')
}

/** @throws Error with a one-line message */
async function assertWritable(folder: string): Promise<void> {
  await fs.access(folder, fs.constants.W_OK).catch(() => {
    throw new Error(`${folder} cannot be written by this user. Run the command with sudo.`)
  })
}

/** A broken connection to the server does not leave it half way. */
function surviveLostTerminal(): void {
  process.on('SIGHUP', () => undefined)
  process.stdout.on('error', () => undefined)
}
