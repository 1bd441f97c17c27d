import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { parseUrl } from '@bidyaloy/shared/web-address'
import { readConfig } from '../../config.ts'
import { commandOf, readVersion, setLink, targetOf, type Version } from '../upgrade/installation.ts'
import { run, runShown } from '../upgrade/run-program.ts'
import { findServices } from '../upgrade/services.ts'
import { readText, unitOf, writeUnit, writeWhole } from '../upgrade/units.ts'
import { setUpCaddy } from './caddy.ts'

export interface SetupOptions {
  domain: string
  /** Folder of the running program. */
  program: string
  /** `/`, or another folder in tests. */
  root: string
  /** Whether to say only what would be done. */
  dryRun: boolean
  /** Whether to start the service. */
  start: boolean
  say(line: string): void
}

export interface SetupStep extends SetupOptions {
  version: Version
  /** Returns the path of a file of the system. */
  at(file: string): string
  /** Says what is done, and does it unless only that was asked. */
  change(what: string, work: () => Promise<unknown>): Promise<void>
}

const SETTINGS = '/etc/bidyaloy.env'
const UNIT = '/etc/systemd/system/bidyaloy.service'
const READY_MS = 120_000
/** Time in which the journal has what the server printed. */
const JOURNAL_MS = 10_000
const ASK_MS = 250

/**
 * Sets up one school on Debian or Ubuntu: settings, service, Caddy. What is there already stays, so that it
 * can be repeated.
 * @returns the exit code: 1 if the doctor finds that something does not work
 * @throws Error with a one-line message
 */
export async function setUp(options: SetupOptions): Promise<number> {
  const { root, dryRun, say, program } = options
  const version = await readVersion(await fs.realpath(program))
  const step: SetupStep = {
    ...options,
    version,
    at: (file) => path.join(root, file),
    async change(what, work) {
      say(dryRun ? `Would: ${what}` : what)
      if (!dryRun) await work()
    },
  }
  await link(step)
  await writeSettings(step)
  await installUnit(step)
  const { PORT } = parseEnv((await readText(step.at(SETTINGS))) ?? '')
  await setUpCaddy(step, PORT)
  if (!options.start) {
    say('Not started. Restore a backup, then: systemctl start bidyaloy')
    return 0
  }
  if (dryRun) {
    say('Would: start bidyaloy, wait until it is ready, show the first sign-in, run the doctor.')
    return 0
  }
  await startAndShow(step)
  const status = await runShown(commandOf(version), ['doctor'])
  // 2 are only warnings.
  return status === 1 ? 1 : 0
}

async function link({ version, at, change }: SetupStep): Promise<void> {
  const name = at('/opt/bidyaloy')
  if (path.dirname(version.folder) !== path.dirname(name)) {
    throw new Error(
      `${version.folder} is not in ${path.dirname(name)}, where the service looks for it. Unpack the archive there: sudo tar -xzf <archive> -C /opt`,
    )
  }
  const target = await targetOf(name)
  if (target === version.folder) return
  if (target !== null) {
    throw new Error(`${name} is ${target}. To change the version: bin/bidyaloy upgrade <archive>`)
  }
  await change(`link ${name} to ${version.folder}`, () => setLink(name, version.folder))
}

async function writeSettings({ domain, version, at, change, say }: SetupStep): Promise<void> {
  const file = at(SETTINGS)
  const present = await readText(file)
  if (present === null) {
    const sample = await fs.readFile(path.join(version.folder, 'deploy', 'bidyaloy.env'), 'utf8')
    const text = sample.replaceAll('https://school.example', `https://${domain}`)
    await change(`write ${file}`, () => writeWhole(file, text, 0o600))
  } else {
    const { PUBLIC_URL: url } = parseEnv(present)
    if (url && parseUrl(url)?.origin !== `https://${domain}`) {
      throw new Error(
        `${file} has PUBLIC_URL=${url}. Name its domain, or change that line first, then: systemctl restart bidyaloy`,
      )
    }
    say(`${file} stays as it is.`)
  }
  const own = path.join(version.folder, '.env')
  if (await fs.lstat(own).catch(() => null)) return
  await change(`link ${own} to ${file}`, () => fs.symlink(file, own))
}

async function installUnit({ version, at, change, say }: SetupStep): Promise<void> {
  const file = at(UNIT)
  const wanted = await fs.readFile(unitOf(version.folder), 'utf8')
  const present = await readText(file)
  if (present === null) {
    await change(`write ${file}`, async () => {
      await writeUnit(file, wanted)
      await run('systemctl', ['daemon-reload'])
    })
  } else if (present !== wanted) {
    say(`${file} differs from ${unitOf(version.folder)} and stays.`)
  }
  await change('start bidyaloy with the machine', () => run('systemctl', ['enable', 'bidyaloy']))
}

/** Returns what the server has printed: it answers a moment before it prints, and the journal has it later. */
async function readStart(since: number): Promise<string> {
  const words = ['-u', 'bidyaloy', '-o', 'cat', `--since=@${since}`]
  for (const begun = performance.now(); ; await wait(ASK_MS)) {
    const log = await run('journalctl', words).catch(() => '')
    if (log.includes(' is ready at ') || performance.now() - begun > JOURNAL_MS) return log
  }
}

/** Starts the service unless it runs, and shows the password that its first start has made. */
async function startAndShow({ domain, at, version, say }: SetupStep): Promise<void> {
  const config = readConfig(parseEnv(await fs.readFile(at(SETTINGS), 'utf8')))
  const since = Math.floor(Date.now() / 1000)
  const services = await findServices({ systemctl: 'systemctl', config, say })
  const isStarted = await services.restartAs(version.version, READY_MS).catch((error: Error) => {
    throw new Error(`${error.message}. Its log: ${services.log}`)
  })
  const log = isStarted ? await readStart(since) : ''
  const [, username, password] = /user: (\S+) +password: (\S+)/.exec(log) ?? []
  const url = `https://${domain}/admin`
  say(
    password
      ? `First sign-in: ${url}  user: ${username}  password: ${password}\nThis password is shown only once. Change it after signing in.`
      : `Sign in at ${url}. Forgotten password: bin/bidyaloy reset-password`,
  )
}
