import fs from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../../data-folder.ts'
import type { MoveInRow } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { linkOrCopy } from '../../lib/atomic-move.ts'
import { SourceError, type SourceInput } from './sources/source.ts'

/* The uploaded files of moves, until the move is undone or forgotten, or a month after its end. */

const folderOf = ({ moveIn }: DataFolder, id: string) => path.join(moveIn, id)

/** Stores the files of a move, named by their places. */
export async function storeSourceFiles(
  folder: DataFolder,
  id: string,
  files: readonly StagedFile[],
): Promise<void> {
  const target = folderOf(folder, id)
  await fs.mkdir(target, { recursive: true, mode: 0o700 })
  for (const [index, { path: from }] of files.entries()) {
    await linkOrCopy(from, path.join(target, String(index)))
  }
}

export async function removeSourceFiles(folder: DataFolder, id: string): Promise<void> {
  await fs.rm(folderOf(folder, id), { recursive: true, force: true })
}

/** Removes the files of all other moves. */
export async function keepSourceFiles(folder: DataFolder, ids: readonly string[]): Promise<void> {
  for (const name of await fs.readdir(folder.moveIn).catch(() => [])) {
    if (!ids.includes(name)) await removeSourceFiles(folder, name)
  }
}

/** Whether this machine has what a move reads: an address, or the files. */
export async function hasSource(folder: DataFolder, row: MoveInRow): Promise<boolean> {
  const given = row.data.source.folder
  return (given === undefined ? inputOf(folder, row) : fs.access(given)).then(
    () => true,
    () => false,
  )
}

/** Returns what a move reads. @throws SourceError `source-gone` */
export async function inputOf(folder: DataFolder, { id, data }: MoveInRow): Promise<SourceInput> {
  const { url, files, folder: given } = data.source
  if (url !== undefined) return { url }
  if (given !== undefined) return { folder: given }
  const paths = (files ?? []).map(({ name }, index) => ({
    name,
    path: path.join(folderOf(folder, id), String(index)),
  }))
  for (const file of paths) {
    await fs.access(file.path).catch(() => {
      throw new SourceError('source-gone')
    })
  }
  return { files: paths }
}
