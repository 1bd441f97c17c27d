import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { EntryRow } from '../../db/entities.ts'
import type { PagePictures } from '../../storage/page-pictures.ts'

interface DrawnPagesDeps {
  db: Database
  pagePictures: PagePictures
  log: Logger
}

/**
 * Sees to it that the pages of every PDF get drawn, one document after the other, behind the back
 * of whoever sent it. What is still to be drawn stands in the database, so a crash forgets nothing.
 * @returns ends it; what was being drawn is drawn at the next start
 */
export function keepPagesDrawn({ db, pagePictures, log }: DrawnPagesDeps): () => Promise<void> {
  let stopped = false
  let running: Promise<void> | undefined
  /** Entries that failed for no fault of their own: tried again at the next start. */
  const failed = new Set<number>()

  const drawNext = async (): Promise<boolean> => {
    // Newest first: it is what readers open. The value stands in the statement itself, so that
    // the database may use the index of what is pending.
    const waiting = await db.read
      .createQueryBuilder(EntryRow, 'entry')
      .where('entry.pages_pending = 1')
      .orderBy('entry.seq', 'DESC')
      .take(failed.size + 1)
      .getMany()
    const row = waiting.find(({ seq }) => !failed.has(seq))
    if (!row || stopped) return false
    try {
      await drawPagesOf(row)
    } catch (error) {
      failed.add(row.seq)
      log.error({ err: error, entry: row.id }, 'the pages of a document could not be drawn')
    }
    return !stopped
  }

  const drawPagesOf = async ({ seq, file, fileStem }: EntryRow): Promise<void> => {
    const drawn = file && (await pagePictures.draw(file))
    // What was broken off is drawn anew at the next start.
    const used =
      !stopped &&
      (await db.write(async (tx) => {
        // Only if the entry is still there and still has this file.
        const same = { seq, ...(fileStem !== null && { fileStem }) }
        const present = await tx.findOneBy(EntryRow, same)
        if (!present) return false
        const withPages = present.file && drawn ? { ...present.file, ...drawn } : present.file
        await tx.update(EntryRow, { seq }, { file: withPages, pagesPending: false })
        return true
      }))
    if (file && drawn && !used) await pagePictures.remove(file, drawn)
    if (used && drawn?.pages.length === 0)
      log.warn({ entry: seq }, 'a PDF whose pages cannot be drawn')
  }

  const drawAll = async (): Promise<void> => {
    // The write that called us answers first.
    do await setImmediate()
    while (await drawNext())
  }

  let again = false
  const wake = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    again = false
    running = drawAll()
      .catch((error: unknown) => log.error({ err: error }, 'drawing pages ended'))
      .finally(() => {
        running = undefined
        if (again) wake()
      })
  }

  db.onChange(wake)
  wake()
  return async () => {
    stopped = true
    pagePictures.close()
    await running
  }
}
