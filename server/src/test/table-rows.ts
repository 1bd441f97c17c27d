import type { EntityManager } from 'typeorm'

/** Tables with data that ends: no backup has them. */
const TEMPORARY = ['session', 'idempotency']

/**
 * Returns the rows of all tables that a backup has, and the last number of each sequence, in the same
 * form from SQLite and PostgreSQL.
 */
export async function tableRows(reader: EntityManager): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  const metadata = reader.connection.entityMetadatas
  for (const { tableName, columns } of metadata) {
    if (TEMPORARY.includes(tableName)) continue
    const names = columns.map(({ databaseName }) => `"${databaseName}"`)
    tables[tableName] = await rowsOf(reader, `SELECT ${names.join(', ')} FROM "${tableName}"`)
  }
  const sequence = reader.connection.options.type === 'postgres' ? 'sequence' : 'sqlite_sequence'
  return {
    ...tables,
    entry_count: await rowsOf(
      reader,
      'SELECT collection, year, kind, count FROM entry_count WHERE count > 0',
    ),
    sequence: await rowsOf(reader, `SELECT name, seq FROM ${sequence} WHERE name <> 'migrations'`),
  }
}

async function rowsOf(reader: EntityManager, statement: string): Promise<unknown[]> {
  const rows = await reader.query<Record<string, unknown>[]>(statement)
  return rows
    .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'boolean' ? +value : value)))
    .sort()
}
