import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm'

/*
 * The differences between SQLite and PostgreSQL in the few statements that are not made by the query
 * builder. They are written for SQLite. PostgreSQL has SQLite's JSON functions, see
 * `postgres/tables.ts`, and a column `school` in every table that no statement names.
 */

/** Whether the records are in PostgreSQL. */
export function isPostgres({ connection }: Pick<EntityManager, 'connection'>): boolean {
  return connection.options.type === 'postgres'
}

/** Runs a statement whose parameters are question marks. It must contain no others. */
export function query<T>(
  manager: EntityManager,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<T[]> {
  return manager.query(isPostgres(manager) ? numbered(statement) : statement, [...parameters])
}

function numbered(statement: string): string {
  let count = 0
  return withoutHints(statement).replaceAll('?', () => {
    count += 1
    return `$${count}`
  })
}

/**
 * Returns a condition without the hints to SQLite's planner, where PostgreSQL reads it: `INDEXED BY`,
 * and the unary plus that keeps an index from being used.
 */
export function forEngine(manager: EntityManager, condition: string): string {
  return isPostgres(manager) ? withoutHints(condition) : condition
}

const withoutHints = (text: string) =>
  text.replaceAll(/INDEXED BY \w+/g, '').replaceAll(/(^|AND |BY )\+ (?=\w)/g, '$1')

/** Returns the columns of a key of a table. */
export function keyOf(manager: EntityManager, columns: string): string {
  return isPostgres(manager) ? `school, ${columns}` : columns
}

/**
 * Inserts rows, or updates those that are there.
 * @param key properties of the key
 */
export async function upsert<E extends ObjectLiteral>(
  tx: EntityManager,
  target: EntityTarget<E>,
  rows: QueryDeepPartialEntity<E> | QueryDeepPartialEntity<E>[],
  key: (keyof E & string)[],
): Promise<void> {
  if (!isPostgres(tx)) {
    await tx.upsert(target, rows, key)
    return
  }
  const { columns } = tx.connection.getMetadata(target)
  const nameOf = (property: string) =>
    columns.find(({ propertyName }) => propertyName === property)?.databaseName ?? property
  const given = new Set([rows].flat().flatMap((row) => Object.keys(Object(row))))
  const changed = [...given].filter((property) => !key.includes(property))
  await tx
    .createQueryBuilder()
    .insert()
    .into(target)
    .values(rows)
    .orUpdate(changed.map(nameOf), ['school', ...key.map(nameOf)])
    .execute()
}
