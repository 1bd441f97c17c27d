import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatTime } from '@bidyaloy/shared/lib/bengali/dates'
import type { ComponentProps } from 'react'
import { useRights } from '../api/session.ts'
import {
  END_OF_DAY,
  fromText,
  momentOf,
  START_OF_DAY,
  type Timing,
  type TimingField,
  untilText,
} from '../entries/timing.ts'
import { DayField } from '../form/day-field.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

export interface TimingFieldsProps {
  /** Prefix of the controls' ids, see `idOfTiming`. */
  idPrefix: string
  timing: Timing
  onChange: (change: Partial<Timing>) => void
  /** Error messages by field name. */
  errors: Readonly<Record<string, string | undefined>>
  readOnly?: boolean
  /** Whether an existing entry is changed. */
  editing?: boolean
}

/** The API's names of the fields, in their order. */
export const TIMING_FIELDS = ['date', 'publishAt', 'expiresAt', 'pinnedUntil'] as const

/** Returns the id of a control, the target of the error summary's link. */
export const idOfTiming = (idPrefix: string, name: TimingField) => `${idPrefix}-${name}`

const optional = <span className="optional">({t('form.optional')})</span>

/** The date shown in lists. */
function DateField({
  idPrefix,
  timing: { date },
  onChange,
  errors,
  readOnly = false,
  editing = false,
}: TimingFieldsProps) {
  return (
    <DayField
      id={idOfTiming(idPrefix, 'date')}
      label={
        <>
          {t('form.date')} {!editing && optional}
        </>
      }
      hint={editing ? t('timing.dateHint') : t('form.date.hint')}
      error={errors.date}
      readOnly={readOnly}
      value={date}
      onChange={(date) => onChange({ date })}
    />
  )
}

/** From when visitors see the entry, and its date in lists. */
export function PublishFields(props: TimingFieldsProps) {
  const { idPrefix, timing, onChange, errors, readOnly = false, editing = false } = props
  const { publishDay, publishTime } = timing
  const mayPublish = useRights()('publish')
  const publisherHint = editing ? 'timing.publish.hintEdit' : 'timing.publish.hint'
  const publish = publishDay && momentOf(publishDay, publishTime)
  return (
    <div className="grid2">
      <DateTimeField
        id={idOfTiming(idPrefix, 'publishAt')}
        label={t('timing.publish')}
        hint={t(mayPublish ? publisherHint : 'timing.publish.hintClerk')}
        error={errors.publishAt}
        readOnly={readOnly}
        day={publishDay}
        time={publishTime}
        edge={START_OF_DAY}
        onChange={(publishDay, publishTime) => onChange({ publishDay, publishTime })}
        inWords={publish && t('timing.from', { moment: fromText(publish) })}
      />
      <DateField {...props} />
    </div>
  )
}

/** Until when visitors see the entry. */
export function ExpiryField(props: TimingFieldsProps) {
  const { idPrefix, timing, onChange, errors, readOnly = false } = props
  const { expiryDay, expiryTime } = timing
  const expiry = expiryDay && momentOf(expiryDay, expiryTime)
  return (
    <DateTimeField
      id={idOfTiming(idPrefix, 'expiresAt')}
      label={t('timing.expiry')}
      hint={t('timing.expiry.hint')}
      error={errors.expiresAt}
      readOnly={readOnly}
      day={expiryDay}
      time={expiryTime}
      edge={END_OF_DAY}
      onChange={(expiryDay, expiryTime) => onChange({ expiryDay, expiryTime })}
      inWords={
        expiry &&
        (Date.parse(expiry) <= Date.now()
          ? t('timing.past')
          : t('timing.until', { moment: untilText(expiry) }))
      }
    />
  )
}

/** Until when the entry is the first of its list. */
export function PinField(props: TimingFieldsProps) {
  const { idPrefix, timing, onChange, errors, readOnly = false } = props
  const { pinDay } = timing
  const pin = pinDay && momentOf(pinDay, END_OF_DAY)
  return (
    <DayField
      id={idOfTiming(idPrefix, 'pinnedUntil')}
      label={
        <>
          {t('timing.pin')} {optional}
        </>
      }
      hint={t('timing.pin.hint')}
      error={errors.pinnedUntil}
      readOnly={readOnly}
      value={pinDay}
      onChange={(pinDay) => onChange({ pinDay })}
      inWords={pin && t('timing.pinned', { moment: untilText(pin) })}
    />
  )
}

interface DateTimeFieldProps
  extends Pick<ComponentProps<typeof DayField>, 'id' | 'hint' | 'error' | 'inWords'> {
  label: string
  readOnly: boolean
  day: string
  time: string
  /** The default time. */
  edge: typeof START_OF_DAY | typeof END_OF_DAY
  onChange: (day: string, time: string) => void
}

/** An optional day and time. Times are in Bengali; the browser's control may show AM and PM. */
export function DateTimeField({
  label,
  readOnly,
  day,
  time,
  edge,
  onChange,
  ...field
}: DateTimeFieldProps) {
  return (
    <DayField
      {...field}
      label={
        <>
          {label} {optional}
        </>
      }
      name={`${label}: ${t('timing.day')}`}
      readOnly={readOnly}
      value={day}
      onChange={(next) => onChange(next, next ? time : edge)}
    >
      <select
        className="input input--select"
        aria-label={`${label}: ${t('timing.time')}`}
        disabled={readOnly || !day}
        value={time}
        onChange={({ target }) => onChange(day, target.value)}
      >
        {timesWith(time, edge).map((each) => (
          <option key={each} value={each}>
            {timeText(each)}
          </option>
        ))}
      </select>
    </DayField>
  )
}

const HALF_HOURS = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})

/** Returns the times to choose from: `edge` first, then every half hour and the current time. */
function timesWith(time: string, edge: string): string[] {
  const times =
    HALF_HOURS.includes(time) || time === END_OF_DAY ? HALF_HOURS : [...HALF_HOURS, time]
  return [edge, ...times.filter((each) => each !== edge).sort()]
}

function timeText(time: string): string {
  if (time === END_OF_DAY) return t('timing.endOfDay')
  if (time === START_OF_DAY) return t('timing.startOfDay')
  // Only the time is formatted; the day is arbitrary.
  const date = momentOf('2026-01-01', time)
  return date ? formatTime(date) : time
}
