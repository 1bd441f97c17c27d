import { formatWeekday } from '@bidyaloy/shared/bengali/dates'
import {
  addDays,
  addMonths,
  dayOfMonth,
  formatDay,
  formatMonth,
  isDay,
  isWeekend,
  weeksOf,
} from '@bidyaloy/shared/bengali/days'
import { calendarAdminCopy } from '@bidyaloy/shared/copy/calendar-admin-copy'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'
import { type DatedEntry, isOn } from './dated-entries.ts'

const t = withCopy(calendarAdminCopy)

/** The first and the last day, empty if unset. */
export interface DayRange {
  startsOn: string
  endsOn: string
}

/** Returns the range after a tap on a day: the first tap sets the first day, the second the last. */
function rangeAfter({ startsOn, endsOn }: DayRange, day: string): DayRange {
  if (!isDay(startsOn) || endsOn !== '') return { startsOn: day, endsOn: '' }
  if (day === startsOn) return { startsOn, endsOn }
  return day < startsOn ? { startsOn: day, endsOn: startsOn } : { startsOn, endsOn: day }
}

/** Days that an arrow key moves. */
const STEPS: Readonly<Partial<Record<string, number>>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

/** As short as a phone needs. */
const WEEKDAYS = ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহ', 'শুক্র', 'শনি']

interface MonthPickerProps {
  month: string
  onMonth: (month: string) => void
  range: DayRange
  onRange: (range: DayRange) => void
  /** What there is already; its days are marked. */
  dates: readonly DatedEntry[]
}

/** A month in which a range is chosen by two taps. Arrow keys move between the days. */
export function MonthPicker({ month, onMonth, range, onRange, dates }: MonthPickerProps) {
  const headId = useId()
  const [active, setActive] = useState(range.startsOn)
  const current = active.startsWith(month) ? active : `${month}-01`
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the day has been rendered
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [current])
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    isMoved.current = true
    const next = addDays(current, step)
    setActive(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }
  const last = isDay(range.endsOn) ? range.endsOn : range.startsOn
  const turn = (count: number, icon: 'left' | 'right') => (
    <Button
      small
      icon={icon}
      aria-label={formatMonth(addMonths(month, count))}
      onClick={() => onMonth(addMonths(month, count))}
    />
  )
  const weeks = weeksOf(month)
  return (
    <section className="card stack stack--3" aria-labelledby={headId}>
      <div className="row row--between">
        {turn(-1, 'left')}
        <h2 id={headId} aria-live="polite">
          {formatMonth(month)}
        </h2>
        {turn(1, 'right')}
      </div>
      <table className="month" ref={table} onKeyDown={move}>
        <caption>
          <span className="vh">{t('month.caption', { month: formatMonth(month) })}</span>
        </caption>
        <thead>
          <tr>
            {weeks[0]?.map((day, at) => (
              <th key={day} scope="col">
                <span aria-hidden="true">{WEEKDAYS[at]}</span>
                <span className="vh">{formatWeekday(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (!day.startsWith(month)) return <td key={day} />
                const own = dates.filter((date) => isOn(date, day))
                const isIn = range.startsOn !== '' && range.startsOn <= day && day <= last
                const isEnd = isIn && (day === range.startsOn || day === last)
                const looks = [isWeekend(day) && 'off', own.length > 0 && 'has', isIn && 'in']
                const names = own.map(({ entry }) => entry.title)
                return (
                  <td key={day} className={[...looks, isEnd && 'end'].filter(Boolean).join(' ')}>
                    <button
                      type="button"
                      aria-label={[formatDay(day), formatWeekday(day), ...names].join(', ')}
                      aria-pressed={isIn}
                      tabIndex={day === current ? 0 : -1}
                      onClick={() => {
                        setActive(day)
                        onRange(rangeAfter(range, day))
                      }}
                    >
                      {dayOfMonth(day)}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{t('month.hint')}</p>
    </section>
  )
}
