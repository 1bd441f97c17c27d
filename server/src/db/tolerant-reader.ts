import * as z from 'zod'

/*
 * Stored values are read by the strict schemas with which they were written, but tolerantly: a rule
 * may have become stricter since, and an uploaded backup may contain anything. What a schema refuses
 * is left out, and nothing else: a field gets an empty value, a list loses the item.
 */

/** Names and places of the values that lead to a value. */
export type ValuePath = readonly PropertyKey[]

/** A value that can be neither read nor left out. */
const UNREADABLE = Symbol('unreadable')

/** Called with each place at which something was left out. */
type OnUnreadable = (path: ValuePath) => void

/**
 * Reads a stored value.
 * @returns undefined if nothing of it can be read and the schema accepts no empty value
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  value: unknown,
  onUnreadable: OnUnreadable,
): z.output<S> | undefined {
  const strict = schema.safeParse(value)
  if (strict.success) return strict.data
  const part = readablePart(schema, value, { path: [], onUnreadable })
  const readable = schema.safeParse(part === UNREADABLE ? emptyOf(schema) : part)
  return readable.success ? readable.data : undefined
}

/**
 * Reads a stored record.
 * @param instead fields for those that can be neither read nor empty
 */
export function readRecord<S extends z.ZodObject>(
  schema: S,
  value: unknown,
  instead: Readonly<Partial<z.output<S>>>,
  onUnreadable: OnUnreadable,
): z.output<S> {
  const strict = schema.safeParse(value)
  if (strict.success) return strict.data
  const stored = isObject(value) ? value : {}
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = readTolerantly(typed(field), stored[name], (path) => onUnreadable([name, ...path]))
    return read === undefined ? [] : [[name, read] as const]
  })
  // Each field is the output of its schema, or of `instead`.
  return { ...instead, ...Object.fromEntries(fields) } as z.output<S>
}

interface Place {
  path: ValuePath
  onUnreadable: OnUnreadable
}

/** Returns what the schema accepts of `value`, or `UNREADABLE`. */
function readablePart(schema: z.ZodType, value: unknown, place: Place): unknown {
  if (schema.safeParse(value).success) return value
  const { path, onUnreadable } = place
  if (isWrapper(schema)) {
    const inner = readablePart(typed(schema.unwrap()), value, place)
    return inner === UNREADABLE ? emptyOf(schema) : inner
  }
  let part: unknown = UNREADABLE
  if (schema instanceof z.ZodObject && isObject(value)) part = readableObject(schema, value, place)
  else if (schema instanceof z.ZodRecord && isObject(value)) {
    part = readableRecord(schema, value, place)
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    part = readableArray(schema, value, place)
  } else onUnreadable(path)
  if (part === UNREADABLE || schema.safeParse(part).success) return part
  // Its parts are right, but not together.
  onUnreadable(path)
  return UNREADABLE
}

function readableObject(
  { shape }: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  { path, onUnreadable }: Place,
): unknown {
  const result: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const part = readablePart(typed(schema), value[name], { path: [...path, name], onUnreadable })
    result[name] = part === UNREADABLE ? emptyOf(typed(schema)) : part
    if (result[name] === UNREADABLE) return UNREADABLE
  }
  return result
}

function readableRecord(
  schema: z.ZodRecord,
  value: Readonly<Record<string, unknown>>,
  { path, onUnreadable }: Place,
): unknown {
  const parts = Object.entries(value).flatMap(([name, item]) => {
    const place = { path: [...path, name], onUnreadable }
    if (!typed(schema.keyType).safeParse(name).success) {
      onUnreadable(place.path)
      return []
    }
    const part = readablePart(typed(schema.valueType), item, place)
    return part === UNREADABLE ? [] : [[name, part] as const]
  })
  return Object.fromEntries(parts)
}

function readableArray(
  schema: z.ZodArray,
  value: readonly unknown[],
  { path, onUnreadable }: Place,
): unknown {
  const items = value.flatMap((item, index) => {
    const place = { path: [...path, index], onUnreadable }
    const part = readablePart(typed(schema.element), item, place)
    return part === UNREADABLE ? [] : [part]
  })
  const accepts = (length: number) => schema.safeParse(items.slice(0, length)).success
  if (accepts(items.length)) return items
  // Too many items, or one that an earlier one excludes: the longest beginning that is right.
  onUnreadable(path)
  let [right, wrong] = [0, items.length]
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2)
    if (accepts(middle)) right = middle
    else wrong = middle
  }
  return items.slice(0, right)
}

const EMPTY = [undefined, null, '', 0, false, []]

/** Returns the empty value that a schema accepts, or `UNREADABLE`. */
function emptyOf(schema: z.ZodType): unknown {
  const empty = EMPTY.findIndex((value) => schema.safeParse(value).success)
  if (empty !== -1) return EMPTY[empty]
  const silent = { path: [], onUnreadable: () => undefined }
  return schema instanceof z.ZodObject ? readableObject(schema, {}, silent) : UNREADABLE
}

function isWrapper(schema: z.ZodType) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
}

function typed(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodType) return schema
  throw new TypeError('Not a schema of zod')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
