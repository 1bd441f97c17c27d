import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import type { NewEntry } from '@bidyaloy/shared/collections/entry'
import { entryFields } from '@bidyaloy/shared/collections/entry-fields'
import {
  MAX_SLUG_LENGTH,
  type propertyInputs,
  slugOf,
} from '@bidyaloy/shared/collections/entry-properties'
import { hasKinds, kindsOf } from '@bidyaloy/shared/collections/kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  type EntryProperty,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull, Not } from 'typeorm'
import type * as z from 'zod'
import { query, upsert } from '../../db/engine.ts'
import { EntryRow, EntrySlugRow } from '../../db/entities.ts'
import { getSettings } from '../settings/settings-commands.ts'

/*
 * The optional properties of entries: see `shared/src/collections/entry-properties.ts`. An unset property
 * is null in its column, never an empty string or list.
 */

/**
 * The columns of the properties.
 *
 * - `time` is free text, such as time and place of an event.
 * - `position` is the property that the API calls `order`, a reserved word of SQL.
 */
export type EntryProperties = Pick<
  EntryRow,
  | 'kind'
  | 'classes'
  | 'startsOn'
  | 'endsOn'
  | 'time'
  | 'slug'
  | 'menu'
  | 'position'
  | 'fields'
  | 'urgentUntil'
  | 'consent'
>

type SentProperties = Pick<z.output<typeof NewEntry>, keyof typeof propertyInputs>

/** The properties of an entry before its own are set. */
export const NO_PROPERTIES: EntryProperties = {
  kind: null,
  classes: null,
  startsOn: null,
  endsOn: null,
  time: null,
  slug: null,
  menu: null,
  position: null,
  fields: null,
  urgentUntil: null,
  consent: null,
}

export function propertiesOf(row: EntryProperties): EntryProperties {
  const { kind, classes, startsOn, endsOn, time, slug, menu, position, fields } = row
  const { urgentUntil, consent } = row
  const times = { startsOn, endsOn, time, urgentUntil }
  return { kind, classes, ...times, slug, menu, position, fields, consent }
}

/**
 * Returns the properties after a change: those that are not sent stay.
 * @throws Problem `validation_failed` for an invalid property, or one that the collection lacks
 */
export async function changedProperties(
  read: EntityManager,
  collection: CollectionName,
  present: EntryProperties,
  sent: SentProperties,
  { isDraft }: { isDraft: boolean },
): Promise<EntryProperties> {
  // In a request, undefined keeps a property, and null or an empty value removes it.
  const { kind = present.kind, slug = present.slug, menu = present.menu } = sent
  const { urgentUntil = present.urgentUntil, consent = present.consent } = sent
  const properties: EntryProperties = {
    kind,
    classes: sent.classes ? nullIfEmpty(sent.classes) : present.classes,
    ...changedDays(present, sent),
    time: sent.time === undefined ? present.time : sent.time || null,
    slug,
    menu,
    position: sent.order ?? present.position,
    fields: sent.fields === undefined ? present.fields : parseFields(collection, sent.fields),
    urgentUntil,
    consent,
  }
  assertProperties(collection, properties, { isDraft })
  if (kind !== present.kind) await assertKind(read, collection, kind)
  if (slug !== null && slug !== present.slug && (await isSlugTaken(read, collection, slug))) {
    throw invalidField('slug', validationText('valid.slug.taken'))
  }
  return properties
}

type Days = Pick<EntryProperties, 'startsOn' | 'endsOn'>

/** An event of one day stays one when only its first day changes. */
function changedDays(present: Days, sent: SentProperties): Days {
  const { startsOn = present.startsOn } = sent
  if (startsOn === null) return { startsOn, endsOn: sent.endsOn ?? null }
  const isOneDay = present.endsOn === present.startsOn
  const { endsOn = isOneDay ? startsOn : present.endsOn } = sent
  return { startsOn, endsOn: endsOn ?? startsOn }
}

/** The property that each column belongs to, by which collections declare what they have. */
const COLUMNS = {
  kind: 'kind',
  classes: 'classes',
  startsOn: 'dates',
  endsOn: 'dates',
  time: 'dates',
  slug: 'slug',
  menu: 'menu',
  position: 'order',
  fields: 'fields',
  urgentUntil: 'urgent',
  consent: 'consent',
} as const satisfies Record<keyof EntryProperties, EntryProperty>
const columns = Object.keys(COLUMNS) as (keyof EntryProperties)[]

/** Returns the properties that a collection has, with null for all others. */
export function propertiesIn(
  collection: CollectionName,
  properties: EntryProperties,
): EntryProperties {
  const others = columns.filter((column) => !takes(collection, COLUMNS[column]))
  return {
    ...propertiesOf(properties),
    ...Object.fromEntries(others.map((column) => [column, null])),
  }
}

/**
 * @param isDraft whether required ones may be missing
 * @throws Problem `validation_failed` if the collection lacks one of the properties
 */
export function assertProperties(
  collection: CollectionName,
  properties: EntryProperties,
  { isDraft }: { isDraft: boolean },
): void {
  for (const column of columns) {
    if (properties[column] !== null && !takes(collection, COLUMNS[column])) {
      throw invalidField(column === 'position' ? 'order' : column, validationText('valid.choice'))
    }
  }
  const { datesRequired }: CollectionRow = collections[collection]
  const { startsOn, endsOn } = properties
  if (startsOn === null && ((datesRequired && !isDraft) || endsOn !== null)) {
    throw invalidField('startsOn', validationText('valid.required'))
  }
  if (startsOn !== null && endsOn !== null && endsOn < startsOn) {
    throw invalidField('endsOn', validationText('valid.endsOn'))
  }
}

async function assertKind(
  read: EntityManager,
  collection: CollectionName,
  kind: string | null,
): Promise<void> {
  if (kind === null || !hasKinds(collection)) return
  const kinds = kindsOf(collection, await getSettings(read))
  if (!kinds.some(({ id }) => id === kind))
    throw invalidField('kind', validationText('valid.choice'))
}

function parseFields(
  collection: CollectionName,
  fields: Record<string, string> | null,
): Record<string, string> | null {
  const schema = entryFields[collection]
  if (!schema || fields === null) return fields
  const parsed = schema.safeParse(fields)
  if (!parsed.success) {
    const texts = Object.entries(fieldTexts(parsed.error))
    const fields = Object.fromEntries(texts.map(([name, text]) => [`fields.${name}`, text]))
    throw new Problem('validation_failed', { fields })
  }
  const filled = Object.entries(parsed.data).flatMap(([name, text]) => (text ? [[name, text]] : []))
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null)

/** Returns the position after the last entry of a collection with an order; null for others. */
export async function lastPosition(
  read: EntityManager,
  collection: CollectionName,
): Promise<number | null> {
  if (!takes(collection, 'order')) return null
  const [last] = await query<{ position: number | null }>(
    read,
    'SELECT max(position) AS position FROM entry WHERE collection = ? AND deleted_at IS NULL',
    [collection],
  )
  return Math.floor(last?.position ?? 0) + 1
}

/**
 * Returns the slug that an entry gets: its own or one made of its title, with a number if another
 * entry has it; null if the collection has none.
 */
export async function freeSlug(
  read: EntityManager,
  { collection, id, title, slug }: Pick<EntryRow, 'collection' | 'id' | 'title' | 'slug'>,
): Promise<string | null> {
  if (!takes(collection, 'slug')) return null
  const wanted = slug ?? (slugOf(title) || id)
  for (let n = 1; ; n += 1) {
    const numbered = n === 1 ? wanted : `${wanted.slice(0, MAX_SLUG_LENGTH - 4)}-${n}`
    if (!(await isSlugTaken(read, collection, numbered, id))) return numbered
  }
}

/** Whether an entry outside the trash has a slug. @param exceptId id of an entry that may have it */
function isSlugTaken(
  read: EntityManager,
  collection: CollectionName,
  slug: string,
  exceptId = '',
): Promise<boolean> {
  return read.existsBy(EntryRow, { collection, slug, id: Not(exceptId), deletedAt: IsNull() })
}

/** Makes an address lead to an entry, also if it led to another one before. */
export async function recordSlug(
  tx: EntityManager,
  { seq, collection, slug }: Pick<EntryRow, 'seq' | 'collection' | 'slug'>,
): Promise<void> {
  if (slug === null) return
  await upsert(tx, EntrySlugRow, { collection, slug, entrySeq: seq }, ['collection', 'slug'])
}
