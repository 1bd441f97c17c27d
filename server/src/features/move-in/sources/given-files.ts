import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isIgnored } from '@bidyaloy/shared/features/move-in/given-names'
import { LimitedStream } from '../../../lib/limited-stream.ts'
import { sha256OfFile } from '../../../lib/sha256.ts'
import { type Archives, createArchives, ZipRefused } from './archive.ts'
import { createLocalFiles, type LocalFile, type LocalFiles } from './local-files.ts'
import { type RefusedItem, SourceError } from './source.ts'
import { safePath } from './zip-names.ts'

const MAX_FILES = 20_000
const MAX_DEPTH = 12

interface GivenOptions {
  maxFileBytes: number
  /** Whether the times of files are their own; that of an upload is when it came. */
  hasTimes: boolean
  /** Folder of the files to which others are copied. */
  staging: string
}

interface Listed {
  hasTimes: boolean
  files: LocalFile[]
  paths: Set<string>
  refused: RefusedItem[]
  archives: Archives
}

/**
 * Lists what was given: files, folders with all that is below them, and what is in zips.
 * @throws SourceError `source-gone`, `unsafe-zip`, `too-many`
 */
export async function listGiven(
  given: readonly { path: string; name: string }[],
  { maxFileBytes, hasTimes, staging }: GivenOptions,
): Promise<LocalFiles> {
  const archives = createArchives(staging)
  const listed: Listed = { hasTimes, files: [], paths: new Set(), refused: [], archives }
  const close = async () => archives.close()
  try {
    for (const one of given) await addGiven(listed, one.path, safePath(one.name) ?? 'file', 0)
  } catch (error) {
    await close()
    throw error
  }
  return createLocalFiles({ ...listed, maxFileBytes, close })
}

async function addGiven(listed: Listed, file: string, name: string, depth: number): Promise<void> {
  const stat = await fs.lstat(file).catch(() => null)
  if (!stat) throw new SourceError('source-gone', `${name}: it is not there`)
  if (stat.isDirectory()) {
    if (depth > MAX_DEPTH) return
    const names = (await fs.readdir(file)).sort()
    for (const one of names) {
      const below = depth === 0 && name === '' ? one : `${name}/${one}`
      if (!isIgnored(below)) await addGiven(listed, path.join(file, one), below, depth + 1)
    }
    return
  }
  if (!stat.isFile()) {
    listed.refused.push({ key: name, title: path.basename(name), reason: 'wrong-type' })
    return
  }
  if (await isZip(file, name)) return addZip(listed, file, name)
  add(listed, {
    path: name.normalize('NFC'),
    size: stat.size,
    at: listed.hasTimes ? stat.mtime : null,
    likeness: `${stat.size}`,
    disk: file,
    head: (maxBytes) => headOf(file, maxBytes),
    hash: () => sha256OfFile(file),
    async copy(target, maxBytes, signal) {
      const limit = new LimitedStream(maxBytes)
      await pipeline(createReadStream(file), limit, createWriteStream(target), { signal })
      return limit.size
    },
  })
}

async function headOf(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await fs.open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function add({ files, paths, refused }: Listed, file: LocalFile): void {
  if (files.length >= MAX_FILES) throw new SourceError('too-many', `more than ${MAX_FILES} files`)
  if (paths.has(file.path))
    refused.push({ key: file.path, title: path.basename(file.path), reason: 'duplicate' })
  else files.push(file)
  paths.add(file.path)
}

/** Documents of Office are zips too. */
async function isZip(file: string, name: string): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return false
  return (await headOf(file, 2)).toString('latin1') === 'PK'
}

async function addZip(listed: Listed, file: string, name: string): Promise<void> {
  const { archives, refused } = listed
  const entries = await archives.list(file).catch((error: unknown) => {
    if (!(error instanceof ZipRefused)) throw error
    throw new SourceError(error.reason, `${name}: ${error.message}`)
  })
  for (const { at, path: key, refused: reason, size, likeness, time } of entries) {
    if (reason) {
      refused.push({ key, title: path.posix.basename(key), reason })
      continue
    }
    add(listed, {
      path: key,
      size,
      at: time === null ? null : new Date(time),
      likeness,
      disk: null,
      head: (maxBytes) => archives.head(file, at, maxBytes),
      hash: () => archives.hash(file, at),
      copy: (target, maxBytes) => archives.unpack(file, at, target, maxBytes),
    })
  }
}
