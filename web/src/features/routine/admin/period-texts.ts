import { formatHours, NewRoutine, periodNames } from '@bidyaloy/shared/features/routine/routine'
import { t, weekdayName } from '../t.ts'
import { lessonText } from './import/compare-routines.ts'

/** Returns the periods of a routine as text; null for another value. */
export function periodsText(value: unknown): string | null {
  const periods = NewRoutine.shape.periods.safeParse(value).data
  if (!periods) return null
  const names = periodNames(periods, t('routine.break'))
  return periods
    .map((period, at) => {
      const lessons = period.lessons.map(
        (lesson) => `${weekdayName(lesson.day)} ${lessonText(lesson)}`,
      )
      return [[names[at], formatHours(period)].filter(Boolean).join(' '), ...lessons].join(', ')
    })
    .join('; ')
}
