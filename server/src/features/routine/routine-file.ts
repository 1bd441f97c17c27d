import { fill } from '@bidyaloy/shared/copy/translate'
import { routineCopy } from '@bidyaloy/shared/features/routine/copy'
import { lessonOn, type Period, routinePath } from '@bidyaloy/shared/features/routine/week'
import { dhakaTime, startOfDay } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays, daysBetween } from '@bidyaloy/shared/lib/bengali/days'
import type { Group } from '@bidyaloy/shared/school/class-groups'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import { orNull, schoolName } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'
import { contentLines, contentText } from '../../lib/content-lines.ts'

/** Days ahead whose holidays are taken out of the week. */
const HOLIDAY_DAYS = 400

/** Returns the maker of the iCalendar file (RFC 5545) of a class's week: one event a lesson, each week. */
export function makeRoutineFile(group: Group): MakeDocument {
  return async ({ api, now, publicUrl }) => {
    const routine = await orNull(api.getRoutine({ params: group }))
    if (!routine) return null
    const name = `${fill(routineCopy['routine.file.title'], { school: await schoolName(api) })}: ${groupTitle(group)}`
    const today = dhakaTime(now).iso
    const first = routine.validFrom > today ? routine.validFrom : today
    const holidays = await listHolidays(api, first)
    const host = publicUrl === undefined ? 'school.invalid' : new URL(publicUrl).hostname
    const stamp = utcTime(routine.updatedAt)
    const events = routine.periods.flatMap((period, at) =>
      daysBetween(first, addDays(first, 6)).flatMap((day) =>
        lessonLines(period, day, {
          room: routine.room,
          holidays,
          lines: [
            `UID:${routine._id}-${new Date(day).getUTCDay()}-${at}@${host}`,
            `DTSTAMP:${stamp}`,
          ],
          sequence: routine.__v,
        }),
      ),
    )
    return {
      contentType: 'text/calendar; charset=utf-8',
      body: contentLines([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Bidyaloy//Routine//BN',
        'CALSCALE:GREGORIAN',
        'METHOD:PUBLISH',
        `NAME:${contentText(name)}`,
        `X-WR-CALNAME:${contentText(name)}`,
        'REFRESH-INTERVAL;VALUE=DURATION:P1D',
        'X-PUBLISHED-TTL:P1D',
        ...(publicUrl === undefined ? [] : [`URL:${publicUrl}${routinePath(group)}`]),
        ...events,
        'END:VCALENDAR',
      ]),
      fileName: `${name}.ics`,
    }
  }
}

type ReadApi = Parameters<MakeDocument>[0]['api']

/** Returns the days on which the calendar has a holiday. */
async function listHolidays(api: ReadApi, from: string): Promise<string[]> {
  const query = { from, to: addDays(from, HOLIDAY_DAYS), kind: 'holiday' } as const
  const entries = await api.listEntries({ params: { collection: 'events' }, query })
  return entries.flatMap(({ startsOn, endsOn = startsOn }) =>
    startsOn && endsOn ? daysBetween(startsOn, endsOn) : [],
  )
}

/** Lines of a lesson on `day` and the same day of each later week of that year; none without its times. */
function lessonLines(
  period: Period,
  day: string,
  {
    room: ofClass,
    holidays,
    lines,
    sequence,
  }: { room: string; holidays: readonly string[]; lines: readonly string[]; sequence: number },
): string[] {
  const weekday = new Date(day).getUTCDay()
  const lesson = lessonOn(period, weekday)
  if (!lesson || !period.from || !period.to) return []
  const { subject, teachers } = lesson
  const room = lesson.room || ofClass
  const at = (on: string, time: string) => utcTime(timeOn(on, time).toISOString())
  const free = holidays.filter((one) => one >= day && new Date(one).getUTCDay() === weekday)
  return [
    'BEGIN:VEVENT',
    ...lines,
    `SEQUENCE:${sequence}`,
    `DTSTART:${at(day, period.from)}`,
    `DTEND:${at(day, period.to)}`,
    `RRULE:FREQ=WEEKLY;UNTIL=${at(`${day.slice(0, 4)}-12-31`, '23:59')}`,
    ...free.map((one) => `EXDATE:${at(one, period.from)}`),
    `SUMMARY:${contentText(subject)}`,
    ...(teachers.length > 0 ? [`DESCRIPTION:${contentText(teachers.join(', '))}`] : []),
    ...(room ? [`LOCATION:${contentText(room)}`] : []),
    'END:VEVENT',
  ]
}

/** Returns a time, `HH:MM`, of a day in Dhaka. */
function timeOn(day: string, time: string): Date {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return new Date(startOfDay(day).getTime() + minutes * 60_000)
}

const utcTime = (time: string) => time.replace(/[-:]|\.\d+/g, '')
