import { type Lesson, type Period, periodNames } from '@bidyaloy/shared/features/routine/routine'
import type { Difference } from './compare-routines.ts'

interface Week {
  room: string
  periods: readonly Period[]
}

type Place = Pick<Difference, 'day' | 'period'>

/** Names a place of a week. */
export const placeKey = ({ day, period }: Place): string => `${day ?? ''} ${period}`

interface KeepOptions {
  /** Keys of the places that stay as they were. */
  kept: ReadonlySet<string>
  breakName: string
}

/** Returns the week of a sheet with what a person keeps of the saved one. */
export function keepOld(
  saved: Week,
  sheet: Week,
  { kept, breakName }: KeepOptions,
): { room: string; periods: Period[] } {
  const isKept = (day: number | null, period: string) => kept.has(placeKey({ day, period }))
  const [old, now] = [saved, sheet].map(({ periods }) => {
    const names = periodNames(periods, breakName)
    return periods.map((period, at) => ({ period, name: names[at] ?? '' }))
  })
  const formerOf = (name: string) => old?.find((one) => one.name === name)?.period
  const weeks = (now ?? []).map(({ name, period }) => {
    const former = formerOf(name)
    const times = isKept(null, name) && { from: former?.from ?? '', to: former?.to ?? '' }
    const lessons = [
      ...period.lessons.filter(({ day }) => !isKept(day, name)),
      ...(former?.lessons ?? []).filter(({ day }) => isKept(day, name)),
    ]
    return { name, period: { ...period, ...times, lessons: lessons.sort(byDay) } }
  })
  // Periods that the sheet lacks come back for what is kept of them, behind the one before them.
  let before = 0
  for (const { name, period } of old ?? []) {
    const at = weeks.findIndex((one) => one.name === name)
    if (at >= 0) {
      before = at + 1
      continue
    }
    const lessons = period.lessons.filter(({ day }) => isKept(day, name))
    if (lessons.length === 0 && !isKept(null, name)) continue
    weeks.splice(before, 0, { name, period: { ...period, lessons } })
    before += 1
  }
  return {
    room: isKept(null, '') ? saved.room : sheet.room,
    periods: weeks.map(({ period }) => period),
  }
}

const byDay = (a: Lesson, b: Lesson) => a.day - b.day
