import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { EntryChange } from '@bidyaloy/shared/collections/entry'
import * as z from 'zod'
import { pictureSize } from './picture-size.ts'

/* What a change does to the files of an entry: its new files, and the order of all. */

/** A new file of a pending change: what is known of one `file` part of its body. */
export const LocalFile = z.object({
  /** Path by which the page knows the file until the server assigns one, such as `uploads/q7….pdf`. */
  filePath: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Of pictures, in pixels. */
  width: z.int().optional(),
  height: z.int().optional(),
})
export type LocalFile = z.infer<typeof LocalFile>

/** Describes new files, each with a path of its own in the collection's folder. */
export async function localFiles(folder: string, files: readonly File[]): Promise<LocalFile[]> {
  return Promise.all(
    files.map(async (file) => ({ ...localFile(folder, file), ...(await pictureSize(file)) })),
  )
}

/** Describes a new file without its dimensions. */
export function localFile(
  folder: string,
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
): LocalFile {
  const { ext } = path.parse(name)
  const extension = /^\.[a-z0-9]{1,5}$/i.test(ext) ? ext.toLowerCase() : ''
  const filePath = `${folder}/q${randomBytes(12).toString('hex')}${extension}`
  return { filePath, fileName: name, mimeType: type, size }
}

/** Which present files stay, in which order; null is the place of the next new file. */
export type FileOrder = readonly (string | null)[]

/** Returns the order in the fields of a change, as JSON or from multipart; undefined without one. */
export function orderIn({ files }: Readonly<Record<string, unknown>>): FileOrder | undefined {
  const parsed = EntryChange.shape.files.safeParse(files)
  return parsed.success ? parsed.data : undefined
}

/** A new file with its bytes. */
export interface NewFile {
  local: LocalFile
  file: File
}

interface FileChange {
  order: FileOrder | undefined
  added: readonly NewFile[]
}

/** Puts the new files in their places; those without one come last. */
function arrange<F>(order: FileOrder, added: readonly F[]): (string | F)[] {
  const waiting = [...added]
  const placed = order.flatMap((place) => place ?? waiting.shift() ?? [])
  return [...placed, ...waiting]
}

/** Merges two changes of the files of an entry into one with the same result. */
export function mergeFileChanges(earlier: FileChange, later: FileChange): FileChange {
  if (!later.order) {
    if (later.added.length === 0) return earlier
    // Without an order, new files replace the first file.
    if (!earlier.order) return { ...later, added: [...later.added, ...earlier.added.slice(1)] }
    return changeOf([...later.added, ...arrange(earlier.order, earlier.added).slice(1)])
  }
  const earlierFile = (filePath: string) =>
    earlier.added.find(({ local }) => local.filePath === filePath) ?? filePath
  const places = arrange(later.order, later.added)
  return changeOf(places.map((place) => (typeof place === 'string' ? earlierFile(place) : place)))
}

function changeOf(places: readonly (string | NewFile)[]): FileChange {
  return {
    order: places.map((place) => (typeof place === 'string' ? place : null)),
    added: places.flatMap((place) => (typeof place === 'string' ? [] : [place])),
  }
}

/**
 * Returns the files of an entry after a change, in order.
 * @param present the files before it
 */
export function filesAfter<F extends { filePath: string }>(
  order: FileOrder | undefined,
  added: readonly F[],
  present: readonly F[],
): F[] {
  if (!order) return added.length > 0 ? [...added, ...present.slice(1)] : [...present]
  return arrange(order, added).flatMap((place) =>
    typeof place === 'string' ? (present.find(({ filePath }) => filePath === place) ?? []) : place,
  )
}

/**
 * Returns the server's path of each new file by its local path.
 * @param filePaths the entry's files in the server's response, in order
 */
export function assignedPaths(
  order: FileOrder | undefined,
  added: readonly LocalFile[],
  filePaths: readonly string[],
): Map<string, string> {
  const places = arrange<LocalFile>(order ?? [], added)
  const assigned = new Map<string, string>()
  for (const [index, place] of places.entries()) {
    const filePath = filePaths[index]
    if (typeof place !== 'string' && filePath) assigned.set(place.filePath, filePath)
  }
  return assigned
}
