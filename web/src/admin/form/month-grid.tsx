import { dhakaTime, formatWeekday } from '@bidyaloy/shared/lib/bengali/dates'
import {
  addDays,
  addMonthsToDay,
  dayOfMonth,
  formatDay,
  formatMonth,
  isDay,
  isWeekend,
  weeksOf,
} from '@bidyaloy/shared/lib/bengali/days'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { WeekdayRow } from '../../ui/weekday-row.tsx'
import { t } from '../t.ts'
import './month-grid.css'

interface GridDay {
  isChosen: boolean
  /** Class names of its cell. */
  look?: string
  /** What the day has; read after its name. */
  names?: readonly string[]
}

interface MonthGridProps {
  /** The day that is the tab stop. Its month is shown. */
  active: string
  /** Called with the day that a key moves to, perhaps in another month. */
  onMove: (day: string) => void
  onPick: (day: string) => void
  describe: (day: string) => GridDay
  /** Receives the button of the active day. */
  activeRef?: RefObject<HTMLButtonElement | null>
}

/** The days of a month as buttons. One tab stop; keys as in the date picker pattern of the ARIA APG. */
export function MonthGrid({ active, onMove, onPick, describe, activeRef }: MonthGridProps) {
  const month = active.slice(0, 7)
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the day has been rendered
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [active])
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(active, event)
    if (next === undefined) return
    event.preventDefault()
    if (!isDay(next) || next === active) return
    isMoved.current = true
    onMove(next)
  }
  const today = dhakaTime(new Date()).iso
  const weeks = weeksOf(month)
  return (
    <table className="monthgrid" ref={table} onKeyDown={move}>
      <caption>
        <span className="vh">{t('month.caption', { month: formatMonth(month) })}</span>
      </caption>
      <thead>
        <WeekdayRow week={weeks[0] ?? []} isNarrow />
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              if (!day.startsWith(month)) return <td key={day} />
              const { isChosen, look = '', names = [] } = describe(day)
              const isActive = day === active
              return (
                <td key={day} className={`${isWeekend(day) ? 'off ' : ''}${look}`}>
                  <button
                    type="button"
                    aria-label={[formatDay(day), formatWeekday(day), ...names].join(', ')}
                    aria-pressed={isChosen}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={isActive ? 0 : -1}
                    {...(isActive && activeRef && { ref: activeRef })}
                    onClick={() => onPick(day)}
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
  )
}

/** Returns the day that a key moves to; undefined for other keys. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  const weekday = new Date(day).getUTCDay()
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekday)
    case 'End':
      return addDays(day, 6 - weekday)
    case 'PageUp':
      return addMonthsToDay(day, -months)
    case 'PageDown':
      return addMonthsToDay(day, months)
    default:
      return undefined
  }
}
