import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { renumberPictures } from '@bidyaloy/shared/lib/renumber-pictures'
import { decoded, FILES_HOST, withoutFilesHost } from './addresses.ts'
import { isDocument } from './document.ts'
import { isOtherYear } from './file-days.ts'
import type { LocalFile, LocalFiles } from './local-files.ts'
import type { Reader } from './reader.ts'
import { type Found, isRefused, type SourceFile, type SourceItem } from './source.ts'

/* The pages, texts and feeds among given files. */

/** Longer ones are no text that anyone has written. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_FEED_BYTES = 60 * 1024 * 1024

/** Their texts are in memory until the look ends. */
const MAX_TOTAL = 200 * 1024 * 1024

export interface Documents {
  found: Found[]
  /** The files that were read, and those that pages show or lead to. */
  used: Set<LocalFile>
  /** Whether there are pages, of a site that was saved. */
  hasPages: boolean
}

/** Reads the documents among given files that `isMeant` takes. */
export async function readDocuments(
  local: LocalFiles,
  reader: Reader,
  isMeant: (file: LocalFile) => boolean,
): Promise<Documents> {
  const documents: Documents = { found: [], used: new Set(), hasPages: false }
  let total = 0
  for (const file of local.files) {
    const { path, size, at } = file
    if (!isDocument(path) || !isMeant(file) || size === 0) continue
    if (size > (/\.(xml|atom)$/i.test(path) ? MAX_FEED_BYTES : MAX_BYTES)) continue
    documents.used.add(file)
    total += size
    if (total > MAX_TOTAL) {
      documents.found.push({ key: path, title: path, reason: 'too-many' })
      continue
    }
    const day = at && !isOtherYear(path, at) ? dhakaTime(at).iso : null
    const bytes = await file.head(size).catch(() => null)
    const made = bytes && (await reader.read('document', { bytes, path, day }))
    const failed: Found = { key: path, title: path, reason: 'damaged' }
    for (const one of made ?? [failed]) {
      documents.found.push(isRefused(one) ? one : withFiles(one, local, documents.used))
    }
    if (/\.x?html?$/i.test(path)) documents.hasPages = true
  }
  return documents
}

/** Puts the files that are there in the place of their addresses, and names the others. */
function withFiles(item: SourceItem, local: LocalFiles, used: Set<LocalFile>): SourceItem {
  const isGiven = ({ key }: SourceFile) => key.startsWith(`${FILES_HOST}/`)
  const before = item.files.map(({ key }) => key)
  const there = item.files.flatMap((file): { key: string; file: SourceFile }[] => {
    if (!isGiven(file)) return [{ key: file.key, file }]
    const found = local.at(decoded(new URL(file.key).pathname).slice(1))
    if (!found) return []
    used.add(found)
    const { path: key, size } = found
    return [{ key: file.key, file: { ...file, key, size } }]
  })
  const after = there.map(({ key }) => key)
  const missing = before.filter((key) => !after.includes(key))
  return {
    ...item,
    body: renumberPictures(item.body, before, after),
    files: there.map(({ file }) => file),
    leftOut: [
      ...item.leftOut,
      ...missing.map((name) => ({
        what: 'file' as const,
        name: decoded(withoutFilesHost(name)),
      })),
    ],
  }
}
