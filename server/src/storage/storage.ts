import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { CollectionRow } from '@bidyaloy/shared/collections/registry'
import type { PhotoArea } from '@bidyaloy/shared/features/blur/blur'
import type { Logger } from 'pino'
import type { DataFolder } from '../data-folder.ts'
import { isDatabaseAway } from '../db/database-error.ts'
import type { StoredFile } from '../db/entities.ts'
import type { StagedFile } from '../http/multipart-upload.ts'
import { newFileStem } from '../ids.ts'
import { isNodeError } from '../lib/node-error.ts'
import { sha256OfFile } from '../lib/sha256.ts'
import { detectFileType } from './detect-file-type.ts'
import { allFileNames, fileName, rememberedName } from './file-names.ts'
import type { FileStore } from './file-store.ts'
import type { PictureJob } from './picture-job.ts'
import { checkedResult, createPicturePool, toStoredFile } from './picture-pool.ts'
import { assertRoom } from './quota.ts'

/** The accepted file types and the target folder, and whether a picture gets a copy of the size of an icon. */
export type FileRules = Pick<CollectionRow, 'folder' | 'accepts'> & { isIcon?: boolean }

/**
 * Stores the files of records. A file is stored before its row is written and removed after its
 * row is deleted.
 */
export interface Storage {
  /**
   * Detects the type of a staged upload and moves it durably into its folder.
   * @throws Problem `validation_failed` on `file`, `unsupported_media_type`, `storage_full` beyond
   *   the quota of the school; StorageUnavailable
   */
  store(staged: StagedFile, rules: FileRules): Promise<StoredFile>
  /**
   * Stores a copy of a picture, in all its sizes, in which areas are blurred for good.
   * @throws Problem `not_found` if the picture is missing; StorageUnavailable
   */
  blur(file: StoredFile, areas: readonly PhotoArea[]): Promise<StoredFile>
  /** Removes a stored file and its copies. A file that cannot be removed stays for the next sweep. */
  remove(file: StoredFile): Promise<void>
}

type PictureToStore = Omit<PictureJob, 'directory' | 'stem'> & {
  base: Pick<StoredFile, 'folder' | 'stem' | 'name'>
}

function missing(error: unknown): never {
  throw isNodeError(error, 'ENOENT') ? new Problem('not_found', { cause: error }) : error
}

/** @param folder a data folder whose directories exist */
export function createStorage({
  folder,
  files,
  log,
}: {
  folder: DataFolder
  files: FileStore
  log: Logger
}): Storage {
  const pictures = createPicturePool(folder)

  const storePicture = async (
    { base, ...job }: PictureToStore,
    accepts: readonly FileExtension[],
  ): Promise<StoredFile> => {
    const { extension } = job
    // The temporary directory is removed even if processing fails.
    const directory = path.join(folder.staging, base.stem)
    await fs.mkdir(directory, { mode: 0o700 })
    try {
      const made = await pictures.run({ ...job, directory, stem: base.stem })
      const picture = checkedResult(made, { extension, accepts })
      const file = toStoredFile(base, picture)
      const parts = allFileNames(file).map((to) => ({ from: path.join(directory, to), to }))
      await files.put(base.folder, parts)
      return file
    } finally {
      await fs.rm(directory, { recursive: true, force: true })
    }
  }

  return {
    async store(staged, rules) {
      await assertRoom(files, staged.size)
      const { folder: target, accepts } = rules
      const { group, extension, mimeType } = await detectFileType(staged, accepts, folder)
      const base = { folder: target, stem: newFileStem(), name: rememberedName(staged.name) }
      if (group === 'image') {
        const { isIcon = false } = rules
        return storePicture({ base, file: staged.path, extension, isIcon }, accepts)
      }
      const digests = [await sha256OfFile(staged.path)]
      const file: StoredFile = { ...base, extension, mimeType, size: staged.size, digests }
      await files.put(target, [{ from: staged.path, to: fileName(file) }])
      return file
    },
    async blur({ folder: target, name, extension, stem }, blurred) {
      const base = { folder: target, stem: newFileStem(), name }
      const picture = (file: string) => storePicture({ base, file, extension, blurred }, [])
      const stored = files.use(target, fileName({ stem, extension }), picture)
      return { ...(await stored.catch(missing)), blurredFrom: stem }
    },
    async remove(file) {
      for (const name of allFileNames(file)) {
        try {
          await files.remove(file.folder, name)
        } catch (error) {
          log.warn({ err: error, file: name }, 'removing a file failed')
        }
      }
    },
  }
}

/**
 * Stores several files in order, or none.
 * @param isNamed whether errors about a file name it, because the record has several
 * @throws what `store` throws for the first file that cannot be stored
 */
export async function storeAll(
  storage: Storage,
  staged: readonly StagedFile[],
  rules: FileRules,
  isNamed = staged.length > 1,
): Promise<StoredFile[]> {
  const stored: StoredFile[] = []
  try {
    for (const file of staged) {
      const store = storage.store(file, rules)
      stored.push(await (isNamed ? store.catch(withName(file)) : store))
    }
    return stored
  } catch (error) {
    for (const file of stored) await storage.remove(file)
    throw error
  }
}

/** Rethrows an error about a file with the file's name. */
function withName(staged: StagedFile): (error: unknown) => never {
  return (error) => {
    const name = rememberedName(staged.name)
    const text = error instanceof Problem ? error.details.fields?.file : undefined
    if (!(error instanceof Problem) || !text) throw error
    const named = { bn: `${name}: ${text.bn}`, en: `${name}: ${text.en}` }
    const { details } = error
    throw new Problem(error.code, {
      ...details,
      ...(details.sentence && { sentence: named }),
      fields: { ...details.fields, file: named },
    })
  }
}

/**
 * Runs a write that references stored files, and removes them if the write did not use them. They stay
 * for the next sweep if the database was lost, which may have been after the commit.
 */
export async function removeUnlessCommitted<T>(
  storage: Storage,
  stored: readonly StoredFile[],
  write: () => Promise<{ result: T; used: boolean }>,
): Promise<T> {
  let isUsed = false
  try {
    const { result, used } = await write()
    isUsed = used
    return result
  } catch (error) {
    isUsed = isDatabaseAway(error)
    throw error
  } finally {
    if (!isUsed) for (const file of stored) await storage.remove(file)
  }
}
