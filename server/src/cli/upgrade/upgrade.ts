import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { freeBytes } from '../../data-folder.ts'
import { messageOf } from '../../lib/node-error.ts'
import { formatBytes } from '../doctor/finding.ts'
import { giveToOwner } from '../give-to-owner.ts'
import { checkSum, makeUnpackFolder, place, unpack } from './archive.ts'
import { areNewerThan, restoreFormer, Schools } from './former-records.ts'
import {
  commandOf,
  compareVersions,
  findInstallation,
  type Installation,
  readVersion,
  removeOlder,
  setLink,
  takeSettings,
  targetOf,
  type Version,
} from './installation.ts'
import { run } from './run-program.ts'
import type { Services } from './services.ts'
import { updateUnits } from './units.ts'

export interface UpgradeOptions {
  /** Folder of the running program. */
  program: string
  config: Config
  services: Services
  /** Longest time in which a new version has to become ready. */
  limitMs: number
  /** Folder of the units, `/etc/systemd/system`. */
  unitFolder: string
  say(line: string): void
}

/** Free bytes of the data folder's disk that a server needs to be ready, and some more. */
const NEEDED_BYTES = 100e6
/** Time for the former version, which has been ready before. */
const WAY_BACK_MS = 120_000

/**
 * Upgrades to the version of an archive: a complete backup, a folder beside the running version, the link,
 * a restart. If the new version does not become ready, everything goes back. Interrupted anywhere, the same
 * command finishes.
 * @throws Error with a one-line message; the former version runs then, unless the message says otherwise
 */
export async function upgrade(archive: string, options: UpgradeOptions): Promise<void> {
  const { say, config } = options
  const installation = await findInstallation(options.program)
  const { running, parent } = installation
  await assertDataElsewhere(installation, config)
  say(await checkSum(archive))
  const unpacked = await makeUnpackFolder(parent)
  try {
    const next = await unpack(archive, unpacked)
    const age = compareVersions(next.version, running.version)
    if (age < 0) {
      throw new Error(
        `${next.version} is older than ${running.version}, which runs. Back to the version before: bin/bidyaloy rollback`,
      )
    }
    if (age === 0) say(`${running.version} is installed already.`)
    else {
      await finishInterrupted(installation, options)
      installation.running = await install(next, installation, options)
    }
  } finally {
    await fs.rm(unpacked, { recursive: true, force: true })
  }
  await startRunning(installation, options)
  await keepWayBack(installation)
  const { removed, kept } = await removeOlder(installation)
  for (const folder of removed) say(`Removed ${folder}.`)
  for (const folder of kept) say(`${folder} has files of yours and stays.`)
  say(`${installation.running.version} runs.${await wayBack(installation)}`)
}

/** Goes back to the version before the last upgrade. @throws as `upgrade` */
export async function rollback(options: UpgradeOptions): Promise<void> {
  const installation = await findInstallation(options.program)
  const { running, formerLink, upgradingLink } = installation
  // That of an interrupted upgrade comes first.
  const wayBack = (await targetOf(upgradingLink)) === null ? formerLink : upgradingLink
  const folder = await targetOf(wayBack)
  if (folder === null) throw new Error('There is no former version to go back to.')
  // An interrupted one has changed the link already.
  if (folder !== running.folder) await backUp(running, options)
  const former = await goBack(folder, installation, options).catch((error: unknown) =>
    startAfterFailure(error, folder, installation, options),
  )
  await fs.rm(wayBack)
  options.say(`${former.version} runs. ${running.folder} stays until the next upgrade.`)
}

/** Lets the newer version run again if the records did not go back, and says what runs. @throws always */
async function startAfterFailure(
  error: unknown,
  folder: string,
  { link, running }: Installation,
  { services, limitMs }: UpgradeOptions,
): Promise<never> {
  const reason = messageOf(error).replace(/\.$/, '')
  if ((await targetOf(link)) === folder) {
    const former = await readVersion(folder)
    throw new Error(
      `${former.version} does not start: ${reason}. Its log: ${services.log}. Run this again.`,
    )
  }
  await services.restartAs(running.version, limitMs).catch((second: unknown) => {
    throw new Error(`${reason}. Nor does ${running.version} start: ${messageOf(second)}.`)
  })
  throw new Error(`${reason}. ${running.version} runs again.`)
}

/** Another version comes only after one that was ready, or the way back would lead to one that never was. */
async function finishInterrupted(
  installation: Installation,
  options: UpgradeOptions,
): Promise<void> {
  const { running, upgradingLink } = installation
  const folder = await targetOf(upgradingLink)
  if (folder === null || folder === running.folder) return
  options.say(`The upgrade to ${running.version} was interrupted: it is finished first.`)
  await startRunning(installation, options)
  await keepWayBack(installation)
}

/** Puts a new version beside the running one, and lets the link name it. */
async function install(
  next: Version,
  { parent, link, upgradingLink, running }: Installation,
  options: UpgradeOptions,
): Promise<Version> {
  const { say, config } = options
  const placed = await place(next, parent)
  await takeSettings(running, placed)
  say(`${placed.version} is in ${placed.folder}.`)
  await backUp(running, options)
  const free = await freeBytes(config.dataDir)
  if (free < NEEDED_BYTES) {
    throw new Error(
      `Only ${formatBytes(free)} are free on the disk of ${config.dataDir}: no version would be ready. Nothing was changed.`,
    )
  }
  await setLink(upgradingLink, running.folder)
  await setLink(link, placed.folder)
  return placed
}

/** Restarts into the version that the link names. If it was never ready, goes back. */
async function startRunning(installation: Installation, options: UpgradeOptions): Promise<void> {
  const { running, upgradingLink } = installation
  const { say, services, limitMs, config } = options
  try {
    await updateUnits(installation, options)
    giveToOwner(config.dataDir)
    await services.restartAs(running.version, limitMs)
  } catch (error) {
    const reason = `${running.version} does not start: ${messageOf(error)}. Its log: ${services.log}`
    const folder = await targetOf(upgradingLink)
    if (folder === null || folder === running.folder) {
      throw new Error(`${reason}.${await wayBack(installation)}`)
    }
    say(`${messageOf(error)}. Going back …`)
    const former = await goBack(folder, installation, options).catch((second: unknown) => {
      throw new Error(`${reason} — and going back failed: ${messageOf(second)}. Run this again.`)
    })
    await fs.rm(upgradingLink)
    throw new Error(`${reason}. ${former.version} runs again.`)
  }
}

/**
 * Goes back to the version in a folder. The link comes last of all that takes time: interrupted before, the
 * newer version finds its records, and the same can be done again.
 */
async function goBack(
  folder: string,
  { link, parent }: Installation,
  options: UpgradeOptions,
): Promise<Version> {
  const { services, config, say } = options
  const former = await readVersion(folder)
  if (await areNewerThan(former, config)) {
    say(`The records go back to those from before the upgrade.`)
    await services.stopAll()
    say(await restoreFormer(former, config))
  }
  await setLink(link, former.folder)
  await updateUnits({ parent, running: former }, options)
  giveToOwner(config.dataDir)
  await services.restartAs(former.version, WAY_BACK_MS)
  return former
}

/** After an upgrade, only `rollback` goes back: what is written from now on belongs to the new version. */
async function keepWayBack({ formerLink, upgradingLink, running }: Installation): Promise<void> {
  const folder = await targetOf(upgradingLink)
  // One that was interrupted before it changed anything names the running version.
  if (folder === running.folder) await fs.rm(upgradingLink)
  else if (folder !== null) await fs.rename(upgradingLink, formerLink)
}

/** Makes a complete backup of each school by the version that has written the records. */
async function backUp(version: Version, { config, say }: UpgradeOptions): Promise<void> {
  const command = commandOf(version)
  const schools = config.manySchools
    ? Schools.parse(JSON.parse(await run(command, ['schools', 'list', '--json'])))
    : [undefined]
  for (const school of schools) {
    // An unfinished one.
    if (school?.host === null) continue
    const words = school ? ['--school', school.name] : []
    // The place of the copies may be away, or take an hour.
    say((await run(command, ['backup', '--no-copy', ...words])).trim())
  }
}

/** A new version would not find data in the folder of the one before. */
async function assertDataElsewhere({ running }: Installation, { dataDir }: Config): Promise<void> {
  const place = await fs.realpath(dataDir).catch(() => dataDir)
  if (!`${place}/`.startsWith(`${running.folder}/`)) return
  throw new Error(
    `DATA_DIR: ${dataDir} is in the folder of this version. Stop the server, move it elsewhere and set DATA_DIR, then try again.`,
  )
}

async function wayBack({ formerLink }: Installation): Promise<string> {
  const folder = await targetOf(formerLink)
  return folder === null ? '' : ` Back to ${path.basename(folder)}: bin/bidyaloy rollback`
}
