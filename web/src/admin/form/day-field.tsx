import { dhakaTime, formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import {
  addMonths,
  addMonthsToDay,
  formatMonth,
  formatWeekdayAndDay,
  isDay,
} from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { readDay } from '@bidyaloy/shared/lib/bengali/read-day'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { t } from '../t.ts'
import { MonthGrid } from './month-grid.tsx'
import './day-field.css'

interface DayFieldProps extends FieldProps {
  /** A day, `YYYY-MM-DD`; empty if unset; else the typed text that is not a day. */
  value: string
  onChange: (value: string) => void
  readOnly?: boolean
  /** A typed day without a year is the nearest to this one. Default: today. */
  near?: string
  /** The name of the control, if the label names more than the day. */
  name?: string
  /** Shown below a day instead of its words. */
  inWords?: ReactNode
  /** A control that belongs to the day, such as its time. */
  children?: ReactNode
}

/**
 * A day, typed in any usual form or chosen from a month. The browser's own date field would show
 * the order and digits of its language. The words below say which day was understood.
 */
export function DayField({
  value,
  onChange,
  readOnly = false,
  near = dhakaTime(new Date()).iso,
  name,
  inWords,
  children,
  error,
  ...field
}: DayFieldProps) {
  /** What is typed, until the field loses the focus or its value changes. */
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null)
  const isTyping = typed?.value === value
  const [isPicking, setPicking] = useState(false)
  const isUnread = !isTyping && value !== '' && !isDay(value)
  const words = inWords === undefined ? formatWeekdayAndDay : () => inWords
  const shown = isDay(value) ? formatDate(value) : value
  const type = (text: string) => {
    const read = readDay(text, near) ?? text.trim()
    setTyped({ text, value: read })
    onChange(read)
  }
  return (
    <Field {...field} error={isUnread ? t('day.unread') : error}>
      {(control) => (
        <>
          <span className="dayfield">
            <span className="dayfield__day">
              <input
                {...control}
                className="input"
                type="text"
                autoComplete="off"
                aria-label={name}
                placeholder={t('day.format')}
                readOnly={readOnly}
                value={isTyping ? typed.text : shown}
                onChange={({ target }) => type(target.value)}
                onBlur={() => setTyped(null)}
              />
              <Button
                icon="calendar"
                aria-haspopup="dialog"
                aria-describedby={`${control.id}-words`}
                title={t('day.pick')}
                disabled={readOnly}
                onClick={() => setPicking(true)}
              >
                <span className="vh">{t('day.pick')}</span>
              </Button>
            </span>
            {children}
          </span>
          <p className="date-in-words" id={`${control.id}-words`} aria-live="polite">
            {isDay(value) && words(value)}
          </p>
          {isPicking && (
            <DayDialog
              title={field.label}
              day={value}
              onClose={() => setPicking(false)}
              onPick={(day) => {
                setPicking(false)
                setTyped(null)
                onChange(day)
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}

interface DayDialogProps {
  title: ReactNode
  day: string
  onClose: () => void
  onPick: (day: string) => void
}

/** A month to choose a day from. */
function DayDialog({ title, day, onClose, onPick }: DayDialogProps) {
  const today = dhakaTime(new Date()).iso
  const [active, setActive] = useState(isDay(day) ? day : today)
  const activeDay = useRef<HTMLButtonElement>(null)
  const month = active.slice(0, 7)
  const turn = (count: number, icon: 'left' | 'right', text?: string) => {
    const next = addMonthsToDay(active, count)
    return (
      <Button
        small
        look="quiet"
        icon={icon}
        aria-label={formatMonth(addMonths(month, count))}
        disabled={!isDay(next)}
        onClick={() => setActive(next)}
      >
        {text}
      </Button>
    )
  }
  const year = Number(month.slice(0, 4))
  // Outside the dialog or form that contains the field.
  return createPortal(
    <Dialog title={title} onClose={onClose} focus={activeDay}>
      <div className="dialog__b stack stack--3 daydialog">
        <div className="row row--between">
          {turn(-1, 'left')}
          <h3 aria-live="polite">{formatMonth(month)}</h3>
          {turn(1, 'right')}
        </div>
        <MonthGrid
          active={active}
          activeRef={activeDay}
          onMove={setActive}
          onPick={onPick}
          describe={(each) => ({ isChosen: each === day, look: each === day ? 'in' : '' })}
        />
        <div className="daydialog__years">
          {turn(-12, 'left', toBengaliDigits(year - 1))}
          <Button small onClick={() => onPick(today)}>
            {t('day.today')}
          </Button>
          {turn(12, 'right', toBengaliDigits(year + 1))}
        </div>
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        {day !== '' && (
          <Button look="quiet" onClick={() => onPick('')}>
            {t('day.clear')}
          </Button>
        )}
      </div>
    </Dialog>,
    document.body,
  )
}
