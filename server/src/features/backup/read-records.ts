import type { BackupContents } from '@bidyaloy/shared/school/backup'
import type { ObjectLiteral } from 'typeorm'
import { RecordRow } from '../../db/entities.ts'
import { openDatabase } from '../../engines/sqlite/sqlite-database.ts'
import { recordModels, singleModels } from '../../features.ts'
import { listRecords } from '../records/record-commands.ts'
import { findSingle } from '../records/single-record-commands.ts'

/** Rows that are in memory at once. */
const ROWS = 500

/**
 * Reads all rows of a database.
 * @param file path of the database, which is migrated
 * @param limit number of unreadable values after which the others are not looked for
 * @returns the number of records of each type, and the stored values that cannot be read and are left
 *   out, as record and field
 */
export async function readRecords(
  file: string,
  { limit }: { limit: number },
): Promise<{ records: BackupContents['records']; unreadable: string[] }> {
  const found = new Set<string>()
  const database = await openDatabase(file, {
    onUnreadable: ({ record, field }) => found.add(`${record} ${field}`),
  })
  try {
    const { read } = database
    for (const single of singleModels) await findSingle(read, single)
    const records: BackupContents['records'] = {}
    for (const model of recordModels) {
      await listRecords(read, model)
      records[model.name] = await read.countBy(RecordRow, { type: model.name })
    }
    for (const { target, primaryColumns } of read.connection.entityMetadatas) {
      const order = Object.fromEntries(primaryColumns.map((key) => [key.propertyName, 'ASC']))
      let rows: ObjectLiteral[]
      let skip = 0
      do {
        rows = await read.find(target, { order, skip, take: ROWS })
        skip += ROWS
      } while (rows.length === ROWS && found.size < limit)
    }
    return { records, unreadable: [...found].slice(0, limit) }
  } finally {
    await database.close()
  }
}
