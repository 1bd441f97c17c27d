import Sqlite from 'better-sqlite3'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { query } from '../../db/engine.ts'
import { AdminRow } from '../../db/entities.ts'
import { ensureSearchIndex } from '../../db/search-index.ts'
import { makeEmptyDatabase } from '../sqlite/examine-database.ts'
import { migrations } from '../sqlite/migrate.ts'
import { backedUpTables, columnNames, PRESERVED_TABLES } from '../sqlite/snapshot.ts'

/*
 * The rows of a school between PostgreSQL and a file of SQLite, for backups. The tables of both have
 * the same names and columns, except for the column `school`, which no statement names.
 */

/** Rows in memory at a time. Of one with the most columns PostgreSQL takes 1,900. */
const PART = 100

const Rows = z.array(z.record(z.string(), z.unknown()))
const Sequences = z.array(z.object({ name: z.string(), seq: z.number() }))

/**
 * Copies the rows of a school, as they are at one moment, into a new file of SQLite. Leaves out
 * sessions, idempotency keys and the search index.
 * @param reader manager outside of a transaction
 * @param file path of a file that does not exist yet
 * @param done names of SQLite's migrations that the tables contain
 */
export async function copyToSqlite(
  reader: EntityManager,
  file: string,
  done: readonly string[] = migrations.map(({ name }) => name),
): Promise<void> {
  await makeEmptyDatabase(file, done)
  const target = new Sqlite(file, { fileMustExist: true })
  try {
    target.exec('BEGIN')
    await reader.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY')
      for (const table of backedUpTables(target)) await copyTable(tx, table, target)
      const sequences = Sequences.parse(await tx.query('SELECT name, seq FROM sequence'))
      target.exec("DELETE FROM sqlite_sequence WHERE name <> 'migrations'")
      const insert = target.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      // A number would be stored as a float in this table, whose columns have no type.
      for (const { name, seq } of sequences) insert.run(name, BigInt(seq))
    })
    target.exec('COMMIT')
  } finally {
    target.close()
  }
}

async function copyTable(tx: EntityManager, table: string, target: Sqlite.Database): Promise<void> {
  const columns = columnNames(target, table)
  const names = listOf(columns)
  const insert = target.prepare(
    `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  await tx.query(`DECLARE part NO SCROLL CURSOR FOR SELECT ${names} FROM "${table}"`)
  for (;;) {
    const rows = Rows.parse(await tx.query(`FETCH ${PART} FROM part`))
    for (const row of rows) insert.run(columns.map((name) => asInteger(row[name])))
    if (rows.length < PART) break
  }
  await tx.query('CLOSE part')
}

/** SQLite has no booleans. PostgreSQL reads its 0 and 1 as such. */
const asInteger = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value)

/**
 * Replaces the rows of a school by those of a file of SQLite. Accounts and activity remain, unless the
 * school has no account yet; all sessions but one end.
 * @param tx transaction of `Database.write`
 * @param file path of a database with the current schema
 * @param session id of the session that stays valid
 */
export async function replaceFromSqlite(
  tx: EntityManager,
  file: string,
  session: string | null,
): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    source.defaultSafeIntegers()
    const preserved = (await tx.existsBy(AdminRow, {})) ? PRESERVED_TABLES : []
    const tables = backedUpTables(source).filter((table) => !preserved.includes(table))
    await tx.query('DELETE FROM idempotency')
    await query(tx, 'DELETE FROM session WHERE id IS DISTINCT FROM ?', [session])
    // Removed with its entries otherwise, one by one.
    await tx.query('DELETE FROM entry_search')
    for (const table of tables.toReversed()) await tx.query(`DELETE FROM "${table}"`)
    await tx.query('DELETE FROM entry_count')
    for (const table of tables) await insertTable(tx, table, source)
    await restoreSequences(tx, tables, source)
    await tx.query('UPDATE school SET search_version = 0 WHERE name = present_school()')
    await ensureSearchIndex(tx)
  } finally {
    source.close()
  }
}

async function insertTable(
  tx: EntityManager,
  table: string,
  source: Sqlite.Database,
): Promise<void> {
  const columns = columnNames(source, table)
  const names = listOf(columns)
  const row = `(${columns.map(() => '?').join(', ')})`
  const insert = (rows: unknown[][]) =>
    query(
      tx,
      `INSERT INTO "${table}" (${names}) VALUES ${rows.map(() => row).join(', ')}`,
      rows.flat(),
    )
  let part: unknown[][] = []
  for (const values of source
    .prepare<[], unknown[]>(`SELECT ${names} FROM "${table}"`)
    .raw()
    .iterate()) {
    part.push(values)
    if (part.length < PART) continue
    await insert(part)
    part = []
  }
  if (part.length > 0) await insert(part)
}

/** Numbers must not be given again, also if the file says that they were not given. */
async function restoreSequences(
  tx: EntityManager,
  tables: readonly string[],
  source: Sqlite.Database,
): Promise<void> {
  const given = source.prepare<[string], bigint>(
    "SELECT seq FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'",
  )
  for (const table of tables) {
    if (!columnNames(source, table).includes('seq')) continue
    await query(tx, 'DELETE FROM sequence WHERE name = ?', [table])
    await query(
      tx,
      `INSERT INTO sequence (name, seq) SELECT ?, last FROM (
        SELECT greatest(?::bigint, (SELECT max(seq) FROM "${table}")) AS last) AS given
        WHERE last IS NOT NULL`,
      [table, given.pluck().get(table) ?? null],
    )
  }
}

const listOf = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ')
