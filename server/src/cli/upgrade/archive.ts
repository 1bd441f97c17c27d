import fs from 'node:fs/promises'
import path from 'node:path'
import { freeBytes } from '../../data-folder.ts'
import { nullIfMissing } from '../../lib/node-error.ts'
import { sha256OfFile } from '../../lib/sha256.ts'
import { formatBytes } from '../doctor/finding.ts'
import { commandOf, foreignFiles, readVersion, type Version } from './installation.ts'
import { run } from './run-program.ts'
import { readText } from './units.ts'

/** What stays free on the disk of the versions. */
const RESERVE = 50e6

/**
 * Checks an archive against the list of sums beside it.
 * @returns what was found, as a sentence
 * @throws Error with a one-line message if it differs
 */
export async function checkSum(archive: string): Promise<string> {
  const list = path.join(path.dirname(archive), 'SHA256SUMS')
  const name = path.basename(archive)
  const lines = await readText(list)
  if (lines === null) return `There is no SHA256SUMS beside ${name}: it was not checked.`
  const [sum] = lines
    .split('\n')
    .map((line) => line.split(/\s+\*?/))
    .filter(([, file]) => file === name)
    .map(([hash]) => hash)
  if (sum === undefined) return `SHA256SUMS does not list ${name}: it was not checked.`
  if (sum !== (await sha256OfFile(archive))) {
    throw new Error(
      `${archive} is damaged or not the released file: SHA256SUMS has another sum. Download both again.`,
    )
  }
  return `${name} has the sum of SHA256SUMS.`
}

const UNPACKED = '.bidyaloy-unpacked-'

/**
 * Makes a folder to unpack into beside the versions, so that one can be moved there. Removes what
 * interrupted upgrades have left; the `tar` of a killed one may still write to it.
 */
export async function makeUnpackFolder(parent: string): Promise<string> {
  for (const name of (await fs.readdir(parent)).filter((one) => one.startsWith(UNPACKED)))
    await fs.rm(path.join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  const folder = await fs.mkdtemp(path.join(parent, UNPACKED))
  await fs.chmod(folder, 0o755)
  return folder
}

/**
 * Unpacks an archive.
 * @param into an empty folder
 * @throws Error with a one-line message if there is no room, or if this machine cannot run it
 */
export async function unpack(archive: string, into: string): Promise<Version> {
  const needed = await unpackedBytes(archive)
  const free = await freeBytes(path.dirname(into))
  if (free < needed + RESERVE) {
    throw new Error(
      `Unpacking takes ${formatBytes(needed)}, and only ${formatBytes(free)} are free on the disk of ${path.dirname(into)}. Free some space.`,
    )
  }
  await run('tar', ['-xzf', archive, '-C', into, '--no-same-owner', '--same-permissions'])
  const [top = '', ...others] = await fs.readdir(into)
  if (others.length > 0) throw new Error(`${archive} is not the archive of a release of Bidyaloy.`)
  const version = await readVersion(path.join(into, top))
  if (top !== `bidyaloy-${version.version}`) {
    throw new Error(`${archive} has version ${version.version} in the folder ${top}.`)
  }
  if (version.cpu && !version.cpu.includes(process.arch)) {
    throw new Error(
      `${archive} is for ${version.cpu.join(', ')}, and this machine is ${process.arch}. Download the other archive.`,
    )
  }
  return version
}

/** The last four bytes of gzip are the size of what it holds. @throws Error for another file */
async function unpackedBytes(archive: string): Promise<number> {
  const handle = await fs.open(archive).catch(() => {
    throw new Error(`${archive}: no such file.`)
  })
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(4)
    await handle.read(bytes, 0, 2, 0)
    if (bytes.readUInt16BE(0) !== 0x1f8b) throw new Error(`${archive} is not a .tar.gz file.`)
    await handle.read(bytes, 0, 4, size - 4)
    return bytes.readUInt32LE(0)
  } finally {
    await handle.close()
  }
}

/**
 * Moves an unpacked version to its place, in the stead of what an interrupted upgrade has left.
 * @throws Error if it cannot run, such as the sentence which Node it needs, or if files of the operator are there
 */
export async function place(version: Version, parent: string): Promise<Version> {
  await run(commandOf(version), ['--version'])
  const folder = path.join(parent, `bidyaloy-${version.version}`)
  const foreign = await foreignFiles(folder, version).catch(nullIfMissing)
  if (foreign?.length) {
    throw new Error(
      `${folder} has files of yours (${foreign.join(', ')}). Move them elsewhere, then try again.`,
    )
  }
  await fs.rm(folder, { recursive: true, force: true })
  // All its files are on the disk before it has the name.
  await run('sync', ['--file-system', version.folder])
  await fs.rename(version.folder, folder)
  await fs.rmdir(path.dirname(version.folder))
  return { ...version, folder }
}
