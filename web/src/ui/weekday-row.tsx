import { formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'

interface WeekdayProps {
  day: string
  /** Whether there is room for four letters only. */
  isNarrow?: boolean
}

/** The weekday of a day; the end of its name is for screen readers only. */
export function Weekday({ day, isNarrow = false }: WeekdayProps) {
  const name = formatWeekday(day)
  const shown = name.replace(isNarrow ? /(স্পতি)?বার$/ : /বার$/, '')
  return (
    <>
      {shown}
      <span className="vh">{name.slice(shown.length)}</span>
    </>
  )
}

/** The weekdays above the weeks of a month. */
export function WeekdayRow({
  week,
  isNarrow = false,
}: {
  week: readonly string[]
  isNarrow?: boolean
}) {
  return (
    <tr>
      {week.map((day) => (
        <th key={day} scope="col">
          <Weekday day={day} isNarrow={isNarrow} />
        </th>
      ))}
    </tr>
  )
}
