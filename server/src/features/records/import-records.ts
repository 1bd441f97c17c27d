import { Problem } from '@bidyaloy/shared/api/problem'
import type { RecordsImported } from '@bidyaloy/shared/api/record-endpoints'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import type { EntityManager } from 'typeorm'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { RouteDeps } from '../../http/route.ts'
import { type ActionContext, recordActivityOn } from '../activity/activity-commands.ts'
import { createRecord, findRecordByKey, type RecordModel, updateRecord } from './record-commands.ts'

/** A row of an import: fields of a record with all that its key needs, and the version that was seen. */
type Row<D> = { [F in keyof D]?: D[F] | undefined } & {
  /** Null: there was no record. */
  __v: number | null
}

/**
 * Creates and changes many records. Missing fields are unchanged, or get the schema's default in a new one.
 * @throws Problem `conflict` naming the first record that has changed meanwhile
 */
async function importRecords<D extends object>(
  tx: EntityManager,
  model: RecordModel<D>,
  rows: readonly Row<D>[],
  context: ActionContext,
): Promise<RecordsImported> {
  const result = { created: 0, updated: 0 }
  for (const { __v, ...row } of rows) {
    const data = model.schema.parse(row)
    const present = await findRecordByKey(tx, model, model.keyOf(data))
    if ((present?.__v ?? null) !== __v) throw changedMeanwhile(model, data)
    if (present) {
      await updateRecord(tx, model, present._id, rest<D>(row), context)
      result.updated += 1
    } else {
      await createRecord(tx, model, data, context)
      result.created += 1
    }
  }
  return result
}

/** The rest of a generic object has no type of its own. */
const rest = <D extends object>(row: object) => row as { [F in keyof D]?: D[F] | undefined }

function changedMeanwhile<D extends object>(model: RecordModel<D>, data: D): Problem {
  const { bn, en } = siteMessages['import.conflict']
  return new Problem('conflict', {
    sentence: {
      bn: fill(bn, { group: model.titleOf(data) }),
      en: fill(en, { group: model.titleOf(data, 'en') }),
    },
  })
}

/** Returns the handler of an endpoint that imports records of a type, with one line in the activity. */
export function importHandler<D extends object>(
  { clock }: Pick<RouteDeps, 'clock'>,
  model: RecordModel<D>,
) {
  return async ({
    body: { rows },
    runOnce,
    admin,
  }: {
    body: { rows: readonly Row<D>[] }
    runOnce: IdempotentWrite
    admin: { username: string }
  }): Promise<RecordsImported> => {
    const { result } = await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const imported = await importRecords(tx, model, rows, context)
      const records = rows.map((row) => ({ title: model.titleOf(model.schema.parse(row)) }))
      const event = { action: 'imported', subject: model.name } as const
      await recordActivityOn(tx, context, event, records)
      return imported
    })
    return result
  }
}
