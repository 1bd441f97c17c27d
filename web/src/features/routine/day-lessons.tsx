import {
  formatHour,
  lessonOn,
  minuteOf,
  minutesOf,
  type Period,
  periodNames,
  periodsOn,
  type Week,
} from '@bidyaloy/shared/features/routine/week'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { useEffect, useState } from 'react'
import { t } from './t.ts'

interface DayLessonsProps {
  week: Week & { room: string }
  /** 0 (Sunday) to 6. */
  day: number
  /** Today, `YYYY-MM-DD`, if the running period is marked. */
  today?: string
}

/** The periods of a day, in their order. */
export function DayLessons({ week, day, today }: DayLessonsProps) {
  const minute = useMinute(today)
  const names = periodNames(week.periods, t('routine.break'))
  return (
    <ol className="periods">
      {periodsOn(week, day).map((period, at) => (
        <DayPeriod
          // biome-ignore lint/suspicious/noArrayIndexKey: periods have no other key than their place
          key={at}
          period={period}
          name={names[at] ?? ''}
          day={day}
          isNow={minute !== null && isRunning(period, minute)}
        />
      ))}
    </ol>
  )
}

interface DayPeriodProps {
  period: Period
  name: string
  day: number
  isNow: boolean
}

function DayPeriod({ period, name, day, isNow }: DayPeriodProps) {
  const lesson = lessonOn(period, day)
  const minutes = minutesOf(period)
  const looks = [period.isBreak && 'is-break', isNow && 'is-now'].filter(Boolean).join(' ')
  return (
    <li className={looks || undefined}>
      {period.from ? <time>{formatHour(period.from)}</time> : <span>{name}</span>}
      {lesson ? (
        <div>
          <b>{lesson.subject}</b>
          {lesson.teachers.length > 0 && <small>{lesson.teachers.join(', ')}</small>}
          {lesson.room && <small>{t('routine.room', { room: lesson.room })}</small>}
        </div>
      ) : (
        <div>
          {period.isBreak && minutes !== null
            ? t('routine.break.minutes', { name, n: toBengaliDigits(minutes) })
            : period.isBreak
              ? name
              : t('routine.off.label')}
        </div>
      )}
      {isNow && <span className="periods__now">{t('routine.now')}</span>}
    </li>
  )
}

function isRunning({ from, to }: Period, minute: number): boolean {
  return from !== '' && to !== '' && minuteOf(from) <= minute && minute < minuteOf(to)
}

/** Returns the minute of the day in Dhaka, while it is `today`; null until the page is hydrated. */
function useMinute(today: string | undefined): number | null {
  const [minute, setMinute] = useState<number | null>(null)
  useEffect(() => {
    if (today === undefined) return
    const read = () => {
      const { iso, hour, minute } = dhakaTime(new Date())
      setMinute(iso === today ? hour * 60 + minute : null)
    }
    read()
    const timer = setInterval(read, MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [today])
  return minute
}
