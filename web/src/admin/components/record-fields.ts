/* Labels and display texts of the fields of all records, for comparisons of two states. */

import { DISTANT, MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { type Kind, kindedCollections, kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { PERSON_FIELDS } from '@bidyaloy/shared/features/people/person-fields'
import { formatDate, formatDateTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import * as z from 'zod'
import type { AdminFeature } from '../feature.ts'
import { adminFeatures } from '../features.ts'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy, entriesCopy, padCopy)

type Names = Readonly<Record<string, string>>

function named<Field extends string>(
  fields: readonly Field[],
  nameOf: (field: Field) => string,
): Names {
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)]))
}

/** Labels of the fields of each change, in the order of its form. */
const fieldNames: Readonly<Record<string, Names>> = {
  updateEntry: {
    title: t('form.title'),
    body: t('body.label'),
    date: t('form.date'),
    publishAt: t('timing.publish'),
    expiresAt: t('timing.expiry'),
    pinnedUntil: t('timing.pin'),
    urgentUntil: t('urgent.until'),
    consent: t('consent.label'),
    videoLink: t('video.link'),
    fileNames: t('form.file'),
    kind: t('kind.label'),
    classes: t('classes.label'),
    startsOn: t('days.startsOn'),
    endsOn: t('days.endsOn'),
    time: t('days.time'),
    slug: t('slug.label'),
    menu: t('menu.label'),
    'fields.memo': t('letterhead.memo'),
    ...Object.fromEntries(PERSON_FIELDS.map((field) => [`fields.${field}`, t(`person.${field}`)])),
  },
  ...Object.assign({}, ...adminFeatures.map((feature) => feature.fieldNames)),
}

/** Returns the labels of a change's fields. @param endpoint such as `createEntry` */
export function fieldNamesOf(endpoint: string): Names {
  return fieldNames[endpoint.replace(/^create/, 'update')] ?? {}
}

type Fields = Readonly<Record<string, unknown>>

/** A field in which the change and the record differ, as display texts. */
interface ComparedField {
  field: string
  name: string
  mine: string
  theirs: string
}

/**
 * Returns the fields of the change `mine` that differ from the record `theirs`.
 * @param kinds of the entry's collection
 */
export function comparedFields(
  endpoint: string,
  mine: Fields,
  theirs: Fields,
  kinds: readonly Kind[] = [],
): ComparedField[] {
  const names = fieldNamesOf(endpoint)
  const flatMine = flat(mine)
  const flatTheirs = flat(theirs)
  const text = (field: string, value: unknown) =>
    kindName(field, value, kinds) ?? shown(field, value)
  return Object.entries(names).flatMap(([field, name]) => {
    const [group = ''] = field.split('.')
    if (!(field in flatMine || group in mine)) return []
    const sides = { mine: text(field, flatMine[field]), theirs: text(field, flatTheirs[field]) }
    return sides.mine === sides.theirs ? [] : [{ field, name, ...sides }]
  })
}

/** Flattens `{ services: { payment } }` to `{ 'services.payment': … }`. */
function flat(fields: Fields): Fields {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    isFields(value)
      ? Object.entries(value).map(([inner, part]) => [`${name}.${inner}`, part])
      : [[name, value]],
  )
  return Object.fromEntries(pairs)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The names of an entry's kind, or of the kinds of a collection; null for other fields. */
function kindName(field: string, value: unknown, kinds: readonly Kind[]): string | null {
  if (field === 'kind') return kinds.find(({ id }) => id === value)?.name ?? null
  const collection = kindedCollections.find((name) => field === `kinds.${name}`)
  if (!collection) return null
  const own = Kinds.safeParse(value)
  const shown = own.success ? own.data : kindsOf(collection, undefined)
  return shown.map(({ name }) => name).join(', ')
}

const MOMENTS = ['publishAt', 'expiresAt', 'pinnedUntil', 'urgentUntil']
const DAYS = ['date', 'startsOn', 'endsOn', 'consent']
const DAY = /^\d{4}-\d\d-\d\d$/
const Texts = z.array(z.string())
const Kinds = z.array(z.object({ name: z.string() }))
const Classes = z.array(z.enum(CLASS_NAMES)).min(1)
const Links = z.array(z.object({ label: z.string() }))
/** Labels of values, by field. */
const valueNames: Readonly<Record<string, Names>> = {
  menu: named(MENU_GROUPS, (group) => t(`nav.${group}`)),
  consent: { [DISTANT]: t('consent.distant') },
  ...Object.assign({}, ...adminFeatures.map((feature) => feature.valueNames)),
}

/** Texts of values that have their own, by field. */
const valueTexts: NonNullable<AdminFeature['valueTexts']> = Object.assign(
  {},
  ...adminFeatures.map((feature) => feature.valueTexts),
)

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  const own = valueTexts[field]?.(value) ?? null
  if (own !== null) return own
  const classes = Classes.safeParse(value)
  if (classes.success) return formatClasses(classes.data)
  const links = Links.safeParse(value)
  if (links.success) return links.data.map(({ label }) => label).join(', ')
  const texts = Texts.safeParse(value)
  if (texts.success) return texts.data.join(', ')
  const text = String(value).trim()
  if (text === '') return ''
  const names = valueNames[field]
  const name = names?.[text]
  if (name !== undefined) return name
  if (DAYS.includes(field)) return formatDate(DAY.test(text) ? startOfDay(text) : text)
  if (MOMENTS.includes(field)) return formatDateTime(text)
  return typeof value === 'number' || /^\d+$/.test(text) ? toBengaliDigits(text) : text
}
