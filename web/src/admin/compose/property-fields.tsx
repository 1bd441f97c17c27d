import { MENU_GROUPS, slugOf } from '@bidyaloy/shared/collections/entry-properties'
import { hasKinds, kindsOf } from '@bidyaloy/shared/collections/kinds'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import { PERSON_FIELDS } from '@bidyaloy/shared/features/people/person-fields'
import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import { daysBetween, formatDay, isDay, isWeekend } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { useSettings } from '../../school/use-school.ts'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CollectionScreen } from '../components/collection-screen.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import type { Properties, PropertyField } from '../entries/properties.ts'
import { DayField } from '../form/day-field.tsx'
import { BengaliTextField, SelectField } from '../form/fields.tsx'
import { RadioPicks } from '../form/radio-picks.tsx'
import { withCopy } from '../t.ts'
import './entry-form.css'

const t = withCopy(entriesCopy, padCopy)

export interface PropertyFieldsProps {
  collection: CollectionName
  /** Prefix of the controls' ids, see `idOfProperty`. */
  idPrefix: string
  /** Of the entry; an empty slug is made of it. */
  title: string
  properties: Properties
  onChange: (change: Properties) => void
  /** Error messages by field name. */
  errors: Readonly<Record<string, string | undefined>>
  readOnly?: boolean
}

/** Returns the id of a control, the target of the error summary's link. */
export const idOfProperty = (idPrefix: string, name: PropertyField) =>
  `${idPrefix}-${name.replace('.', '-')}`

const optional = <span className="optional">({t('form.optional')})</span>

/** What makes an event or a person: these fields stand before all others. */
export function UpFrontFields(props: PropertyFieldsProps) {
  const { collection } = props
  const { datesRequired }: CollectionRow = collections[collection]
  return (
    <>
      {takes(collection, 'dates') && datesRequired && <DayFields {...props} />}
      {collection === 'people' && <PersonFields {...props} />}
    </>
  )
}

/** The kind, one of the school's list. */
export function KindField({
  collection,
  idPrefix,
  properties,
  onChange,
  errors,
  readOnly,
}: PropertyFieldsProps) {
  const settings = useSettings()
  if (!hasKinds(collection)) return null
  const { kindRequired }: CollectionScreen = collectionScreens[collection]
  const none = kindRequired ? [] : [{ id: '', name: t('kind.none') }]
  const options = [...kindsOf(collection, settings), ...none]
  return (
    <RadioPicks
      id={idOfProperty(idPrefix, 'kind')}
      legend={
        <>
          {t('kind.label')} {!kindRequired && optional}
        </>
      }
      options={options.map(({ id: value, name: label }) => ({ value, label }))}
      value={properties.kind ?? ''}
      onChange={(kind) => onChange({ kind })}
      error={errors.kind}
      disabled={readOnly}
    />
  )
}

/** The classes it concerns; none means all. */
export function ClassesField({
  idPrefix,
  properties,
  onChange,
  errors,
  readOnly,
}: PropertyFieldsProps) {
  const id = idOfProperty(idPrefix, 'classes')
  const chosen = (properties.classes ?? '').split(',').filter(Boolean)
  const toggle = (className: string) => {
    const without = chosen.filter((one) => one !== className)
    const next = without.length < chosen.length ? without : [...chosen, className]
    onChange({ classes: CLASS_NAMES.filter((one) => next.includes(one)).join(',') })
  }
  return (
    <fieldset
      className="picks"
      disabled={readOnly}
      aria-describedby={errors.classes && `${id}-error`}
    >
      <legend>
        {t('classes.label')} <span className="optional">({t('classes.hint')})</span>
      </legend>
      {CLASS_NAMES.map((className, index) => (
        <label className="pick" key={className}>
          <input
            type="checkbox"
            id={index === 0 ? id : undefined}
            checked={chosen.includes(className)}
            onChange={() => toggle(className)}
          />
          <span>{t(`enum.class.${className}`)}</span>
        </label>
      ))}
      <FieldError id={`${id}-error`} text={errors.classes} />
    </fieldset>
  )
}

/** The days of an event. */
export function DayFields(props: PropertyFieldsProps) {
  const { idPrefix, properties, onChange, errors, readOnly = false } = props
  return (
    <div className="grid2">
      {(['startsOn', 'endsOn'] as const).map((name) => (
        <DayField
          key={name}
          id={idOfProperty(idPrefix, name)}
          label={
            <>
              {t(`days.${name}`)} {name === 'endsOn' && optional}
            </>
          }
          error={errors[name]}
          readOnly={readOnly}
          value={properties[name] ?? ''}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
      <DaysInWords properties={properties} />
      <BengaliTextField
        id={idOfProperty(idPrefix, 'time')}
        label={
          <>
            {t('days.time')} {optional}
          </>
        }
        hint={t('days.time.hint')}
        error={errors.time}
        autoComplete="off"
        readOnly={readOnly}
        value={properties.time ?? ''}
        onChange={({ target }) => onChange({ time: target.value })}
      />
    </div>
  )
}

/** Says the days of a range, their weekdays and their number; nothing while one is invalid. */
function DaysInWords({ properties: { startsOn = '', endsOn = '' } }: { properties: Properties }) {
  const days = [startsOn, endsOn].every(isDay) ? daysBetween(startsOn, endsOn) : []
  const weekend = days.filter(isWeekend).length
  const named = (day: string) => `${formatDay(day)}, ${formatWeekday(day)}`
  return (
    <p className="echo span-all" role="status">
      {days.length > 1 && (
        <>
          <Icon name="calendar" />
          <span>
            {t('days.range', {
              from: named(startsOn),
              to: named(endsOn),
              n: formatNumber(days.length),
            })}{' '}
            {weekend > 0 && (
              <span className="muted">{t('days.weekend', { n: formatNumber(weekend) })}</span>
            )}
          </span>
        </>
      )}
    </p>
  )
}

/** Where a page stands: its group of the navigation and its address. */
export function MenuFields({
  collection,
  idPrefix,
  title,
  properties,
  onChange,
  errors,
  readOnly = false,
}: PropertyFieldsProps) {
  const slug = properties.slug ?? ''
  const groups = MENU_GROUPS.map((group) => ({ value: group, label: t(`nav.${group}`) }))
  return (
    <div className="grid2">
      <SelectField
        id={idOfProperty(idPrefix, 'menu')}
        label={t('menu.label')}
        hint={t('menu.hint')}
        error={errors.menu}
        options={groups}
        readOnly={readOnly}
        value={properties.menu ?? ''}
        onChange={({ target }) => onChange({ menu: target.value })}
      />
      {takes(collection, 'slug') && (
        <BengaliTextField
          id={idOfProperty(idPrefix, 'slug')}
          label={
            <>
              {t('slug.label')} {optional}
            </>
          }
          hint={t('slug.hint', { address: `/p/${slug || slugOf(title) || '…'}` })}
          error={errors.slug}
          autoComplete="off"
          readOnly={readOnly}
          value={slug}
          onChange={({ target }) => onChange({ slug: target.value })}
          onBlur={() => onChange({ slug: slugOf(slug) })}
        />
      )}
    </div>
  )
}

/** The number of a notice in the school's register of letters. */
export function MemoField({
  idPrefix,
  properties,
  onChange,
  errors,
  readOnly,
}: PropertyFieldsProps) {
  return (
    <BengaliTextField
      id={idOfProperty(idPrefix, 'fields.memo')}
      label={t('letterhead.memo')}
      hint={t('memo.hint')}
      error={errors['fields.memo']}
      autoComplete="off"
      readOnly={readOnly}
      value={properties['fields.memo'] ?? ''}
      onChange={({ target }) => onChange({ 'fields.memo': target.value })}
    />
  )
}

/** The fields that only people have. */
function PersonFields({ idPrefix, properties, onChange, errors, readOnly }: PropertyFieldsProps) {
  return (
    <div className="grid2">
      {PERSON_FIELDS.map((name) => {
        // An e-mail address is Latin, and no text to convert.
        const Field = name === 'email' ? TextField : BengaliTextField
        return (
          <Field
            key={name}
            id={idOfProperty(idPrefix, `fields.${name}`)}
            label={
              <>
                {t(`person.${name}`)} {optional}
              </>
            }
            error={errors[`fields.${name}`]}
            autoComplete="off"
            readOnly={readOnly}
            value={properties[`fields.${name}`] ?? ''}
            onChange={({ target }) => onChange({ [`fields.${name}`]: target.value })}
          />
        )
      })}
    </div>
  )
}
