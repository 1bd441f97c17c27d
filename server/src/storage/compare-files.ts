import fs from 'node:fs/promises'
import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'
import { directoryOf } from './directories.ts'
import { allFileNames } from './file-names.ts'
import type { ReferencedFile } from './referenced-files.ts'

/** A file of which only one half is there. */
interface HalfFile {
  folder: StoredFile['folder']
  /** Name below the folder. */
  name: string
}

/** Where files and records do not agree. */
export interface Differences {
  /** Files that no record names. */
  unnamed: HalfFile[]
  /** Files that are not there, each with the id of the record that names it. */
  missing: (HalfFile & { record: string })[]
}

const FILE_FOLDERS = [
  'uploads',
  'gallery-uploads',
] as const satisfies readonly StoredFile['folder'][]

/** Holds the folders of files against the records that name them, both ways. */
export async function compareFiles(
  folder: Pick<DataFolder, 'uploads' | 'galleryUploads'>,
  named: readonly ReferencedFile[],
): Promise<Differences> {
  const differences: Differences = { unnamed: [], missing: [] }
  for (const one of FILE_FOLDERS) {
    const present = new Set(await filesIn(directoryOf(folder, one)))
    for (const { record, file } of named) {
      if (file.folder !== one) continue
      for (const name of allFileNames(file)) {
        if (!present.delete(name)) differences.missing.push({ folder: one, name, record })
      }
    }
    for (const name of present) differences.unnamed.push({ folder: one, name })
  }
  return differences
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
