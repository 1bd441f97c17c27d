import { LAYER_ENGINE, OFFICE_ENGINE } from '@bidyaloy/shared/lib/ocr/read-page'
import type { Logger } from 'pino'
import { type EntityManager, type FindOptionsWhere, IsNull, Not } from 'typeorm'
import type { Clock } from '../../clock.ts'
import { isNight, startBacklog } from '../../db/backlog.ts'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import { EntryRow, PageTextRow, type StoredFile } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import { indexAgain, writePageText } from './paper-commands.ts'
import {
  isOffice,
  isOlderOffice,
  OFFICE_EXTENSIONS,
  OLDER_OFFICE,
  pagesToRead,
} from './paper-queries.ts'
import type { PaperReader } from './paper-reader.ts'

interface PaperReadingDeps {
  db: Database
  reader: PaperReader
  clock: Clock
  log: Logger
}

/**
 * Reads the files of entries in the background, one page at a time, newest entries first and drafts
 * last, after their pages are rendered. An attempt is stored before it starts, so that a page that
 * crashes its reader is not tried again.
 * @returns a function that stops it; an interrupted page is read at the next start
 */
export function startPaperReading({
  db,
  reader,
  clock,
  log,
}: PaperReadingDeps): () => Promise<void> {
  const waiting = async (which: FindOptionsWhere<EntryRow>, count: number): Promise<EntryRow[]> =>
    db.read.find(EntryRow, {
      where: { pagesPending: false, ...which },
      order: { seq: 'DESC' },
      take: count,
    })

  const backlog = startBacklog(
    { db, log },
    {
      name: 'reading the files',
      async waiting(count) {
        const found = await waiting({ reading: 'soon', draft: IsNull() }, count)
        if (found.length < count) {
          found.push(...(await waiting({ reading: 'soon', draft: Not(IsNull()) }, count)))
        }
        if (found.length < count && isNight(clock())) {
          found.push(...(await waiting({ reading: 'night' }, count)))
        }
        return found
      },
      async run(row) {
        const next = await nextPage(db.read, row, reader)
        if (next) await readCounted(row, next)
        else await writeFor(row, (tx, { seq }) => finish(tx, seq, reader))
      },
    },
  )

  /** Writes what was read of an entry, unless it was deleted. Of a draft, caches stay valid. */
  const writeFor = async (
    { seq, draft }: EntryRow,
    work: (tx: EntityManager, present: EntryRow) => Promise<void>,
  ): Promise<void> => {
    /** @returns whether the entry is still a draft, if it was one, so that `work` was done */
    const run = async (tx: EntityManager, wasDraft: boolean): Promise<boolean> => {
      const present = await tx.findOneBy(EntryRow, { seq })
      if (wasDraft && present?.draft === null) return false
      if (present) await work(tx, present)
      return true
    }
    const isDone = draft !== null && (await db.writePrivate((tx) => run(tx, true)))
    if (!isDone) await db.write((tx) => run(tx, false))
  }

  /** Reads a page, and takes the attempt back unless it has ended. */
  const readCounted = async (row: EntryRow, next: NextPage): Promise<void> => {
    const { file, page, isOutdated } = next
    const { stem } = file
    const readAt = clock().toISOString()
    const by = isOlderOffice(file) && reader.readsOlderOffice ? CONVERTER : ''
    const attempt = { stem, page, source: null, lines: [], reader: by, readAt }
    if (isOutdated) {
      await writeFor(row, async (tx, present) => {
        await writePageText(tx, row, attempt)
        await indexAgain(tx, present)
      })
    } else await db.writePrivate((tx) => writePageText(tx, row, attempt))
    let hasEnded = false
    try {
      const found = await reader.read(file, page)
      hasEnded = !backlog.isStopped
      if (!hasEnded || !found || found.source === null) return
      const { source, lines, engine } = found
      await writeFor(row, async (tx, present) => {
        // Meanwhile a person may have written the text.
        const text = await tx.findOneBy(PageTextRow, { stem, page })
        if (text?.source !== null) return
        await writePageText(tx, row, { stem, page, source, lines, reader: engine, readAt })
        await indexAgain(tx, present)
      })
    } finally {
      // Meanwhile a person may have written the text.
      const untouched = { stem, page, source: IsNull() }
      if (!hasEnded) await db.writePrivate((tx) => tx.delete(PageTextRow, untouched))
    }
  }

  return async () => {
    const stopped = backlog.stop()
    reader.close()
    await stopped
  }
}

/**
 * Has text layers and Office files read again that an earlier version of the program has read, or none
 * of whose pages anybody has tried to read; also of entries in the trash. Their text stays until then.
 */
export async function readOutdatedAgain(
  db: Database,
  { readsOlderOffice }: Abilities,
): Promise<void> {
  const [newer, older] = [hasFileOf(OFFICE_EXTENSIONS), hasFileOf(OLDER_OFFICE)]
  const entries = await query<{ seq: number }>(
    db.read,
    `SELECT seq FROM entry WHERE (reading IS NULL OR reading <> 'soon') AND (
      seq IN (SELECT entry_seq FROM page_text WHERE ${IS_OUTDATED})
      OR (${newer.sql}) AND seq NOT IN (SELECT entry_seq FROM page_text)
      OR ${readsOlderOffice} AND (${older.sql})
        AND seq NOT IN (SELECT entry_seq FROM page_text WHERE source IS NOT NULL OR reader = ?))`,
    [LAYER_ENGINE, OFFICE_ENGINE, ...newer.values, ...older.values, CONVERTER],
  )
  if (entries.length === 0) return
  await db.writePrivate(async (tx) => {
    for (const { seq } of entries) await tx.update(EntryRow, { seq }, { reading: 'soon' })
  })
}

/** A condition of the entries with a file of one of these types, as the JSON of files has them. */
function hasFileOf(extensions: readonly string[]) {
  const patterns = extensions.map((extension) => `%"extension":"${extension}"%`)
  const columns = ['file', 'more_files']
  return {
    sql: columns.flatMap((column) => patterns.map(() => `${column} LIKE ?`)).join(' OR '),
    values: columns.flatMap(() => patterns),
  }
}

const IS_OUTDATED =
  "(source IN ('layer', 'bijoy') AND reader <> ? OR source = 'office' AND reader <> ?)"
function isOutdated({ source, reader }: PageTextRow): boolean {
  if (source === 'office') return reader !== OFFICE_ENGINE
  return (source === 'layer' || source === 'bijoy') && reader !== LAYER_ENGINE
}

type Abilities = Pick<PaperReader, 'readsOlderOffice'>

/** What is stored as the reader of an attempt with LibreOffice. */
const CONVERTER = 'soffice'

/** Whether a file of an older version of Office had no converter when it was tried. */
const isUnconverted = (file: StoredFile, { source, reader }: PageTextRow) =>
  isOlderOffice(file) && source === null && reader === ''

/** Marks an entry as read, unless it has changed meanwhile. */
async function finish(tx: EntityManager, seq: number, reader: Abilities): Promise<void> {
  const present = await tx.findOneBy(EntryRow, { seq, pagesPending: false })
  if (present && !(await nextPage(tx, present, reader)))
    await tx.update(EntryRow, { seq }, { reading: null })
}

interface NextPage {
  file: StoredFile
  page: number
  /** It has a text that is replaced. */
  isOutdated: boolean
}

/** Returns the first page of an entry that no one has tried to read in the present way. */
async function nextPage(
  read: EntityManager,
  row: EntryRow,
  { readsOlderOffice }: Abilities,
): Promise<NextPage | undefined> {
  const texts = await read.findBy(PageTextRow, { entrySeq: row.seq })
  for (const file of filesOfRow(row)) {
    for (let page = 1; page <= pagesToRead(file); page += 1) {
      const text = texts.find((one) => one.stem === file.stem && one.page === page)
      if (!text || isOutdated(text)) return { file, page, isOutdated: text !== undefined }
      if (readsOlderOffice && isUnconverted(file, text)) return { file, page, isOutdated: false }
      // There is no such page, nor any further one.
      if (text.source === null && isOffice(file)) break
    }
  }
  return undefined
}
