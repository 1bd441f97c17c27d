import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { And, type EntityManager, LessThan, MoreThanOrEqual } from 'typeorm'
import { EntryRow, MoveInItemRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { rememberedName } from '../../storage/file-names.ts'

/**
 * Whether the collection has an entry of this title, day and first file already, also in the trash.
 * @param day `YYYY-MM-DD`; null: of any day
 */
export async function isPresent(
  read: EntityManager,
  entry: {
    collection: CollectionName
    title: string
    day: string | null
    file: string | undefined
    body: string
    moveIn: string
  },
): Promise<boolean> {
  const { collection, title, day, file } = entry
  const rows = await read.find(EntryRow, {
    select: { id: true, seq: true, title: true, date: true, file: true, excerpt: true },
    where: { collection, title, ...(day && { date: onDay(day) }) },
  })
  const name = file === undefined ? '' : rememberedName(file)
  for (const row of rows) {
    if ((row.file?.name ?? '') !== name) continue
    if (file !== undefined || !(await isOther(read, row, entry))) return true
  }
  return false
}

/** Whether an entry that the same move has brought has another text: an older site may give two notices one title. */
async function isOther(
  read: EntityManager,
  row: EntryRow,
  { moveIn, body }: { moveIn: string; body: string },
): Promise<boolean> {
  const isOwn = await read.existsBy(MoveInItemRow, { moveIn, entryId: row.id })
  return isOwn && (await readBody(read, row)) !== body
}

const onDay = (day: string) =>
  And(
    MoreThanOrEqual(startOfDay(day).toISOString()),
    LessThan(startOfDay(addDays(day, 1)).toISOString()),
  )
