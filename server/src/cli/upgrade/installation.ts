import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { isNodeError } from '../../lib/node-error.ts'

/** What the archive of a release says of itself. */
const Manifest = z.object({
  name: z.literal('bidyaloy'),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  /** Architectures, as npm names them. */
  cpu: z.array(z.string()).optional(),
})

/** An unpacked version. */
export interface Version extends z.infer<typeof Manifest> {
  folder: string
}

/** Versions that are unpacked beside each other, and the links that name two of them. */
export interface Installation {
  /** Where they are, such as `/opt`. */
  parent: string
  /** Names the running version: the service, and the proxy's page during a restart, go through it. */
  link: string
  /** Names the version to go back to; missing if there is none. */
  formerLink: string
  /** Names it from the beginning of an upgrade until the new version is ready. */
  upgradingLink: string
  /** The version that `link` names. */
  running: Version
}

/** Folders of versions, as archives have them. */
const FOLDER = /^bidyaloy-\d+\.\d+\.\d+(-[\w.]+)?$/

/** @throws Error with a one-line message if the folder has no unpacked archive */
export async function readVersion(folder: string): Promise<Version> {
  try {
    await fs.access(commandOf({ folder }))
    const text = await fs.readFile(path.join(folder, 'package.json'), 'utf8')
    return { ...Manifest.parse(JSON.parse(text)), folder }
  } catch {
    throw new Error(`${folder} is not the unpacked archive of a release of Bidyaloy.`)
  }
}

/** Path of the program that runs a version and its commands. */
export const commandOf = ({ folder }: Pick<Version, 'folder'>): string =>
  path.join(folder, 'bin', 'bidyaloy')

/**
 * Finds the installation of a running program.
 * @param program its folder
 * @throws Error with a one-line message
 */
export async function findInstallation(program: string): Promise<Installation> {
  const running = await readVersion(await fs.realpath(program))
  const parent = path.dirname(running.folder)
  const linkAt = (name: string) => path.join(parent, name)
  const link = linkAt('bidyaloy')
  if ((await targetOf(link)) !== running.folder) {
    throw new Error(
      `${link} is not a link to ${running.folder}, as it is after the installation of docs/hosting.md.`,
    )
  }
  const [formerLink, upgradingLink] = [linkAt('bidyaloy-former'), linkAt('bidyaloy-upgrading')]
  return { parent, link, formerLink, upgradingLink, running }
}

/** Returns the real path that a link leads to; null if it leads nowhere. */
export async function targetOf(link: string): Promise<string | null> {
  return fs.realpath(link).catch(() => null)
}

/** Lets a link name another folder beside it, from one moment to the next, also after a power cut. */
export async function setLink(link: string, folder: string): Promise<void> {
  const parent = path.dirname(link)
  const temporary = path.join(parent, `.${path.basename(link)}.new`)
  await fs.rm(temporary, { force: true })
  await fs.symlink(path.relative(parent, folder), temporary)
  await fs.rename(temporary, link)
  const handle = await fs.open(parent)
  await handle.sync().finally(() => handle.close())
}

/** Gives a new version the settings of the running one: the same link, or a copy of its file. */
export async function takeSettings(from: Version, to: Version): Promise<void> {
  const source = path.join(from.folder, '.env')
  try {
    await fs.cp(source, path.join(to.folder, '.env'), { verbatimSymlinks: true })
  } catch (error) {
    if (!isNodeError(error, 'ENOENT')) throw error
  }
}

/**
 * Removes versions that are neither the running nor the former one.
 * @returns folders that stay, because there is something in them that no archive has
 */
export async function removeOlder({
  parent,
  formerLink,
  running,
}: Installation): Promise<{ removed: string[]; kept: string[] }> {
  const former = await targetOf(formerLink)
  const removed: string[] = []
  const kept: string[] = []
  for (const name of (await fs.readdir(parent)).filter((one) => FOLDER.test(one))) {
    const folder = path.join(parent, name)
    const isLink = (await fs.lstat(folder)).isSymbolicLink()
    if (isLink || folder === running.folder || folder === former) continue
    const foreign = await foreignFiles(folder, running)
    const settings = await fs.lstat(path.join(folder, '.env')).catch(() => null)
    if (foreign.length > 0 || settings?.isFile()) {
      kept.push(folder)
      continue
    }
    await fs.rm(folder, { recursive: true })
    removed.push(folder)
  }
  return { removed, kept }
}

/** Returns the names in the folder of a version that no archive has, but for its settings. */
export async function foreignFiles(folder: string, version: Version): Promise<string[]> {
  const known = new Set(await fs.readdir(version.folder))
  return (await fs.readdir(folder)).filter((name) => name !== '.env' && !known.has(name))
}

/** Compares versions: negative if the first is older. A pre-release is older than its release. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string) => {
    const [numbers = '', ...rest] = version.split('-')
    return { numbers: numbers.split('.').map(Number), pre: rest.join('-') }
  }
  const [one, other] = [parts(a), parts(b)]
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (one.pre === '' || other.pre === '') return Number(one.pre === '') - Number(other.pre === '')
  return one.pre.localeCompare(other.pre, 'en', { numeric: true })
}
