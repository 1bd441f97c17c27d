import { calendarAdminCopy } from '@bidyaloy/shared/features/calendar/admin-copy'
import { addMonths, formatMonth, isDay } from '@bidyaloy/shared/lib/bengali/days'
import { useId, useState } from 'react'
import { MonthGrid } from '../../../admin/form/month-grid.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
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
  const last = isDay(range.endsOn) ? range.endsOn : range.startsOn
  const turn = (count: number, icon: 'left' | 'right') => (
    <Button
      small
      icon={icon}
      aria-label={formatMonth(addMonths(month, count))}
      onClick={() => onMonth(addMonths(month, count))}
    />
  )
  const describe = (day: string) => {
    const own = dates.filter((date) => isOn(date, day))
    const isChosen = isDay(range.startsOn) && range.startsOn <= day && day <= last
    const isEnd = isChosen && (day === range.startsOn || day === last)
    const looks = [own.length > 0 && 'has', isChosen && 'in', isEnd && 'end']
    const names = own.map(({ entry }) => entry.title)
    return { isChosen, look: looks.filter(Boolean).join(' '), names }
  }
  return (
    <section className="card stack stack--3 monthpicker" aria-labelledby={headId}>
      <div className="row row--between">
        {turn(-1, 'left')}
        <h2 id={headId} aria-live="polite">
          {formatMonth(month)}
        </h2>
        {turn(1, 'right')}
      </div>
      <MonthGrid
        active={current}
        describe={describe}
        onMove={(day) => {
          setActive(day)
          if (!day.startsWith(month)) onMonth(day.slice(0, 7))
        }}
        onPick={(day) => {
          setActive(day)
          onRange(rangeAfter(range, day))
        }}
      />
      <p className="hint">{t('month.hint')}</p>
    </section>
  )
}
