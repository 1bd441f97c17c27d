import type { Output } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import { parsePhotoAddress } from '@bidyaloy/shared/features/photo-requests/photo-address'
import {
  MAX_WITHDRAWN,
  type TakeDownTarget,
  WITHDRAWN_DAYS,
} from '@bidyaloy/shared/features/take-down/take-down'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { isOwnAndWhole } from '@bidyaloy/shared/school/backup'
import { type EntityManager, IsNull, LessThan, MoreThan, Not } from 'typeorm'
import { upsert } from '../../db/engine.ts'
import { EntryRow, WithdrawnFileRow } from '../../db/entities.ts'
import { filesOfRow, readBody } from '../../db/entry-content.ts'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { listBackups } from '../backup/backup-format.ts'
import { DAILY_BACKUPS, WEEKLY_BACKUPS } from '../backup/backup-schedule.ts'
import { staysWithout, withoutFiles } from '../photo-requests/hide-photo.ts'
import { closeRequests } from '../photo-requests/photo-request-commands.ts'
import { eraseCopies } from './erase-copies.ts'
import { deleteEntry, filesEverOf, removeFiles, withBlurred } from './remove-files.ts'

/** Maximum number of rows by which a restored backup does not bring withdrawn files back. */
const MAX_RECORDS = 5000
/** Days after which newer nightly backups have replaced one. */
const NIGHTLY_DAYS = DAILY_BACKUPS + 7 * WEEKLY_BACKUPS

/** What is taken down of an entry. */
interface Withdrawn {
  row: EntryRow
  stems: Set<string>
  /** Whether the whole entry goes. */
  isWhole: boolean
}

/** @throws Problem `not_found` */
async function findTarget(
  read: EntityManager,
  { photo, trashed }: TakeDownTarget,
): Promise<Withdrawn> {
  const address = photo === undefined ? null : parsePhotoAddress(photo)
  const row = address
    ? await read.findOneBy(EntryRow, { id: address.id, collection: address.collection })
    : await read.findOneBy(EntryRow, { id: trashed ?? '', deletedAt: Not(IsNull()) })
  if (!row) throw new Problem('not_found')
  const files = await filesEverOf(read, row)
  const stems = new Set(files.map(({ stem }) => stem))
  if (!address) return { row, stems, isWhole: true }
  if (!stems.has(address.stem)) throw new Problem('not_found')
  return { row, stems: withBlurred(files, address.stem), isWhole: false }
}

async function takeDownFacts(
  { db, files }: Pick<FeatureDeps, 'db'> & { files: Pick<FileStore, 'list'> },
  target: TakeDownTarget,
): Promise<Output<'getTakeDown'>> {
  const { row, stems, isWhole } = await findTarget(db.read, target)
  const before = { body: await readBody(db.read, row), files: filesOfRow(row) }
  const after = withoutFiles(before, stems)
  const loses = after.files.length < before.files.length
  const backups = (await listBackups(files)).filter(
    (one) => (isOwnAndWhole(one) || one.kind === 'uploaded') && one.at >= row.createdAt,
  )
  const [newest] = backups
  // Others stay until newer ones of their kind are made.
  const endsByItself = backups.every(({ kind }) => kind === 'nightly')
  const until = newest && new Date(Date.parse(newest.at) + NIGHTLY_DAYS * DAY_MS).toISOString()
  return {
    title: row.title,
    files: stems.size,
    deletesEntry: isWhole || (loses && !staysWithout(row.collection, after)),
    ...(newest && { backup: { at: newest.at, ...(endsByItself && until && { until }) } }),
  }
}

function takeDownRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db, clock, auth } = deps
  route(router, deps, 'listWithdrawn', () => listWithdrawn(db.read, clock()))
  route(router, deps, 'getTakeDown', ({ query }) => takeDownFacts(deps, query))
  route(router, deps, 'takeDown', async ({ body, admin, ctx }) => {
    const { currentPassword, ...target } = body
    const stillAllowed = await auth.confirm({ admin, currentPassword, address: ctx.ip })
    await db.write(async (tx) => {
      await stillAllowed(tx)
      const { row, stems, isWhole } = await findTarget(tx, target)
      const context = { by: admin.username, now: clock() }
      const { collection: subject, title, id: recordId } = row
      await recordActivity(tx, context, { action: 'takenDown', subject, title, recordId })
      const at = context.now.toISOString()
      await removeFiles(tx, row, stems, at)
      if (isWhole) await deleteEntry(tx, row, at)
      for (const stem of stems) await closeRequests(tx, stem, context, { answer: 'takenDown' })
      await recordWithdrawn(tx, stems, context.now)
    })
    await eraseCopies(deps)
    return undefined
  })
}

/** Records files as withdrawn, which `eraseCopies` then deletes everywhere. */
export async function recordWithdrawn(
  tx: EntityManager,
  stems: Iterable<string>,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const rows = [...stems].map((stem) => ({ stem, at, erasedAt: null }))
  if (rows.length > 0) await upsert(tx, WithdrawnFileRow, rows, ['stem'])
  const oldest = new Date(now.getTime() - WITHDRAWN_DAYS * DAY_MS).toISOString()
  await tx.delete(WithdrawnFileRow, { at: LessThan(oldest), erasedAt: Not(IsNull()) })
  const surplus = await tx.find(WithdrawnFileRow, { order: { at: 'DESC' }, skip: MAX_RECORDS })
  for (const { stem } of surplus) await tx.delete(WithdrawnFileRow, { stem })
}

/** Returns the files that were taken down last. */
export async function listWithdrawn(read: EntityManager, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - WITHDRAWN_DAYS * DAY_MS).toISOString()
  const rows = await read.find(WithdrawnFileRow, {
    where: { at: MoreThan(since) },
    order: { at: 'DESC', stem: 'ASC' },
    take: MAX_WITHDRAWN,
  })
  return rows.map(({ stem }) => stem)
}

/** Deletes files everywhere but in backups. */
export const takeDown: ServerFeature = {
  routes: takeDownRoutes,
  examples: {
    bodies: {
      takeDown: { trashed: 'k3v9x0c2m1qa', currentPassword: 'four words hard to guess' },
    },
    responses: {
      listWithdrawn: ['4f1c9a0b7e2d5c8a6f3b'],
      getTakeDown: {
        title: 'বার্ষিক ক্রীড়া ২০২৬',
        files: 1,
        deletesEntry: false,
        backup: { at: '2026-11-20T20:00:00.000Z', until: '2026-12-25T20:00:00.000Z' },
      },
    },
  },
}
