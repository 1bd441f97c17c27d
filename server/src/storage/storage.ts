import fs from 'node:fs/promises'
import path from 'node:path'
import type { FileExtension, FileKind } from '@bidyaloy/shared/collections/file-kinds'
import type { CollectionRow } from '@bidyaloy/shared/collections/registry'
import type { Logger } from 'pino'
import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'
import type { StagedFile } from '../http/multipart-upload.ts'
import { newFileStem } from '../ids.ts'
import { atomicMove } from './atomic-move.ts'
import { detectFileType } from './detect-file-type.ts'
import { allFileNames, directoryOf, fileName, rememberedName } from './file-names.ts'
import { createPicturePool, madePicture, storedPicture } from './picture-pool.ts'

/** What is taken, and where it is put. */
export type FileRules = Pick<CollectionRow, 'folder' | 'accepts'>

/** Keeps the files of rows. A file is kept before its row is written and goes after it. */
export interface Storage {
  /**
   * Judges a staged upload and puts it, safe against a power cut, into its folder.
   * @throws Problem `validation_failed` on `file`, `unsupported_media_type`
   */
  store(staged: StagedFile, place: FileRules): Promise<StoredFile>
  /** Removes a kept file and its copies. One that cannot be removed stays for the next sweep. */
  remove(file: StoredFile): Promise<void>
}

interface StorageOptions {
  folder: DataFolder
  log: Logger
}

/** @param folder its folders are there already */
export function createStorage({ folder, log }: StorageOptions): Storage {
  const pictures = createPicturePool()

  const keepDocument = async (
    staged: StagedFile,
    { extension, mimeType }: FileKind,
    base: Base,
  ) => {
    const file: StoredFile = { ...base, extension, mimeType, size: staged.size }
    await atomicMove(directoryOf(folder, base.folder), [{ from: staged.path, to: fileName(file) }])
    return file
  }

  const keepPicture = async (
    staged: StagedFile,
    { extension }: FileKind,
    base: Base,
    accepts: readonly FileExtension[],
  ) => {
    // Whatever becomes of the picture, what was written of it goes with this directory.
    const directory = path.join(folder.staging, base.stem)
    await fs.mkdir(directory, { mode: 0o700 })
    try {
      const job = { file: staged.path, extension, directory, stem: base.stem }
      const file = storedPicture(base, madePicture(await pictures.run(job), { extension, accepts }))
      const parts = allFileNames(file).map((to) => ({ from: path.join(directory, to), to }))
      await atomicMove(directoryOf(folder, base.folder), parts)
      return file
    } finally {
      await fs.rm(directory, { recursive: true, force: true })
    }
  }

  return {
    async store(staged, { folder: place, accepts }) {
      const kind = await detectFileType(staged, accepts)
      const base = { folder: place, stem: newFileStem(), name: rememberedName(staged.name) }
      return kind.group === 'image'
        ? keepPicture(staged, kind, base, accepts)
        : keepDocument(staged, kind, base)
    },
    async remove(file) {
      const directory = directoryOf(folder, file.folder)
      for (const name of allFileNames(file)) {
        try {
          await fs.rm(path.join(directory, name), { force: true })
        } catch (error) {
          log.warn({ err: error, file: name }, 'a file could not be removed')
        }
      }
    },
  }
}

type Base = Pick<StoredFile, 'folder' | 'stem' | 'name'>

/** Runs a write that names a kept file, and removes the file if it ends up unnamed. */
export async function removeUnlessCommitted<T>(
  storage: Storage,
  kept: StoredFile | null,
  write: () => Promise<{ result: T; used: boolean }>,
): Promise<T> {
  let used = false
  try {
    const written = await write()
    used = written.used
    return written.result
  } finally {
    if (kept && !used) await storage.remove(kept)
  }
}
