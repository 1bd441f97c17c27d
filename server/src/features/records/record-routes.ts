import type { Action } from '@bidyaloy/shared/school/actions'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { RouteDeps } from '../../http/route.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import {
  createRecord,
  deleteRecord,
  listRecords,
  type RecordModel,
  type Stored,
  updateRecord,
} from './record-commands.ts'

interface Caller {
  admin: { username: string }
  runOnce: IdempotentWrite
}

/** Returns the handlers of the endpoints of a type of record. Writes are recorded in the activity. */
export function recordHandlers<D extends object>(
  { db, clock }: Pick<RouteDeps, 'db' | 'clock'>,
  model: RecordModel<D>,
) {
  const eventOf = (action: Action) => (record: Stored<D>) => ({
    action,
    subject: model.name,
    title: model.titleOf(record),
    recordId: record._id,
  })
  return {
    list: () => listRecords(db.read, model),
    create: ({ body, admin, runOnce }: Caller & { body: D }) =>
      writeOnce({ admin, runOnce, clock }, eventOf('created'), (tx, context) =>
        createRecord(tx, model, body, context),
      ),
    update: ({
      params: { id },
      body,
      admin,
      runOnce,
    }: Caller & {
      params: { id: string }
      body: { [F in keyof D]?: D[F] | undefined } & { __v?: number | undefined }
    }) =>
      writeOnce({ admin, runOnce, clock }, eventOf('changed'), (tx, context) =>
        updateRecord(tx, model, id, body, context),
      ),
    remove: async ({ params: { id }, admin, runOnce }: Caller & { params: { id: string } }) => {
      await writeOnce({ admin, runOnce, clock }, eventOf('deleted'), (tx, context) =>
        deleteRecord(tx, model, id, context),
      )
      return undefined
    },
  }
}
