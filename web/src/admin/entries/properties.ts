import { validationText } from '@bidyaloy/shared/api/issue-text'
import type { Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS, type propertyInputs } from '@bidyaloy/shared/collections/entry-properties'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  type EntryProperty,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { PERSON_FIELDS } from '@bidyaloy/shared/features/people/person-fields'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'

/** What entries have in `fields`: people, and notices. */
const OWN_FIELDS = [...PERSON_FIELDS, 'memo'] as const

/** The form fields of each property. Those of `fields` are named as in the API's errors. */
const FIELDS = {
  kind: ['kind'],
  classes: ['classes'],
  dates: ['startsOn', 'endsOn', 'time'],
  menu: ['menu'],
  slug: ['slug'],
  order: [],
  fields: OWN_FIELDS.map((name) => `fields.${name}` as const),
  urgent: ['urgentUntil'],
  consent: ['consent'],
} as const satisfies Record<EntryProperty, readonly string[]>

/** A form field of a property. */
export type PropertyField = (typeof FIELDS)[EntryProperty][number]

/** The properties of an entry as form fields: empty if unset; classes are separated by commas. */
export type Properties = Readonly<Partial<Record<PropertyField, string>>>

/** Returns the form fields that a collection has, in their order. */
export function propertyFields(collection: CollectionName): PropertyField[] {
  return Object.keys(FIELDS)
    .filter((property): property is EntryProperty => takes(collection, property as EntryProperty))
    .flatMap((property) => FIELDS[property])
}

/** Returns the properties of an entry as form fields. */
export function propertiesOf(entry: Entry): Properties {
  const { classes = [], fields = {}, kind, startsOn, endsOn, time, menu, slug } = entry
  const { urgentUntil, consent } = entry
  const own = OWN_FIELDS.map((name) => [`fields.${name}`, fields[name] ?? ''])
  const text = { kind, startsOn, endsOn, time, menu, slug, urgentUntil, consent }
  return { ...text, classes: classes.join(','), ...Object.fromEntries(own) }
}

/** Returns properties with an empty text for those that are unset. */
export const textOfProperties = (properties: Properties): Record<string, string> =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, value ?? '']))

/** Returns the errors that the schema of an entry does not cover, by field name. */
export function wrongProperties(
  collection: CollectionName,
  { startsOn = '', endsOn = '' }: Properties,
): Record<string, string> {
  const { datesRequired }: CollectionRow = collections[collection]
  if (startsOn === '' && (datesRequired || endsOn !== '')) {
    return { startsOn: validationText('valid.required').bn }
  }
  return isDay(endsOn) && isDay(startsOn) && endsOn < startsOn
    ? { endsOn: validationText('valid.endsOn').bn }
    : {}
}

/** Returns the properties that differ, as a change for the API. */
export function changedProperties(
  before: Properties,
  after: Properties,
): Pick<EntryChange, keyof typeof propertyInputs> {
  const textOf = (values: Properties, name: PropertyField) => values[name] ?? ''
  const isChanged = (name: PropertyField) => textOf(after, name) !== textOf(before, name)
  const text = (name: 'kind' | 'startsOn' | 'endsOn' | 'slug' | 'urgentUntil' | 'consent') =>
    isChanged(name) && { [name]: textOf(after, name) || null }
  const classes = textOf(after, 'classes').split(',')
  const own = OWN_FIELDS.map((name) => [name, textOf(after, `fields.${name}`)] as const)
  return {
    ...text('kind'),
    ...(isChanged('classes') && { classes: CLASS_NAMES.filter((name) => classes.includes(name)) }),
    ...text('startsOn'),
    ...text('endsOn'),
    ...(isChanged('time') && { time: textOf(after, 'time') }),
    ...(isChanged('menu') && { menu: MENU_GROUPS.find((group) => group === after.menu) ?? null }),
    ...text('slug'),
    ...text('urgentUntil'),
    ...text('consent'),
    ...(OWN_FIELDS.some((name) => isChanged(`fields.${name}`)) && {
      fields: Object.fromEntries(own.filter(([, value]) => value.trim() !== '')),
    }),
  }
}
