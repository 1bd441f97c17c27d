import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { excerptOf } from '@bidyaloy/shared/lib/markdown'
import { newFileStem } from '../../../ids.ts'
import { assertFree } from '../free-space.ts'
import { plainHost, webAddress } from './addresses.ts'
import { ZipRefused } from './archive.ts'
import { openFolder } from './folder-source.ts'
import { listGiven } from './given-files.ts'
import type { LocalFile, LocalFiles } from './local-files.ts'
import { createReader, type Reader } from './reader.ts'
import { createSiteFetcher, type FetchLimits } from './site-fetcher.ts'
import type { SiteLimits } from './site-look.ts'
import { openSite } from './site-source.ts'
import {
  type Found,
  type Source,
  SourceError,
  type SourceInput,
  type SourceOptions,
} from './source.ts'
import { openWordPress } from './wordpress-source.ts'

/** Other limits than the usual ones; for tests. */
export interface SourceLimits {
  fetch?: Partial<FetchLimits>
  site?: Partial<SiteLimits>
}

/** Cuts a title that no entry takes, and names the rest. */
function withinLimits<T extends Found>(found: T): T {
  const title = excerptOf(found.title, MAX_TITLE_LENGTH)
  if (title === found.title || !('leftOut' in found)) return { ...found, title }
  const rest = found.title.slice(title.length - 1).trim()
  return {
    ...found,
    title,
    leftOut: [...found.leftOut, { what: 'text', name: rest.slice(0, 120) }],
  }
}

/**
 * Opens an older site by its address, or what was given of it: a WordPress export with or without its uploads, or
 * files, folders and zips, perhaps with lists (CSV).
 * @throws SourceError if it cannot be read
 */
export async function openSource(
  input: SourceInput,
  options: SourceOptions,
  limits: SourceLimits = {},
): Promise<Source> {
  const source = await open(input, options, limits)
  return {
    ...source,
    async look(from, signal) {
      const part = await source.look(from, signal)
      return { ...part, found: part.found.map(withinLimits) }
    },
    read: async (item, signal) => withinLimits(await source.read(item, signal)),
  }
}

async function open(
  input: SourceInput,
  { staging, maxFileBytes, siteHost, allowLoopback = false }: SourceOptions,
  limits: SourceLimits,
): Promise<Source> {
  const createFetcher = (site: string, reader: Reader) =>
    createSiteFetcher(site, {
      reader,
      maxFileBytes,
      allowLoopback,
      // Nobody waits for this machine's own servers, which only tests have.
      limits: {
        ...(allowLoopback && { intervalMs: 0, retryMs: 20 }),
        ...limits.fetch,
      },
    })
  if ('url' in input) {
    const url = addressIn(input.url, siteHost)
    const reader = createReader(staging)
    const fetcher = createFetcher(url, reader)
    return openSite({ url, fetcher, reader, limits: limits.site ?? {} })
  }
  const { given, list } =
    'folder' in input ? await besides(input.folder) : { given: input.files, list: null }
  const local = await listGiven(given, { staging, maxFileBytes, hasTimes: 'folder' in input })
  const reader = createReader(staging)
  try {
    const wxr = list === null ? await exportsIn(local) : []
    if (wxr.length === 0) return openFolder(local, { reader, only: list, createFetcher })
    const unpacked: string[] = []
    const remove = async () => {
      for (const file of unpacked) await fs.rm(file, { force: true })
    }
    try {
      const exports: string[] = []
      for (const { file, isUtf16 } of wxr) {
        const copy =
          file.disk !== null && !isUtf16 ? null : path.join(staging, `${newFileStem()}.xml`)
        if (copy !== null) unpacked.push(copy)
        if (copy !== null) await unpack(file, copy, isUtf16)
        exports.push(copy ?? file.disk ?? '')
      }
      const uploads = {
        ...local,
        files: local.files.filter((file) => !wxr.some((one) => one.file === file)),
      }
      const source = await openWordPress({ exports, uploads, reader, createFetcher })
      return { ...source, close: () => source.close().then(remove) }
    } catch (error) {
      await remove()
      throw error
    }
  } catch (error) {
    reader.close()
    await local.close()
    throw error
  }
}

/** Without a scheme it is `http:`, from which sites lead on to `https:`. */
function addressIn(written: string, siteHost: string | undefined): string {
  const text = written.trim()
  const url = webAddress(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`)
  if (!url) throw new SourceError('unknown-source', `${text}: it is no address of the web`)
  const isHere = siteHost !== undefined && plainHost(url.host) === plainHost(siteHost)
  if (isHere) throw new SourceError('unknown-source', `${url.host} is this site itself`)
  return url.href
}

/**
 * What a path of the command line means: a folder, a zip, an export with the uploads beside it, or a list (CSV)
 * with its files beside it, of which only those of the list are meant.
 */
async function besides(
  given: string,
): Promise<{ given: { path: string; name: string }[]; list: string | null }> {
  const stat = await fs.stat(given).catch(() => null)
  if (!stat) throw new SourceError('source-gone', `${given}: no such folder or file`)
  const [folder, name] = [path.dirname(given), path.basename(given)]
  if (stat.isDirectory()) return { given: [{ path: given, name: '' }], list: null }
  if (/\.csv$/i.test(name))
    return { given: [{ path: folder, name: '' }], list: name.normalize('NFC') }
  const beside = /\.xml$/i.test(name) ? ['wp-content', 'uploads'] : []
  const there: { path: string; name: string }[] = [{ path: given, name }]
  for (const one of beside) {
    const next = path.join(folder, one)
    if (
      await fs.stat(next).then(
        (found) => found.isDirectory(),
        () => false,
      )
    ) {
      there.push({ path: next, name: one })
    }
  }
  return { given: there, list: null }
}

const HEAD_BYTES = 8192

/** A file of a WordPress export. */
interface ExportFile {
  file: LocalFile
  isUtf16: boolean
}

/** Of a school with 20,000 posts, all its files together. */
const MAX_EXPORT_BYTES = 2 ** 30
const MAX_EXPORTS = 200

/** Finds the files of WordPress exports among others. @throws SourceError `too-large`, `too-many` */
async function exportsIn({ files }: LocalFiles): Promise<ExportFile[]> {
  const found: ExportFile[] = []
  for (const file of files) {
    if (!/\.xml$/i.test(file.path) || file.path.split('/').length > 3) continue
    const head = await file.head(HEAD_BYTES).catch(() => Buffer.alloc(0))
    const text = head.toString('latin1')
    const isUtf16 = /^(\xff\xfe|\xfe\xff)/.test(text)
    if (/wordpress\.org\/export\//.test(text.replaceAll('\0', ''))) found.push({ file, isUtf16 })
  }
  const size = found.reduce((sum, { file }) => sum + file.size, 0)
  if (size > MAX_EXPORT_BYTES) throw new SourceError('too-large', 'the export is too large')
  if (found.length > MAX_EXPORTS)
    throw new SourceError('too-many', `more than ${MAX_EXPORTS} exports`)
  return found
}

/** Copies an export from a zip, or in UTF-8, as which it is read. @throws SourceError `damaged`, `disk-full` */
async function unpack(file: LocalFile, target: string, isUtf16: boolean): Promise<void> {
  const copy = isUtf16 ? `${target}.utf16` : target
  await assertFree(path.dirname(target), 2 * file.size)
  try {
    await file.copy(copy, MAX_EXPORT_BYTES, new AbortController().signal)
    if (isUtf16) await pipeline(createReadStream(copy), decodeUtf16, createWriteStream(target))
  } catch (error) {
    if (error instanceof ZipRefused) throw new SourceError(error.reason, file.path)
    throw error
  } finally {
    if (isUtf16) await fs.rm(copy, { force: true })
  }
}

async function* decodeUtf16(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : 'utf-16be')
    yield decoder.decode(chunk, { stream: true })
  }
}
