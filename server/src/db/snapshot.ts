import Sqlite from 'better-sqlite3'
import * as z from 'zod'

/** What stands in a database file, looked at from outside: it may be of any age, or hostile. */
export interface InspectedDatabase {
  /** Names of the migrations that were run, oldest first. */
  migrations: string[]
  /** As `schemaOf` gives it. */
  schema: string[]
  /** Rows of each table. */
  counts: Record<string, number>
  /** The column `file` of every row that has one, as JSON. */
  files: string[]
}

/** Tables of what belongs to one server at one time: no backup carries them. */
const MOMENTARY = ['session', 'idempotency']

/**
 * Copies the database as it stands at this moment, while others go on writing. Sign-ins and keys
 * of requests are left out. Works on a damaged file as far as SQLite can read it.
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
    for (const table of MOMENTARY.filter((name) => present.has(name))) {
      copy.exec(`DELETE FROM "${table}"`)
    }
  } finally {
    copy.close()
  }
}

/**
 * @param checkSchema is given the schema before anything else of the file is read or run
 * @throws SqliteError where the file is no database, Error where it is damaged inside; whatever
 *   `checkSchema` throws
 */
export function inspectDatabase(
  file: string,
  checkSchema: (schema: readonly string[]) => void = () => undefined,
): InspectedDatabase {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // A stranger's file must not run anything that it brings along.
    database.pragma('trusted_schema = OFF')
    database.pragma('cell_size_check = ON')
    const schema = schemaOf(database)
    checkSchema(schema)
    const sound = z.array(z.object({ integrity_check: z.string() }))
    const [first] = sound.parse(database.pragma('integrity_check(1)'))
    if (first?.integrity_check !== 'ok') throw new Error(first?.integrity_check ?? 'no answer')
    const dangling = z.array(z.unknown()).parse(database.pragma('foreign_key_check'))
    if (dangling.length > 0) throw new Error('dangling references')
    const tables = tableNames(database)
    return {
      migrations: tables.includes('migrations')
        ? texts(database, 'SELECT name AS text FROM migrations ORDER BY id')
        : [],
      schema,
      counts: Object.fromEntries(tables.map((table) => [table, countRows(database, table)])),
      files: tables
        .filter((table) => columnNames(database, table).includes('file'))
        .flatMap((table) =>
          texts(database, `SELECT file AS text FROM "${table}" WHERE file IS NOT NULL`),
        ),
    }
  } finally {
    database.close()
  }
}

/**
 * Everything that a database declares, in one order: tables, indexes, views, triggers, also those
 * whose names SQLite keeps for itself. A trigger called `sqlite_…` cannot be created, but one that
 * was written into the schema table runs. Only the statistics that ANALYZE leaves are passed over.
 */
export const SCHEMA_QUERY = `SELECT json_array(type, name, tbl_name, sql) AS text FROM sqlite_master
  WHERE (type, name, tbl_name, sql) NOT IN (VALUES
    ('table', 'sqlite_stat1', 'sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'),
    ('table', 'sqlite_stat4', 'sqlite_stat4',
      'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))
    OR sql IS NULL
  ORDER BY text`

/** What `SCHEMA_QUERY` finds in a database. */
export function schemaOf(database: Sqlite.Database): string[] {
  return texts(database, SCHEMA_QUERY)
}

/** Tables whose rows triggers keep: they are made of what the other tables hold. */
const DERIVED = ['entry_count']

/**
 * Copies what a database holds into an empty one of the same schema, row by row: nothing else of
 * the first file, its triggers and views among them, is taken over or run. Sign-ins are left out.
 * @param from path of the first, which is opened for reading only
 */
export function copyRecords(from: string, to: string): void {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  const target = new Sqlite(to, { fileMustExist: true })
  try {
    source.pragma('trusted_schema = OFF')
    source.defaultSafeIntegers()
    target.pragma('synchronous = FULL')
    const left = new Set([...MOMENTARY, ...DERIVED, 'migrations'])
    const tables = tableNames(target).filter((table) => !left.has(table))
    const copy = (table: string, columns: readonly string[], where = '') => {
      const names = columns.map((name) => `"${name}"`).join(', ')
      const values = columns.map(() => '?').join(', ')
      const insert = target.prepare(`INSERT INTO "${table}" (${names}) VALUES (${values})`)
      const rows = source.prepare(`SELECT ${names} FROM "${table}" ${where}`).raw()
      for (const row of rows.iterate()) insert.run(row)
    }
    target.transaction(() => {
      // Generated columns are not among them: they are worked out anew.
      for (const table of tables) copy(table, columnNames(target, table))
      // Numbers that were given once are not given again.
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

/** Tables that a restore leaves as they are: who may sign in, and who did what. */
const KEPT = ['admin', 'activity']

/**
 * Takes accounts and activity over from one database into another of the same schema.
 * @param session the one sign-in that goes on; all others end
 */
export function carryOver(from: string, to: string, session: string | null): void {
  const database = new Sqlite(to, { fileMustExist: true })
  try {
    database.pragma('synchronous = FULL')
    database.prepare('ATTACH ? AS present').run(from)
    database.transaction(() => {
      // First what names an admin.
      for (const table of MOMENTARY) database.exec(`DELETE FROM main."${table}"`)
      for (const table of KEPT) {
        database.exec(`DELETE FROM main."${table}"`)
        copyRows(database, table, '1')
      }
      if (session !== null) copyRows(database, 'session', 'id = ?', session)
    })()
  } finally {
    database.close()
  }
}

function copyRows(
  database: Sqlite.Database,
  table: string,
  where: string,
  ...values: string[]
): void {
  const columns = columnNames(database, table)
    .map((name) => `"${name}"`)
    .join(', ')
  database
    .prepare(
      `INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM present."${table}" WHERE ${where}`,
    )
    .run(...values)
}

function tableNames(database: Sqlite.Database): string[] {
  return texts(
    database,
    `SELECT name AS text FROM sqlite_master
     WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '%"%'
     ORDER BY name`,
  )
}

function columnNames(database: Sqlite.Database, table: string): string[] {
  const rows = z.array(z.object({ name: z.string() }))
  return rows.parse(database.pragma(`main.table_info("${table}")`)).map(({ name }) => name)
}

function countRows(database: Sqlite.Database, table: string): number {
  const row: unknown = database.prepare(`SELECT count(*) AS n FROM "${table}"`).get()
  return z.object({ n: z.int() }).parse(row).n
}

function texts(database: Sqlite.Database, query: string): string[] {
  const rows: unknown[] = database.prepare(query).all()
  return rows.map((row) => z.object({ text: z.string() }).parse(row).text)
}
