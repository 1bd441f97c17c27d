import type { SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import type { Logger } from 'pino'
import type {
  DataSource,
  EntityManager,
  EntityTarget,
  ObjectLiteral,
  QueryDeepPartialEntity,
} from 'typeorm'

/*
 * What differs between the databases in the few statements that the query builder does not make. A
 * statement is composed of the parts of its engine. PostgreSQL has SQLite's JSON functions, see
 * `engines/postgres/tables.ts`, and a column `school` in every table that no statement names.
 */

/** Where words are looked for: everywhere, or without the text of files, or only in the title. */
export type SearchFields = 'all' | 'text' | 'title'
/** Whether all words must occur, or one of them. */
export type SearchMode = 'all' | 'any'

/** The full-text search. Words are folded: they contain only letters, marks and digits. */
export interface TextIndex {
  /** Selects the `seq` of the entries that match an expression, its parameter. */
  readonly matching: string
  /** Returns a full-text expression that matches entries with all, or any, of the words. */
  expression(words: readonly SearchWord[], fields: SearchFields, mode?: SearchMode): string
  /** Selects the `seq` of all rows of the index. */
  readonly rows: string
  /** Selects the version of the folding with which it was built. */
  readonly version: string
  /** Stores the words of an entry: title, text, files. */
  write(tx: EntityManager, seq: number, words: readonly [string, string, string]): Promise<void>
  /** Builds the index again unless it is complete. @param indexAll writes all rows */
  ensure(tx: EntityManager, indexAll: () => Promise<void>, log?: IndexLog): Promise<void>
}
export type IndexLog = Pick<Logger, 'info'>

export interface Engine {
  /** Returns a statement with the placeholders of the driver. Its own are question marks. */
  numbered(statement: string): string
  /** Returns the SQL of the columns of a unique key. @param columns without the column `school` */
  key(columns: string): string
  /** Returns the SQL of the table `entry`, read through an index. */
  entryBy(index: string): string
  /** Returns the SQL of a column, written so that SQLite ignores its indexes. */
  unindexed(column: string): string
  /** Returns the condition that a boolean column is true, as partial indexes have it. */
  isTrue(column: string): string
  /** Table with the last number that each table has given to a row, by `name`. */
  readonly sequences: string
  /** `body` as UTF-8. */
  readonly bodyBytes: string
  readonly textIndex: TextIndex
  /** Inserts rows, or updates those with the same key. @param key properties */
  upsert<E extends ObjectLiteral>(
    tx: EntityManager,
    target: EntityTarget<E>,
    rows: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
    key: (keyof E & string)[],
  ): Promise<void>
}

const engines = new WeakMap<DataSource, Engine>()

/** Sets the engine of a data source, before it is used. */
export function setEngine(source: DataSource, engine: Engine): void {
  engines.set(source, engine)
}

/** Returns the engine behind a manager. */
export function engineOf({ connection }: Pick<EntityManager, 'connection'>): Engine {
  const engine = engines.get(connection)
  if (!engine) throw new Error('The data source has no engine')
  return engine
}

/** Returns a function that computes its result once per engine. */
export function perEngine<T>(make: (engine: Engine) => T): (manager: EntityManager) => T {
  const made = new WeakMap<Engine, T>()
  return (manager) => {
    const engine = engineOf(manager)
    const found = made.get(engine)
    if (found !== undefined) return found
    const result = make(engine)
    made.set(engine, result)
    return result
  }
}

/** Runs a statement whose parameters are question marks. It must contain no others. */
export function query<T>(
  manager: EntityManager,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<T[]> {
  return manager.query(engineOf(manager).numbered(statement), [...parameters])
}

/** Inserts rows, or updates those with the same key. @param key properties */
export function upsert<E extends ObjectLiteral>(
  tx: EntityManager,
  target: EntityTarget<E>,
  rows: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  key: (keyof E & string)[],
): Promise<void> {
  return engineOf(tx).upsert(tx, target, rows, key)
}
