import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { And, type EntityManager, LessThan, MoreThanOrEqual } from 'typeorm'
import { EntryRow } from '../../db/entities.ts'
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
  },
): Promise<boolean> {
  const { collection, title, day, file } = entry
  const rows = await read.find(EntryRow, {
    select: { title: true, date: true, file: true },
    where: { collection, title, ...(day && { date: onDay(day) }) },
  })
  const name = file === undefined ? '' : rememberedName(file)
  return rows.some((row) => (row.file?.name ?? '') === name)
}

const onDay = (day: string) =>
  And(
    MoreThanOrEqual(startOfDay(day).toISOString()),
    LessThan(startOfDay(addDays(day, 1)).toISOString()),
  )
