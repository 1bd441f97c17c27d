import fs from 'node:fs/promises'
import path from 'node:path'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { CollectionRow } from '@bidyaloy/shared/collections/registry'
import type { Logger } from 'pino'
import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'
import type { StagedFile } from '../http/multipart.ts'
import { newFileStem } from '../ids.ts'
import { allFileNames, copyName, fileName, rememberedName } from './file-names.ts'
import { judgeContent } from './judge-content.ts'
import { makePicture, restrictImageLibrary } from './pictures.ts'

/** Keeps the files of entries. A file is kept before its row is written and goes after it. */
export interface Storage {
  /**
   * Judges a staged upload and puts it, safe against a power cut, into the collection's folder.
   * @throws Problem `validation_failed` on `file`, `unsupported_media_type`
   */
  keep(staged: StagedFile, collection: CollectionRow): Promise<StoredFile>
  /** Removes a kept file and its copies. One that cannot be removed stays for the next sweep. */
  remove(file: StoredFile): Promise<void>
}

interface StorageOptions {
  folder: DataFolder
  log: Logger
}

/** The directory in which files of a collection lie. */
export function directoryOf(folder: DataFolder, name: StoredFile['folder']): string {
  return name === 'uploads' ? folder.uploads : folder.galleryUploads
}

export function createStorage({ folder, log }: StorageOptions): Storage {
  restrictImageLibrary()

  const remove = async (file: StoredFile) => {
    const directory = directoryOf(folder, file.folder)
    for (const name of allFileNames(file)) {
      try {
        await fs.rm(path.join(directory, name), { force: true })
      } catch (error) {
        log.warn({ err: error, file: name }, 'a file could not be removed')
      }
    }
  }

  return {
    remove,
    async keep(staged, collection) {
      const kind = await judgeContent(staged, collection.accepts)
      const base = {
        folder: collection.folder,
        stem: newFileStem(),
        name: rememberedName(staged.name),
      }
      if (kind.group !== 'image') {
        const { extension, mimeType } = kind
        const file = { ...base, extension, mimeType, size: staged.size }
        await moveIn(directoryOf(folder, file.folder), [{ from: staged.path, to: fileName(file) }])
        return file
      }
      const picture = await makePicture(staged.path, kind, collection.accepts)
      const { extension, width, height, color, bytes, copies } = picture
      const file: StoredFile = {
        ...base,
        extension,
        mimeType: fileKindByExtension(extension)?.mimeType ?? kind.mimeType,
        size: bytes.length,
        width,
        height,
        color,
        sizes: copies.map((copy) => ({ width: copy.width, height: copy.height })),
      }
      const parts = [
        { to: fileName(file), bytes },
        ...copies.map((copy) => ({ to: copyName(file, copy.width), bytes: copy.bytes })),
      ].map(({ to, bytes: content }) => ({ to, from: path.join(folder.staging, to), content }))
      try {
        for (const { from, content } of parts) await fs.writeFile(from, content)
        await moveIn(directoryOf(folder, file.folder), parts)
      } catch (error) {
        for (const { from } of parts) await fs.rm(from, { force: true })
        throw error
      }
      return file
    },
  }
}

/** Renames whole files into a directory: after it returns they survive a power cut. */
async function moveIn(
  directory: string,
  files: readonly { from: string; to: string }[],
): Promise<void> {
  const moved: string[] = []
  try {
    for (const { from, to } of files) {
      await flush(from, 'r+')
      const target = path.join(directory, to)
      await fs.rename(from, target)
      moved.push(target)
    }
    await flush(directory, 'r')
  } catch (error) {
    for (const target of moved) await fs.rm(target, { force: true })
    throw error
  }
}

async function flush(fileOrDirectory: string, flag: 'r' | 'r+'): Promise<void> {
  // Windows flushes no directories, and needs not: NTFS keeps a journal of them.
  if (flag === 'r' && process.platform === 'win32') return
  const handle = await fs.open(fileOrDirectory, flag)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
