import type { Logger } from 'pino'
import type {
  ColumnOptions,
  DataSource,
  EntityManager,
  EntityMetadata,
  ValueTransformer,
} from 'typeorm'
import * as z from 'zod'
import { readTolerantly, type ValuePath } from './tolerant-reader.ts'

/** Publication time of a draft. Everything that hides scheduled entries hides drafts. */
export const NEVER = '9999-12-31T23:59:59.999Z'
/** Replaces a time that cannot be read. */
export const LONG_AGO = '1970-01-01T00:00:00.000Z'

/** A time as it is stored: ISO 8601 UTC with milliseconds. */
const Time = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(text) && !Number.isNaN(Date.parse(text)))

/** What the values of a column are, and what replaces one that cannot be read. */
class StoredValue implements ValueTransformer {
  constructor(
    readonly schema: z.ZodType,
    readonly kind: 'json' | 'text',
    readonly instead?: unknown,
  ) {}

  to = (value: unknown): unknown =>
    this.kind === 'text' || value === null || value === undefined ? value : JSON.stringify(value)

  from = (value: unknown): unknown => {
    if (this.kind === 'text' || typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      // Refused by the schema, unless that takes any value.
      return value
    }
  }
}

type Options = Omit<ColumnOptions, 'type' | 'transformer'>

/** A column of JSON. @param instead replaces a value of which nothing can be read */
export const json = <S extends z.ZodType>(
  schema: S,
  { instead, ...options }: Options & { instead?: z.output<S> } = {},
): ColumnOptions => ({
  ...options,
  type: 'text',
  transformer: new StoredValue(schema, 'json', instead),
})

/** A column of texts with a rule. */
export const text = (schema: z.ZodType<string>, options: Options = {}): ColumnOptions => ({
  ...options,
  type: 'text',
  transformer: new StoredValue(schema, 'text'),
})

/** A column of times. @param instead replaces one that cannot be read; null: nothing does */
export const time = (
  instead: typeof NEVER | typeof LONG_AGO | null,
  options: Options = {},
): ColumnOptions => ({
  ...options,
  type: 'text',
  transformer: new StoredValue(Time, 'text', instead),
})

/** A stored value of which something was left out. */
export interface UnreadableValue {
  /** Table and key, `entry k3v9x0c2m1qa`. */
  record: string
  /** Column and place in it, `file.sizes.0.width`. */
  field: string
}

export type OnUnreadable = (value: UnreadableValue) => void

const listeners = new WeakMap<DataSource, OnUnreadable>()

/** Reports a value of a record that was left out. */
export function reportUnreadable({ connection }: EntityManager, value: UnreadableValue): void {
  listeners.get(connection)?.(value)
}

/**
 * Reads rows tolerantly from now on, except those of accounts: a replaced value could open a door.
 */
export function readRowsTolerantly(source: DataSource, onUnreadable: OnUnreadable): void {
  listeners.set(source, onUnreadable)
  const readersOf = new Map<EntityMetadata, RowReader | null>()
  source.subscribers.push({
    afterLoad(row: Record<string, unknown>, event) {
      const metadata = event?.metadata
      if (!metadata) return
      let reader = readersOf.get(metadata)
      if (reader === undefined) {
        reader = STRICT_TABLES.includes(metadata.tableName) ? null : rowReader(metadata)
        readersOf.set(metadata, reader)
      }
      reader?.(row, onUnreadable)
    },
  })
}

const STRICT_TABLES = ['admin', 'session', 'recovery_code', 'passkey', 'idempotency']

const unreadableRows = new WeakSet<object>()

/** Whether each column has a value. Lists leave out rows of which one has not. */
export const isReadable = (row: object): boolean => !unreadableRows.has(row)

type RowReader = (row: Record<string, unknown>, onUnreadable: OnUnreadable) => void

/** Columns without rules of their own, by their type. */
const PLAIN: Readonly<Record<string, z.ZodType>> = {
  text: z.string(),
  integer: z.number(),
  real: z.number(),
  boolean: z.boolean(),
}

/** Returns the function that replaces in a row what cannot be read. */
function rowReader({ tableName, columns }: EntityMetadata): RowReader {
  const fields = columns.map(({ propertyName: name, transformer, type, isNullable }) => {
    const stored = transformer instanceof StoredValue ? transformer : undefined
    const schema = stored?.schema ?? PLAIN[String(type)] ?? z.unknown()
    return { name, schema: isNullable ? schema.nullable() : schema, instead: stored?.instead }
  })
  // A query may select only some columns.
  const row = z.object(Object.fromEntries(fields.map((one) => [one.name, one.schema.optional()])))
  const keys = columns.filter(({ propertyName, isPrimary }) => isPrimary || propertyName === 'id')
  return (read, onUnreadable) => {
    if (row.safeParse(read).success) return
    const key = keys.map(({ propertyName }) => String(read[propertyName]).slice(0, 40))
    const record = [tableName, ...key].join(' ')
    for (const { name, schema, instead } of fields) {
      if (read[name] === undefined) continue
      let isRight = true
      const value = readTolerantly(schema, read[name], (path) => {
        isRight = false
        onUnreadable({ record, field: fieldName([name, ...path]) })
      })
      read[name] = isRight ? value : (value ?? instead ?? value)
      if (read[name] === undefined) unreadableRows.add(read)
    }
  }
}

/** Returns the name of a field in messages. */
export const fieldName = (path: ValuePath): string => path.map(String).join('.')

/** Records of which one line each is logged. */
const MAX_LOGGED = 1000

/** Returns a listener that logs each record once. */
export function unreadableLog(log: Pick<Logger, 'warn'> | undefined): OnUnreadable {
  const logged = new Set<string>()
  return ({ record, field }) => {
    const place = `${record} ${field}`
    if (logged.size >= MAX_LOGGED || logged.has(place)) return
    logged.add(place)
    log?.warn({ record, field }, 'a stored value cannot be read and is left out')
  }
}
