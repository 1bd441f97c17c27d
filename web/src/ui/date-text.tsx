import { dhakaTime, formatDate, MONTHS } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { Icon } from './icon.tsx'
import { t } from './t.ts'

/** The date of a moment in Dhaka: «৬ জানুয়ারি ২০২৬». */
export function DateText({ moment }: { moment: string }) {
  return <time dateTime={dhakaTime(moment).iso}>{formatDate(moment)}</time>
}

/** The day of a moment in Dhaka as a calendar leaf. */
export function DayLeaf({ moment }: { moment: string }) {
  const { iso, month, day } = dhakaTime(moment)
  return (
    <time className="leaf" dateTime={iso}>
      <span className="leaf__m">{MONTHS[month - 1]}</span>
      <span className="leaf__d">{toBengaliDigits(day)}</span>
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
        <span className="bi__en" lang="en">
          {t.en('site.lastUpdate.stamp')}
        </span>
        : <DateText moment={moment} />
      </span>
    </span>
  )
}
