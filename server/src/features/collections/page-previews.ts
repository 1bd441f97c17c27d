import type { Logger } from 'pino'
import { type EntityManager, In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import { isNight, startBacklog } from '../../db/backlog.ts'
import type { Database } from '../../db/database.ts'
import { engineOf } from '../../db/engine.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { fileColumns, filesOfRow, isWithoutPages } from '../../db/entry-content.ts'
import {
  DRAWING,
  type PageFault,
  type PagePictures,
  type PagePreviews,
  type Rendered,
} from '../../storage/page-pictures.ts'
import { findOutdated, isOutdated, MAX_TRIES, pageNamesElsewhere } from './page-redrawing.ts'

/** Of a document whose attempts have all crashed the server. */
const CRASHED: Rendered = {
  previews: { pages: [], parts: [], pageCount: 0, drawing: DRAWING },
  fault: { fault: 'exhausted', message: 'Every attempt was interrupted' },
}

interface PagePreviewsDeps {
  db: Database
  pagePictures: PagePictures
  clock: Clock
  log: Logger
}

/**
 * Renders the pages of PDFs in the background, one document at a time. Pending documents and their
 * number of attempts are stored in the database, so that a crash loses none and no document is tried
 * at every start. Pages that an earlier version has rendered are rendered again at night; until then
 * they stay as they are.
 * @returns a function that stops it; an interrupted document is rendered at the next start
 */
export function createPagePreviews({
  db,
  pagePictures,
  clock,
  log,
}: PagePreviewsDeps): () => Promise<void> {
  /** Entries with outdated pages; unknown until the first night. */
  let outdated: Set<number> | undefined
  const findNextOutdated = async (count: number): Promise<EntryRow[]> => {
    outdated ??= new Set(await findOutdated(db.read))
    const seqs = [...outdated].slice(0, count)
    const rows = await db.read.find(EntryRow, { where: { seq: In(seqs) }, order: { seq: 'DESC' } })
    for (const seq of seqs) if (!rows.some((row) => row.seq === seq)) outdated.delete(seq)
    return rows
  }

  const backlog = startBacklog(
    { db, log },
    {
      name: 'rendering the pages',
      // Newest first, which visitors open most.
      async waiting(count) {
        const found = await db.read
          .createQueryBuilder(EntryRow, 'entry')
          .where(engineOf(db.read).isTrue('entry.pages_pending'))
          .orderBy('entry.seq', 'DESC')
          .take(count)
          .getMany()
        if (found.length < count && isNight(clock())) found.push(...(await findNextOutdated(count)))
        return found
      },
      run: (row) => (row.pagesPending ? renderPages(row) : renderAgain(row)),
    },
  )

  const renderPages = async (row: EntryRow): Promise<void> => {
    const { seq } = row
    const file = filesOfRow(row).find(isWithoutPages)
    if (!file) return db.writePrivate((tx) => markRendered(tx, seq))
    const { previews, fault, isFinal } = await renderCounted(seq, file)
    // An interrupted document stays pending.
    const used =
      isFinal &&
      !backlog.isStopped &&
      (await db.write((tx) => change(tx, seq, withPreviews(file, previews, fault?.fault))))
    if (!used) await pagePictures.remove({ ...file, ...previews })
    if (!fault || backlog.isStopped) return
    if (!isFinal) throw new Error(`${file.name}: ${fault.message}`)
    const { id, title } = row
    const about = { entry: id, title, file: file.name, page: previews.pages.length + 1 }
    log.warn({ ...about, reason: fault.message }, 'a page of a PDF cannot be rendered')
  }

  /** Replaces the outdated pages of a document, unless fewer can be rendered now. */
  const renderAgain = async (row: EntryRow): Promise<void> => {
    const { seq } = row
    const file = filesOfRow(row).find(isOutdated)
    if (!file) {
      outdated?.delete(seq)
      return
    }
    const { previews, fault, isFinal } = await renderCounted(seq, file)
    const isComplete = previews.pages.length >= (file.pages ?? []).length
    const used =
      isComplete &&
      !backlog.isStopped &&
      (await db.write((tx) => change(tx, seq, withPreviews(file, previews, fault?.fault))))
    if (used) return pagePictures.remove(file, await pageNamesElsewhere(db.read, row))
    await pagePictures.remove({ ...file, ...previews })
    if (isComplete || backlog.isStopped) return
    if (!isFinal) throw new Error(`${file.name}: ${fault?.message}`)
    await db.writePrivate((tx) => change(tx, seq, { ...file, drawTries: MAX_TRIES }))
  }

  /**
   * Counts the attempt before it starts, and takes that back unless rendering has ended.
   * @returns `isFinal` false if another attempt may succeed
   */
  const renderCounted = async (
    seq: number,
    file: StoredFile,
  ): Promise<Rendered & { isFinal: boolean }> => {
    const { drawTries = 0 } = file
    if (drawTries >= MAX_TRIES) return { ...CRASHED, isFinal: true }
    const count = (tries: number) =>
      db.writePrivate((tx) => change(tx, seq, { ...file, drawTries: tries }))
    await count(drawTries + 1)
    let isRendered = false
    try {
      const rendered = await pagePictures.render(file)
      isRendered = !backlog.isStopped
      const isExhausted = rendered.fault?.fault === 'exhausted'
      return { ...rendered, isFinal: !isExhausted || drawTries + 1 >= MAX_TRIES }
    } finally {
      if (!isRendered) await count(drawTries)
    }
  }

  return async () => {
    const stopped = backlog.stop()
    pagePictures.close()
    await stopped
  }
}

/**
 * Replaces the file of an entry that has this stem.
 * @returns false if the entry or its file no longer exists
 */
async function change(tx: EntityManager, seq: number, file: StoredFile): Promise<boolean> {
  const row = await tx.findOneBy(EntryRow, { seq })
  const files = row ? filesOfRow(row) : []
  if (!files.some(({ stem }) => stem === file.stem)) return false
  const changed = files.map((one) => (one.stem === file.stem ? file : one))
  await tx.update(EntryRow, { seq }, fileColumns(changed))
  return true
}

async function markRendered(tx: EntityManager, seq: number): Promise<void> {
  await tx.update(EntryRow, { seq }, { pagesPending: false })
}

function withPreviews(
  { drawTries, drawFault: before, ...file }: StoredFile,
  previews: PagePreviews,
  drawFault: PageFault | undefined,
): StoredFile {
  return { ...file, ...previews, ...(drawFault && { drawFault }) }
}
