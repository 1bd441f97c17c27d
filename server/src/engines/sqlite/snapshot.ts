import Sqlite from 'better-sqlite3'
import * as z from 'zod'

/** Contents of a database file, which may be of any version, or hostile. */
export interface InspectedDatabase {
  /** Names of the applied migrations, oldest first. */
  migrations: string[]
  /** In the format of `schemaOf`. */
  schema: string[]
  /** Number of rows of each table. */
  counts: Record<string, number>
  /** All values of the columns `file`, as JSON. */
  files: string[]
}

/** Tables with temporary data, which backups leave out. */
export const TEMPORARY_TABLES = ['session', 'idempotency']

/**
 * Results: no backup has them, so that none outlives its last day, and a restore leaves those of the
 * place as they are (decision 43).
 */
export const RESULT_TABLES = ['result_sheet', 'sealed_result']
const LEFT_OUT = [...TEMPORARY_TABLES, ...RESULT_TABLES]

/**
 * Copies the current state of the database during concurrent writes. Leaves out sessions,
 * idempotency keys, results and the search index. Works on a damaged file as far as SQLite can read it.
 * @param to path of a file that does not exist yet
 */
export function snapshotDatabase(file: string, to: string): void {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  const copy = new Sqlite(to)
  try {
    copy.pragma('secure_delete = ON')
    const present = new Set(tableNames(copy))
    for (const table of LEFT_OUT.filter((name) => present.has(name))) {
      copy.exec(`DELETE FROM "${table}"`)
    }
    emptySearchIndex(copy)
  } finally {
    copy.close()
  }
}

/**
 * Reads the schema, row counts and file references of a database.
 * @param checkSchema called with the schema before anything else is read or run
 * @throws SqliteError if the file is not a database, Error if it is damaged, and errors of
 *   `checkSchema`
 */
export function inspectDatabase(
  file: string,
  checkSchema: (schema: readonly string[]) => void = () => undefined,
): InspectedDatabase {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // A hostile file must not run its own triggers or views.
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    const schema = schemaOf(database)
    checkSchema(schema)
    const integrity = database.pragma('integrity_check(1)', { simple: true })
    if (integrity !== 'ok') throw new Error(String(integrity))
    const dangling = database.pragma('foreign_key_check', { simple: true })
    if (dangling !== undefined) throw new Error('dangling references')
    const tables = tableNames(database)
    return {
      migrations: tables.includes('migrations')
        ? texts(database, 'SELECT name FROM migrations ORDER BY id')
        : [],
      schema,
      counts: Object.fromEntries(tables.map((table) => [table, countRows(database, table)])),
      files: tables.flatMap((table) => fileRowsOf(database, table)),
    }
  } finally {
    database.close()
  }
}

/** Returns the JSON of all stored files that a table references. */
function fileRowsOf(database: Sqlite.Database, table: string): string[] {
  const columns = columnNames(database, table)
  const single = ['file', 'video_picture'].filter((column) => columns.includes(column))
  const first = single.flatMap((column) =>
    texts(database, `SELECT ${column} FROM "${table}" WHERE ${column} IS NOT NULL`),
  )
  const further = columns.includes('more_files')
    ? texts(database, `SELECT value FROM "${table}", json_each("${table}".more_files)`)
    : []
  return [...first, ...further]
}

/**
 * Lists all schema objects in a fixed order: tables, indexes, views, triggers, including names that
 * SQLite reserves. A trigger `sqlite_…` cannot be created, but one that was written into the schema
 * table runs. Only the statistics of ANALYZE are left out.
 */
export const SCHEMA_QUERY = `SELECT json_array(type, name, tbl_name, sql) AS text FROM sqlite_master
  WHERE (type, name, tbl_name, sql) NOT IN (VALUES
    ('table', 'sqlite_stat1', 'sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'),
    ('table', 'sqlite_stat4', 'sqlite_stat4',
      'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))
    OR sql IS NULL
  ORDER BY text`

/** Returns the result of `SCHEMA_QUERY`. */
export function schemaOf(database: Sqlite.Database): string[] {
  return texts(database, SCHEMA_QUERY)
}

/** Empties the search index, if there is one; opening the database builds it again. */
function emptySearchIndex(database: Sqlite.Database): void {
  const index = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'entry_search'").get()
  if (!index) return
  database.exec("INSERT INTO entry_search (entry_search) VALUES ('delete-all')")
  database.pragma('user_version = 0')
}

/** Tables that triggers maintain from other tables. */
const DERIVED = ['entry_count']

/** Moves from older sites do not go on by themselves where a backup is restored: see `MOVE_IN_STATES`. */
const STOP_MOVES = `UPDATE move_in SET state =
    CASE state WHEN 'looking' THEN 'failed' WHEN 'bringing' THEN 'paused' ELSE 'done' END
  WHERE state IN ('looking', 'bringing', 'undoing')`

/**
 * Copies the rows of a database into an empty one of the same schema. Other objects of the source,
 * such as triggers and views, are neither copied nor run. Leaves out sessions.
 * @param from path of the source, which is opened read-only
 */
export function copyRecords(from: string, to: string): void {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  const target = new Sqlite(to, { fileMustExist: true })
  try {
    source.pragma('trusted_schema = OFF')
    source.defaultSafeIntegers()
    target.pragma('synchronous = FULL')
    const tables = backedUpTables(target)
    const copy = (table: string, columns: readonly string[], where = '') => {
      const names = columns.map((name) => `"${name}"`).join(', ')
      const values = columns.map(() => '?').join(', ')
      const insert = target.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`)
      const rows = source.prepare(`SELECT ${names} FROM "${table}" ${where}`).raw()
      for (const row of rows.iterate()) insert.run(row)
    }
    target.transaction(() => {
      for (const table of tables) copy(table, columnNames(target, table))
      if (tables.includes('move_in')) target.exec(STOP_MOVES)
      // Sequence numbers must not be reused.
      target.exec("DELETE FROM sqlite_sequence WHERE name <> 'migrations'")
      const known = tables.map((table) => `'${table}'`).join(', ')
      copy(
        'sqlite_sequence',
        ['name', 'seq'],
        `WHERE name IN (${known}) AND typeof(seq) = 'integer'`,
      )
    })()
  } finally {
    source.close()
    target.close()
  }
}

/**
 * Tables that a restore does not replace, referenced ones first: accounts, activity, push subscriptions
 * and photo requests, which may have ended since the backup, and the list of files that were taken down.
 * A server without accounts takes these rows from the backup too, since the school moves to it.
 */
export const PRESERVED_TABLES = [
  'admin',
  'recovery_code',
  'passkey',
  'activity',
  'push_subscription',
  'photo_request',
  'withdrawn_file',
]

/**
 * Copies the preserved tables from one database into another one, whose schema may be newer: a new version
 * restores before its first start.
 * @param session id of the session to preserve; all others end
 */
export function carryOver(from: string, to: string, session: string | null): void {
  const database = new Sqlite(to, { fileMustExist: true })
  try {
    database.pragma('synchronous = FULL')
    database.prepare('ATTACH ? AS present').run(from)
    const copy = (table: string, where = '', ...values: string[]) => {
      const present = columnNames(database, table, 'present')
      if (present.length === 0) return
      const names = columnNames(database, table)
        .filter((name) => present.includes(name))
        .map((name) => `"${name}"`)
        .join(', ')
      const rows = `SELECT ${names} FROM present."${table}" ${where}`
      database.prepare(`INSERT INTO main."${table}" (${names}) ${rows}`).run(...values)
    }
    database.transaction(() => {
      // First the tables that reference admins.
      const kept = [...PRESERVED_TABLES, ...RESULT_TABLES]
      for (const table of [...TEMPORARY_TABLES, ...kept.toReversed()]) {
        database.exec(`DELETE FROM main."${table}"`)
      }
      for (const table of kept) copy(table)
      // Their numbers go on where they were, not where the backup was.
      const numbered = kept.map((table) => `'${table}'`).join(', ')
      database.exec(`DELETE FROM main.sqlite_sequence WHERE name IN (${numbered});
        INSERT INTO main.sqlite_sequence (name, seq)
          SELECT name, seq FROM present.sqlite_sequence WHERE name IN (${numbered})`)
      if (session !== null) copy('session', 'WHERE id = ?', session)
    })()
  } finally {
    database.close()
  }
}

/**
 * Lists the tables that hold records. The search index is a virtual table with shadow tables, which
 * can be built again from the records.
 */
export const TABLES_QUERY = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table'
    AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '%"%'
  ORDER BY name`

function tableNames(database: Sqlite.Database): string[] {
  return texts(database, TABLES_QUERY)
}

/** Returns the tables whose rows a backup has, those that others refer to first. */
export function backedUpTables(database: Sqlite.Database): string[] {
  const left = new Set([...LEFT_OUT, ...DERIVED, 'migrations'])
  return tableNames(database).filter((table) => !left.has(table))
}

/** Returns the columns of a table without generated ones; none of a table that does not exist. */
export function columnNames(
  database: Sqlite.Database,
  table: string,
  schema: 'main' | 'present' = 'main',
): string[] {
  const rows = z.array(z.object({ name: z.string() }))
  return rows.parse(database.pragma(`${schema}.table_info("${table}")`)).map(({ name }) => name)
}

function countRows(database: Sqlite.Database, table: string): number {
  return z.int().parse(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get())
}

/** Returns the first column of a query, all of whose values must be texts. */
function texts(database: Sqlite.Database, query: string): string[] {
  return z.array(z.string()).parse(database.prepare(query).pluck().all())
}
