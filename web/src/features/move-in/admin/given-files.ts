import { MAX_SOURCE_BYTES } from '@bidyaloy/shared/api/uploads'
import { isIgnored } from '@bidyaloy/shared/features/move-in/given-names'
import { MAX_SOURCE_FILES } from '@bidyaloy/shared/features/move-in/move-in'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { ShownError } from '../../../admin/api/failure-text.ts'
import { assertReadable } from '../../../admin/uploads/prepare-file.ts'
import type { Prepare } from '../../../admin/uploads/upload-file.ts'
import { UnreadableFileError, zipFiles } from '../../../lib/zip/zip-files.ts'
import { sizeText, t } from './texts.ts'

/* Files and folders of an older site, and how they are sent: many of them as one zip, which keeps folders and days. */

/** Most files of a look; the server stops reading there. */
const MAX_FILES = 20_000

/** Files that were chosen together, as the form shows them. */
export interface GivenGroup {
  /** Name of the folder, or of the only file; empty: several files. */
  name: string
  isFolder: boolean
  files: readonly File[]
}

/** Returns the path of a chosen or dropped file, which begins with the name of the chosen folder. */
function pathOf(file: File): string {
  const dropped = 'path' in file && typeof file.path === 'string' ? file.path : ''
  return (file.webkitRelativePath || dropped || file.name).replace(/^(\.?\/)+/, '')
}

const folderOf = (file: File) => /^[^/]+(?=\/)/.exec(pathOf(file))?.[0] ?? null

/** Files with the same path are the same; the later one is taken. */
export function withMore(files: readonly File[], more: readonly File[]): File[] {
  const byPath = new Map([...files, ...more].map((file) => [pathOf(file), file]))
  return [...byPath.values()].filter((file) => !isIgnored(pathOf(file)))
}

/** Loose files that are shown one by one. */
const OWN_ROWS = 5

export function groupsOf(files: readonly File[]): GivenGroup[] {
  const folders = new Map<string, File[]>()
  const loose: File[] = []
  for (const file of files) {
    const name = folderOf(file)
    if (name === null) loose.push(file)
    else folders.set(name, [...(folders.get(name) ?? []), file])
  }
  const isShort = loose.length <= OWN_ROWS
  return [
    ...Array.from(folders, ([name, inside]) => ({ name, isFolder: true, files: inside })),
    ...(isShort ? loose.map((file) => ({ name: file.name, isFolder: false, files: [file] })) : []),
    ...(isShort ? [] : [{ name: '', isFolder: false, files: loose }]),
  ]
}

const isZip = ({ name }: File) => /\.zip$/i.test(name)

/** Returns what cannot be sent at once; undefined if everything can. */
export function wrongWith(files: readonly File[]): string | undefined {
  const zips = files.length > 1 ? files.filter(isZip).length : 0
  if (files.length > MAX_FILES) {
    return t('moveIn.look.files.tooMany', { n: formatNumber(MAX_FILES) })
  }
  if (zips >= MAX_SOURCE_FILES) {
    return t('moveIn.look.files.tooManyZips', { n: formatNumber(MAX_SOURCE_FILES - 1) })
  }
  const bytes = files.filter((file) => !isZip(file)).reduce((sum, { size }) => sum + size, 0)
  const largest = Math.max(bytes, ...files.filter(isZip).map(({ size }) => size))
  if (largest < MAX_SOURCE_BYTES * 0.99) return undefined
  return t('moveIn.look.files.tooLarge', { size: sizeText(MAX_SOURCE_BYTES) })
}

/** Videos, sounds, programs and packed files, which become no entries. */
const NOT_TAKEN =
  /\.(?:mp4|mov|avi|mkv|3gp|wmv|flv|webm|mpe?g|mp3|wav|m4a|aac|amr|exe|msi|apk|iso|rar|7z|psd)$/i

/** Of a file that becomes no entry, the report has the name; its bytes stay at home. */
function bytesNeeded(file: File): File {
  if (!NOT_TAKEN.test(file.name)) return file
  return new File([], file.name, { lastModified: file.lastModified })
}

/** Sends one file and zips as they are, all others in one zip. */
export const prepareGiven: Prepare = async (files, { signal, onProgress }) => {
  const single = files.length === 1 && files.every((file) => folderOf(file) === null)
  const asTheyAre = single ? files : files.filter(isZip)
  const others = single ? [] : files.filter((file) => !isZip(file))
  for (const file of asTheyAre) await assertReadable(file)
  if (others.length === 0) return [...asTheyAre]
  const packed = others.map((file) => ({ path: pathOf(file), file: bytesNeeded(file) }))
  const total = packed.reduce((sum, { file }) => sum + file.size, 0)
  const name = folderOf(others[0] as File) ?? t('moveIn.look.files.name')
  try {
    const zip = await zipFiles(`${name}.zip`, packed, {
      signal,
      onRead: (sent) => onProgress({ phase: 'packing', sent, total }),
    })
    return [zip, ...asTheyAre]
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    throw new ShownError(t('moveIn.look.files.unreadable', { file: error.path }))
  }
}
