import {
  dhakaTime,
  formatDate,
  SHORT_MONTHS,
  SHORT_WEEKDAYS,
} from '@bidyaloy/shared/lib/bengali/dates'
import { formatMonth } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

/** The date of a moment in Dhaka: «৬ জানুয়ারি ২০২৬». */
export function DateText({ moment }: { moment: string }) {
  return <time dateTime={dhakaTime(moment).iso}>{formatDate(moment)}</time>
}

/** The day of a moment in Dhaka, with its month or weekday in short form below. */
export function DayMark({ moment, below }: { moment: string; below: 'month' | 'weekday' }) {
  const { iso, month, day, weekday } = dhakaTime(moment)
  return (
    <time className="day" dateTime={iso}>
      <b>{toBengaliDigits(day)}</b>{' '}
      {below === 'month' ? SHORT_MONTHS[month - 1] : SHORT_WEEKDAYS[weekday]}
    </time>
  )
}

/** The same below a heading of the month: number and weekday on phones, the whole date elsewhere. */
export function DayInMonth({ moment }: { moment: string }) {
  const { iso, day, weekday } = dhakaTime(moment)
  return (
    <time className="day day--whole" dateTime={iso}>
      <b>{toBengaliDigits(day)}</b> <span>{formatMonth(iso.slice(0, 7))}</span>
      <small aria-hidden="true">{SHORT_WEEKDAYS[weekday]}</small>
    </time>
  )
}

/** Date of the last change of the content above. */
export function LastUpdate({ moment }: { moment: string }) {
  return (
    <span className="stamp">
      <Icon name="clock" />
      <span>
        {t('site.lastUpdate.stamp')}{' '}
        <span className="vh" lang="en">
          {t.en('site.lastUpdate.stamp')}
        </span>
        : <DateText moment={moment} />
      </span>
    </span>
  )
}
