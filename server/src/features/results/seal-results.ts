import { randomBytes } from 'node:crypto'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { ResultRow } from '@bidyaloy/shared/features/results/opened-result'
import {
  type ImportedResults,
  OpenedSlips,
  type ResultFigures,
  type ResultImport,
  type Slip,
} from '@bidyaloy/shared/features/results/results'
import { readNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { upsert } from '../../db/engine.ts'
import { ResultSheetRow, SealedResultRow } from '../../db/entities.ts'
import { newId } from '../../ids.ts'
import type { Instance } from '../../scopes.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import {
  assertUntil,
  findSheet,
  isCurrent,
  placeOf,
  presentSheet,
  sheetKey,
  sheetTitle,
} from './result-sheets.ts'
import { deriveKeys, drawCode, padded, seal, tuneCost, unpadded, unseal } from './sealing.ts'

type Deps = Pick<Instance, 'db' | 'clock' | 'serverKey'>

interface Import {
  /** Username. */
  by: string
  /** Runs the sealing of a row when it is its turn. */
  takeTurn(seal: () => Promise<void>): Promise<void>
}

/** Purpose of the server's key. */
export const RESULTS_KEY = 'results'

/** Bytes of salts and of the key of slips. */
const SALT_BYTES = 16
const KEY_BYTES = 32
/** Rows of a statement. */
const PART = 100

const isFailed = (text: string) => /^(f|ফেল|অকৃতকার্য|fail(ed)?)$/i.test(text.trim())

/** Returns what may be published of a sheet. Passed is who has a GPA, and no F. */
function figuresOf(rows: readonly ResultRow[]): ResultFigures {
  const gpaOf = ({ gpa }: ResultRow) => readNumber(gpa.trim()) ?? 0
  const passed = rows.filter((row) => gpaOf(row) > 0 && !isFailed(row.grade))
  return {
    rows: rows.length,
    passed: passed.length,
    gpa5: passed.filter((row) => gpaOf(row) >= 5).length,
  }
}

let tuning: Promise<number> | undefined
/** The cost of new sheets, measured once. */
export const costOfImports = () => {
  tuning ??= tuneCost()
  return tuning
}

/**
 * Seals a sheet: draws a code for each row, and encrypts the row under it. Codes, names and marks are
 * only in the response.
 * @throws Problem `conflict` if the sheet was imported meanwhile, `validation_failed`
 */
export async function sealResults(
  { db, clock, serverKey }: Deps,
  { __v, rows, until, ...sheet }: z.output<typeof ResultImport>,
  { by, takeTurn }: Import,
): Promise<ImportedResults> {
  assertUntil(until, clock())
  await assertSeen(db.read, sheet, __v, clock())
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const slipKey = randomBytes(KEY_BYTES)
  const cost = await costOfImports()
  const texts = padded(rows.map((row) => JSON.stringify(row)))
  const slips: Slip[] = []
  const sealed: Omit<SealedResultRow, 'sheetId'>[] = []
  for (const [at, { roll, name }] of rows.entries()) {
    // Openings go on between the rows.
    await takeTurn(async () => {
      const code = drawCode()
      const keys = await deriveKeys(code, {
        serverKey: serverKey.derive(RESULTS_KEY),
        salt,
        cost,
        place: placeOf(sheet, roll),
      })
      sealed.push({ id: keys.id, box: seal(texts[at] ?? Buffer.alloc(0), keys.key, salt) })
      slips.push({ roll, name, code })
    })
  }
  // The client has disconnected, and the codes are shown only once.
  if (sealed.length < rows.length) throw new Problem('unavailable')
  // The order of the rows must not be that of the rolls.
  sealed.sort((a, b) => (a.id < b.id ? -1 : 1))
  const stored = await db.write(async (tx) => {
    const context = { by, now: clock() }
    const { id, version } = await assertSeen(tx, sheet, __v, context.now)
    const row: ResultSheetRow = {
      id: id ?? newId(),
      key: sheetKey(sheet),
      until,
      wrongTries: 0,
      data: {
        ...sheet,
        version: (version ?? -1) + 1,
        importedAt: context.now.toISOString(),
        importedBy: by,
        figures: figuresOf(rows),
        salt,
        cost,
        slipKey: slipKey.toString('base64url'),
      },
    }
    await upsert(tx, ResultSheetRow, [row], ['id'])
    await tx.delete(SealedResultRow, { sheetId: row.id })
    for (let from = 0; from < sealed.length; from += PART) {
      const part = sealed.slice(from, from + PART)
      await tx.insert(
        SealedResultRow,
        part.map((one) => ({ ...one, sheetId: row.id })),
      )
    }
    const title = sheetTitle(sheet)
    await recordActivity(tx, context, {
      action: 'imported',
      subject: 'results',
      title,
      recordId: row.id,
    })
    return row
  })
  const [kept = Buffer.alloc(0)] = padded([JSON.stringify({ slips })])
  return { sheet: presentSheet(stored), slips, kept: seal(kept, slipKey, salt) }
}

/** Returns what an import replaces. @throws Problem `conflict` if it is not what the client has seen */
async function assertSeen(
  read: EntityManager,
  sheet: Parameters<typeof sheetKey>[0],
  seen: number | null,
  now: Date,
): Promise<{ id: string | undefined; version: number | null }> {
  const row = await read.findOneBy(ResultSheetRow, { key: sheetKey(sheet) })
  const version = row && isCurrent(row, now) ? row.data.version : null
  if (version !== seen) throw new Problem('conflict')
  return { id: row?.id, version }
}

/**
 * Decrypts the slips that the browser of the import has kept.
 * @throws Problem `not_found` if they are printed, or of an earlier import
 */
export async function openSlips(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  kept: string,
): Promise<z.output<typeof OpenedSlips>> {
  const { data } = await findSheet(db.read, id, clock())
  const bytes = data.slipKey && unseal(kept, Buffer.from(data.slipKey, 'base64url'), data.salt)
  if (!bytes) throw new Problem('not_found')
  return OpenedSlips.parse(JSON.parse(unpadded(bytes)))
}

/** Deletes the key of the slips: what the browser has opens nothing. @throws Problem `not_found` */
export async function forgetSlips(
  tx: EntityManager,
  id: string,
  context: ActionContext,
): Promise<void> {
  const { data } = await findSheet(tx, id, context.now)
  const { slipKey: _, ...left } = data
  await tx.update(ResultSheetRow, { id }, { data: left })
  const title = sheetTitle(data)
  await recordActivity(tx, context, { action: 'changed', subject: 'results', title, recordId: id })
}
