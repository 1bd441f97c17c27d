import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { IsNull } from 'typeorm'
import { startBacklog } from '../../db/backlog.ts'
import { engineOf } from '../../db/engine.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { recordFileOwner } from '../../db/entry-content.ts'
import { newFileStem } from '../../ids.ts'
import type { Instance } from '../../scopes.ts'
import { fetchPicture } from './fetch-picture.ts'

/** A school whose server reaches no other host asks once a day. */
const PAUSES_MS = [MINUTE_MS, HOUR_MS / 2, 6 * HOUR_MS, DAY_MS]

/**
 * Fetches the preview of each video once, in the background, so that no page asks the video service.
 * @param origin of the previews
 * @returns a function that stops it; what is not fetched yet is fetched at the next start
 */
export function startVideoPictures(
  { db, storage, folder, log }: Pick<Instance, 'db' | 'storage' | 'folder' | 'log'>,
  origin: string,
): () => Promise<void> {
  const stopping = new AbortController()

  /** Stores the preview of a video; undefined if it has none that is a picture. */
  const store = async (videoId: string): Promise<StoredFile | undefined> => {
    const bytes = await fetchPicture(videoId, { origin, signal: stopping.signal }).catch(
      ({ message }: Error) => {
        // Without the code of the system, which would mean that the database is away.
        throw new Error(`The video service cannot be reached: ${message}`)
      },
    )
    if (!bytes) return undefined
    const staged = path.join(folder.staging, newFileStem())
    try {
      await fs.writeFile(staged, bytes, { mode: 0o600 })
      const discard = () => fs.rm(staged, { force: true })
      const upload = { path: staged, name: `${videoId}.jpg`, size: bytes.length, discard }
      return await storage.store(upload, { folder: 'gallery-uploads', accepts: ['jpg', 'webp'] })
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    } finally {
      await fs.rm(staged, { force: true })
    }
  }

  const work = async ({ seq, videoId }: EntryRow): Promise<void> => {
    const file = videoId === null ? undefined : await store(videoId)
    const used = await db.write(async (tx) => {
      const row = await tx.findOneBy(EntryRow, { seq })
      // The link may have changed meanwhile.
      if (row?.videoId !== videoId) return false
      const picture = { videoPending: false, videoPicture: file ?? null }
      await tx.update(EntryRow, { seq }, picture)
      if (file) await recordFileOwner(tx, seq, [file])
      return true
    })
    if (file && !used) await storage.remove(file)
  }

  const backlog = startBacklog(
    { db, log },
    {
      name: 'fetching the preview of a video',
      waiting: (count) =>
        db.read
          .createQueryBuilder(EntryRow, 'entry')
          .where(engineOf(db.read).isTrue('entry.video_pending'))
          .andWhere({ deletedAt: IsNull() })
          .orderBy('entry.seq', 'DESC')
          .take(count)
          .getMany(),
      run: (row) =>
        work(row).catch((error: unknown) => {
          // Ended by the stop, not by the video service.
          if (!stopping.signal.aborted) throw error
        }),
      pausesMs: PAUSES_MS,
    },
  )
  return async () => {
    const stopped = backlog.stop()
    stopping.abort()
    await stopped
  }
}
