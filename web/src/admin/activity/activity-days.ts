import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { officeText } from '../office-text.ts'

interface ActivityDay {
  /** `YYYY-MM-DD` in Dhaka. */
  iso: string
  /** «আজ», «গতকাল», «শনিবার, ২১ নভেম্বর, ২০২৬» */
  name: string
  items: ActivityItem[]
}

const DAY_MS = 86_400_000

/** Parts deeds, latest first, by their days in Dhaka. One that came twice stands once. */
export function activityDays(items: readonly ActivityItem[], now: Date): ActivityDay[] {
  const days = new Map<string, ActivityDay>()
  const seen = new Set<string>()
  for (const item of items) {
    if (seen.has(item._id)) continue
    seen.add(item._id)
    const { iso } = dhakaTime(item.at)
    const day = days.get(iso) ?? { iso, name: dayName(item.at, now), items: [] }
    days.set(iso, day)
    day.items.push(item)
  }
  return [...days.values()]
}

function dayName(moment: string, now: Date): string {
  const { iso } = dhakaTime(moment)
  if (iso === dhakaTime(now).iso) return officeText('activity.today')
  if (iso === dhakaTime(new Date(now.getTime() - DAY_MS)).iso) {
    return officeText('activity.yesterday')
  }
  return `${formatWeekday(moment)}, ${formatDate(moment)}`
}
