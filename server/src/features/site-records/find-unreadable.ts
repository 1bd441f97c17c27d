import type { ObjectLiteral } from 'typeorm'
import { openDatabase } from '../../db/database.ts'
import { settingsRecord } from './settings-commands.ts'
import { findSingle } from './single-record-commands.ts'
import { contactRecord, schoolInfoRecord } from './single-record-routes.ts'
import { teacherPageRecord } from './teacher-page-routes.ts'

/** Rows that are in memory at once. */
const ROWS = 500

/**
 * Returns the stored values that cannot be read and are left out, as record and field.
 * @param file path of a database, which is migrated
 * @param limit number of values after which the others are not looked for
 */
export async function findUnreadable(
  file: string,
  { limit }: { limit: number },
): Promise<string[]> {
  const found = new Set<string>()
  const database = await openDatabase(file, {
    onUnreadable: ({ record, field }) => found.add(`${record} ${field}`),
  })
  try {
    const { read } = database
    for (const record of [contactRecord, schoolInfoRecord, settingsRecord, teacherPageRecord]) {
      await findSingle<typeof record.schema>(read, record)
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
    return [...found].slice(0, limit)
  } finally {
    await database.close()
  }
}
