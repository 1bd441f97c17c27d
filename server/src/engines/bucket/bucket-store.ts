import fs from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { DataFolder } from '../../data-folder.ts'
import { newFileStem } from '../../ids.ts'
import { atomicMove } from '../../lib/atomic-move.ts'
import { isNodeError } from '../../lib/node-error.ts'
import {
  directoryOf,
  type FileStore,
  type FolderName,
  StorageUnavailable,
  UPLOAD_FOLDERS,
} from '../../storage/file-store.ts'
import { filesIn } from '../disk/folder-store.ts'
import type { Bucket } from './bucket.ts'
import { createBucketUsers } from './bucket-users.ts'
import type { FileCopies } from './file-copies.ts'
import { removeUnreferenced } from './unreferenced-objects.ts'

interface BucketStoreOptions {
  bucket: Bucket
  /** First part of all keys. */
  school: string
  /** Names who uses the files; a command does not. */
  installation: string | undefined
  folder: DataFolder
  copies: FileCopies
  log: Logger
}

const MAX_WAITING = 500
/** When the files of a data folder are put into the bucket. */
const MAX_PUTS = 16

/** Returns the part of a store that needs no local copies. */
export function bucketFolders(
  bucket: Bucket,
  school: string,
): Pick<FileStore, 'isRemote' | 'list' | 'names'> {
  const list = (place: FolderName) => bucket.list(`${school}/${place}/`)
  return {
    isRemote: true,
    list,
    names: async (place) => (await list(place)).map(({ name }) => name),
  }
}

/**
 * Keeps the files in a bucket, at `<school>/<folder>/<name>`, with copies in the data folder: the
 * least recently used ones are deleted. A name is never used again, so a copy is never outdated.
 */
export async function createBucketStore({
  bucket,
  school,
  installation,
  folder,
  copies: copyStore,
  log,
}: BucketStoreOptions): Promise<FileStore> {
  const { maxBytes, sizes: copies, used, remove: deleteFile, uploads } = copyStore
  const keyOf = (place: FolderName, name: string) => `${school}/${place}/${name}`
  // The copy of a backup, which may be larger than all other files, exists only while it is used.
  const directories = {
    uploads: folder.uploads,
    'gallery-uploads': folder.galleryUploads,
    backups: folder.staging,
  } as const satisfies Record<FolderName, string>
  const copyAt = (place: FolderName, name: string) => path.join(directories[place], name)
  const isKept = (place: FolderName, size: number) => place !== 'backups' && size <= maxBytes / 2

  for (const place of UPLOAD_FOLDERS) {
    const found = await filesIn(directories[place])
    for (const { name, size } of found.sort((a, b) => a.at - b.at)) {
      if (isKept(place, size)) copies.set(copyAt(place, name), size)
      else deleteFile(copyAt(place, name))
    }
  }

  const users = installation && createBucketUsers({ bucket, school, installation, log })

  const hold = createCopyHolder({
    bucket,
    folder,
    copies: copyStore,
    keyOf,
    copyAt,
    directories,
    isKept,
  })

  const removeCopy = async (file: string) => {
    copies.delete(file)
    await fs.rm(file, { force: true })
  }

  return {
    ...bucketFolders(bucket, school),
    async put(place, files) {
      let failure: unknown
      if (users && place !== 'backups') await users.mark()
      const sent = await Promise.all(
        files.map(({ from, to }) =>
          uploads(async () => {
            if (failure) return 0
            return bucket.put(keyOf(place, to), { file: from }).catch((error: unknown) => {
              failure = error
              return 0
            })
          }),
        ),
      )
      try {
        if (failure) throw failure
        const sizes = new Map(files.map((file, index) => [file, sent[index] ?? 0]))
        const kept = files.filter((file) => isKept(place, sizes.get(file) ?? 0))
        await atomicMove(directories[place], kept)
        for (const file of kept) copies.set(copyAt(place, file.to), sizes.get(file) ?? 0)
        for (const file of files) if (!kept.includes(file)) deleteFile(file.from)
      } catch (error) {
        // Uploads go with the sweep: a restore puts files again that records may name.
        if (place === 'backups') {
          await Promise.allSettled(files.map(({ to }) => bucket.remove(keyOf(place, to))))
        }
        throw error
      }
    },
    async use(place, name, work) {
      const file = copyAt(place, name)
      for (let isAgain = false; ; isAgain = true) {
        const release = await hold(place, name)
        try {
          return await work(file)
        } catch (error) {
          if (isAgain || !isNodeError(error, 'ENOENT')) throw error
          // The copy was deleted from outside.
          copies.delete(file)
          used.delete(file)
        } finally {
          release()
        }
      }
    },
    here(place, name) {
      const file = copyAt(place, name)
      return copies.get(file) === undefined ? null : file
    },
    async size(place, name) {
      return copies.get(copyAt(place, name)) ?? bucket.size(keyOf(place, name))
    },
    async remove(place, name) {
      await removeCopy(copyAt(place, name))
      // No record names a backup, so the sweep does not know them.
      if (place === 'backups') await bucket.remove(keyOf(place, name))
    },
    async erase(place, name) {
      await bucket.remove(keyOf(place, name))
      await removeCopy(copyAt(place, name))
    },
    ...(users && {
      sweep: (referenced, now) =>
        removeUnreferenced({ bucket, school, users, log }, referenced, now),
    }),
  }
}

interface CopyHolderOptions extends Pick<BucketStoreOptions, 'bucket' | 'folder' | 'copies'> {
  keyOf(place: FolderName, name: string): string
  copyAt(place: FolderName, name: string): string
  directories: Readonly<Record<FolderName, string>>
  /** Whether the copy of a file of that size stays after its use. */
  isKept(place: FolderName, size: number): boolean
}

/** Returns a function that waits for a copy, and returns one that releases it. */
function createCopyHolder({
  bucket,
  folder,
  copies: { sizes: copies, used, remove: deleteFile, downloads },
  keyOf,
  copyAt,
  directories,
  isKept,
}: CopyHolderOptions) {
  const fetchCopy = async (place: FolderName, name: string): Promise<void> => {
    if (downloads.pendingCount >= MAX_WAITING) {
      throw new StorageUnavailable('too many files are waited for')
    }
    const from = path.join(folder.staging, newFileStem())
    try {
      const size = await downloads(() => bucket.get(keyOf(place, name), from))
      if (size === null) {
        throw Object.assign(new Error(`${place}/${name} is not in the bucket`), { code: 'ENOENT' })
      }
      // Flushed first: a power cut must not leave a copy that is shorter.
      await atomicMove(directories[place], [{ from, to: name }])
      if (isKept(place, size)) copies.set(copyAt(place, name), size)
    } finally {
      await fs.rm(from, { force: true })
    }
  }

  return async (place: FolderName, name: string): Promise<() => void> => {
    const file = copyAt(place, name)
    const isHere = copies.get(file) !== undefined
    const copy = used.get(file) ?? {
      users: 0,
      ready: isHere ? Promise.resolve() : fetchCopy(place, name),
    }
    used.set(file, copy)
    copy.users += 1
    const release = () => {
      copy.users -= 1
      if (copy.users > 0 || used.get(file) !== copy) return
      used.delete(file)
      if (!copies.has(file)) deleteFile(file)
    }
    try {
      await copy.ready
      return release
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Puts the uploads of a data folder into a bucket, if they are not there. @returns their number */
export async function putMissing(
  bucket: Bucket,
  school: string,
  folder: DataFolder,
): Promise<number> {
  const uploads = pLimit(MAX_PUTS)
  let count = 0
  for (const place of UPLOAD_FOLDERS) {
    const directory = directoryOf(folder, place)
    const files = await filesIn(directory)
    if (files.length === 0) continue
    const prefix = `${school}/${place}/`
    const stored = new Map((await bucket.list(prefix)).map(({ name, size }) => [name, size]))
    const missing = files.filter(({ name, size }) => stored.get(name) !== size)
    const put = (name: string) => bucket.put(prefix + name, { file: path.join(directory, name) })
    await Promise.all(missing.map(({ name }) => uploads(() => put(name))))
    count += missing.length
  }
  return count
}
