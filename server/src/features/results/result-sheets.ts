import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { validationCopy } from '@bidyaloy/shared/copy/validation-copy'
import {
  MAX_DAYS,
  type PublicResults,
  type ResultChange,
  type ResultSheet,
} from '@bidyaloy/shared/features/results/results'
import { examKey } from '@bidyaloy/shared/features/results/slip-code'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { compareGroups } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import type { Logger } from 'pino'
import { type EntityManager, In, LessThan, MoreThanOrEqual } from 'typeorm'
import type * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { ResultSheetRow, SealedResultRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'

/* The sheets of results: what is known of them without a code. */

/** Returns what tells a sheet from others. */
export const sheetKey = ({ exam, className, shift, section }: GroupKey & { exam: string }) =>
  JSON.stringify([examKey(exam), className, shift, section])

/** Returns what a row of a sheet is sealed with. */
export const placeOf = (
  { exam, className, shift, section }: GroupKey & { exam: string },
  roll: number,
): string[] => [exam, className, shift, section, String(roll)]

export const sheetTitle = (sheet: GroupKey & { exam: string }) =>
  `${sheet.exam}, ${groupTitle(sheet)}`

/** Returns the sheets whose last day is not over, the newest examination first. */
export async function findSheets(read: EntityManager, now: Date): Promise<ResultSheetRow[]> {
  const rows = await read.findBy(ResultSheetRow, { until: MoreThanOrEqual(dhakaTime(now).iso) })
  const readable = rows.filter(isReadable)
  const newest = new Map<string, string>()
  for (const { data } of readable) {
    const known = newest.get(data.exam) ?? ''
    if (data.importedAt > known) newest.set(data.exam, data.importedAt)
  }
  return readable.sort(
    (a, b) =>
      (newest.get(b.data.exam) ?? '').localeCompare(newest.get(a.data.exam) ?? '') ||
      a.data.exam.localeCompare(b.data.exam, 'bn') ||
      compareGroups(a.data, b.data),
  )
}

/** Whether a sheet can be read, and its last day is not over. */
export const isCurrent = (row: ResultSheetRow, now: Date): boolean =>
  isReadable(row) && row.until >= dhakaTime(now).iso

/** @throws Problem `validation_failed` for a day in the past, or too far away */
export function assertUntil(until: string, now: Date): void {
  const today = dhakaTime(now).iso
  if (until >= today && until <= addDays(today, MAX_DAYS)) return
  throw invalidField('until', validationCopy['valid.date'])
}

/** Returns a sheet whose last day is not over. @throws Problem `not_found` */
export async function findSheet(
  read: EntityManager,
  id: string,
  now: Date,
): Promise<ResultSheetRow> {
  const row = await read.findOneBy(ResultSheetRow, { id })
  if (!row || !isCurrent(row, now)) throw new Problem('not_found')
  return row
}

const publicSheet = ({ id, until, data }: ResultSheetRow): PublicResults => {
  const { exam, className, shift, section } = data
  return { _id: id, exam, className, shift, section, until }
}

export async function listResults(read: EntityManager, now: Date): Promise<PublicResults[]> {
  return (await findSheets(read, now)).map(publicSheet)
}

export function presentSheet(row: ResultSheetRow): ResultSheet {
  const { version, importedAt, importedBy, figures, slipKey } = row.data
  return {
    ...publicSheet(row),
    __v: version,
    importedAt,
    importedBy,
    figures,
    wrongTries: row.wrongTries,
    hasSlips: slipKey !== undefined,
  }
}

/** Returns how many slips have opened nothing. */
export async function countWrongTries(read: EntityManager, now: Date): Promise<number> {
  const sheets = await findSheets(read, now)
  return sheets.reduce((sum, { wrongTries }) => sum + wrongTries, 0)
}

/** Changes the last day. @throws Problem `not_found`, `conflict` */
export async function changeSheet(
  tx: EntityManager,
  { id, until, __v }: z.output<typeof ResultChange> & { id: string },
  context: ActionContext,
): Promise<ResultSheet> {
  const row = await findSheet(tx, id, context.now)
  assertVersion(row.data.version, __v)
  assertUntil(until, context.now)
  const data = { ...row.data, version: row.data.version + 1 }
  await tx.update(ResultSheetRow, { id }, { until, data })
  const title = sheetTitle(data)
  await recordActivity(tx, context, { action: 'changed', subject: 'results', title, recordId: id })
  return presentSheet({ ...row, until, data })
}

/** Deletes a sheet with its results. @throws Problem `not_found` */
export async function endSheet(
  tx: EntityManager,
  id: string,
  context: ActionContext,
): Promise<void> {
  const { data } = await findSheet(tx, id, context.now)
  await deleteSheets(tx, [id])
  const title = sheetTitle(data)
  await recordActivity(tx, context, { action: 'deleted', subject: 'results', title, recordId: id })
}

async function deleteSheets(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await tx.delete(SealedResultRow, { sheetId: In(ids) })
  await tx.delete(ResultSheetRow, { id: In(ids) })
}

/** Deletes the results whose last day is over. */
export async function deleteEndedResults({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Logger
}): Promise<void> {
  const today = dhakaTime(clock()).iso
  const ended = await db.read.find(ResultSheetRow, {
    select: { id: true },
    where: { until: LessThan(today) },
  })
  if (ended.length === 0) return
  await db.write((tx) =>
    deleteSheets(
      tx,
      ended.map(({ id }) => id),
    ),
  )
  await eraseDeleted({ db, log })
}

/**
 * Erases what deleted results and keys have left in the files of the database; of a busy one, with the next
 * that are deleted.
 */
export async function eraseDeleted({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await db.erase?.().catch((err: unknown) => log.warn({ err }, 'erasing results has to wait'))
}
