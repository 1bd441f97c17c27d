import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EntityManager } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import type { PagePictures, PagePreviews } from '../../storage/page-pictures.ts'

interface PagePreviewsDeps {
  db: Database
  pagePictures: PagePictures
  log: Logger
}

/** A document that was begun so often and not ended took its process or the server along. */
const MAX_TRIES = 2

/**
 * Sees to it that the pages of every PDF get drawn, one document after the other, behind the back
 * of whoever sent it. What is still to be drawn stands in the database, so a crash forgets nothing;
 * nor how often it was tried, so that no document is drawn at each start for ever.
 * @returns ends it; what was being drawn is drawn at the next start
 */
export function createPagePreviews({
  db,
  pagePictures,
  log,
}: PagePreviewsDeps): () => Promise<void> {
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

  const drawPagesOf = async (row: EntryRow): Promise<void> => {
    const { seq, file } = row
    const drawn = file && (await drawCounted(row, file))
    // What was broken off is drawn anew at the next start.
    const used =
      !stopped &&
      (await db.write(async (tx) => {
        const present = await samePresent(tx, row)
        if (!present) return false
        const withPages = present.file && drawn ? withPreviews(present.file, drawn) : present.file
        await tx.update(EntryRow, { seq }, { file: withPages, pagesPending: false })
        return true
      }))
    if (file && drawn && !used) await pagePictures.remove(file, drawn)
    if (used && drawn?.pages.length === 0)
      log.warn({ entry: seq }, 'a PDF whose pages cannot be drawn')
  }

  /** Counts the try before it begins, and takes that back unless the document itself ended it. */
  const drawCounted = async (row: EntryRow, file: StoredFile): Promise<PagePreviews> => {
    const { drawTries = 0 } = file
    if (drawTries >= MAX_TRIES) return { pages: [], pageCount: 0 }
    await count(row, drawTries + 1)
    let isDrawn = false
    try {
      const drawn = await pagePictures.render(file)
      isDrawn = !stopped
      return drawn
    } finally {
      if (!isDrawn) await count(row, drawTries)
    }
  }

  const count = (row: EntryRow, drawTries: number): Promise<void> =>
    db.writeUnseen(async (tx) => {
      const present = await samePresent(tx, row)
      if (!present?.file) return
      await tx.update(EntryRow, { seq: row.seq }, { file: { ...present.file, drawTries } })
    })

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

/** The entry in its present state, if it is still there and still has this file. */
function samePresent(tx: EntityManager, { seq, fileStem }: EntryRow): Promise<EntryRow | null> {
  return tx.findOneBy(EntryRow, { seq, ...(fileStem !== null && { fileStem }) })
}

function withPreviews({ drawTries: _, ...file }: StoredFile, drawn: PagePreviews): StoredFile {
  return { ...file, ...drawn }
}
