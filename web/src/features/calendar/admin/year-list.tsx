import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { calendarAdminCopy } from '@bidyaloy/shared/features/calendar/admin-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import {
  addDays,
  formatDays,
  formatWeekdayAndDay,
  isDay,
  isWeekend,
} from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useId, useState } from 'react'
import { failureText } from '../../../admin/api/failure-text.ts'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { type BatchRow, useBatchCreate } from '../../../admin/entries/use-batch-create.ts'
import { DayField } from '../../../admin/form/day-field.tsx'
import { RadioPicks } from '../../../admin/form/radio-picks.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDatedEntries } from './dated-entries.ts'
import { type YearRow, yearRows } from './year-rows.ts'

const t = withCopy(calendarAdminCopy, entriesCopy)

/** What was changed in a row. */
interface RowEdit {
  startsOn?: string
  isChosen?: boolean
}

/** A row with its changes. */
interface ChosenRow extends YearRow {
  isChosen: boolean
  /** Whether the day is in another year. */
  isWrong: boolean
}

/** From this month on, the list is made for the next year. */
const PLANNING_MONTH = 10

/** Adds the fixed holidays, and the events of the year before, to a year. */
export function YearList({ onAdded }: { onAdded: (entries: readonly Entry[]) => void }) {
  const now = dhakaTime(new Date())
  const [year, setYear] = useState(now.month >= PLANNING_MONTH ? now.year + 1 : now.year)
  const headId = useId()
  const before = useDatedEntries(year - 1).data
  const present = useDatedEntries(year).data
  return (
    <section className="card stack stack--3" aria-labelledby={headId}>
      <div>
        <h2 id={headId}>{t('yearList.title', { year: toBengaliDigits(year) })}</h2>
        <p className="hint">{t('yearList.hint', { before: toBengaliDigits(year - 1) })}</p>
      </div>
      <RadioPicks
        legend={t('yearList.year')}
        options={[now.year, now.year + 1].map((value) => ({
          value,
          label: toBengaliDigits(value),
        }))}
        value={year}
        onChange={setYear}
      />
      {before && present && (
        <YearForm
          key={year}
          year={year}
          onAdded={onAdded}
          rows={yearRows(
            year,
            before.filter(({ collection }) => collection === 'events'),
            present.filter(({ collection }) => collection === 'events'),
          )}
        />
      )}
    </section>
  )
}

interface YearFormProps {
  year: number
  rows: readonly YearRow[]
  /** Called with all entries when the last one exists. */
  onAdded: (entries: readonly Entry[]) => void
}

function YearForm({ year, rows, onAdded }: YearFormProps) {
  const [edits, setEdits] = useState<Readonly<Record<string, RowEdit>>>({})
  /** Keys of the rows whose events exist, but may not be in the list yet. */
  const [hidden, setHidden] = useState<readonly string[]>([])
  const add = useBatchCreate({
    collection: 'events',
    onDone: (created) => {
      setHidden([...hidden, ...created.keys()])
      onAdded([...created.values()])
    },
    onUndone: () => setHidden([]),
    texts: {
      added: (entries) =>
        t(entries.some(({ status }) => status) ? 'draft.sent' : 'yearList.added', {
          n: formatNumber(entries.length),
          year: toBengaliDigits(year),
        }),
      undone: (entries) => t('yearList.undone', { n: formatNumber(entries.length) }),
    },
  })
  const shown = rows
    .filter(({ key }) => !hidden.includes(key) && !add.created.has(key))
    .map((row): ChosenRow => {
      const { startsOn = row.startsOn, isChosen = row.day === 'fixed' } = edits[row.key] ?? {}
      const isWrong = isDay(startsOn) && !startsOn.startsWith(`${year}-`)
      return { ...row, startsOn, isWrong, isChosen: isChosen && isDay(startsOn) && !isWrong }
    })
  const edit = (key: string, change: RowEdit) =>
    setEdits((all) => ({ ...all, [key]: { ...all[key], ...change } }))
  const chosen = shown.filter(({ isChosen }) => isChosen)
  if (shown.length === 0) {
    return <p className="muted">{t('yearList.done', { year: toBengaliDigits(year) })}</p>
  }
  return (
    <form
      className="stack stack--3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending && chosen.length > 0) add.start(chosen.map(eventOf))
      }}
    >
      {add.error !== null && (
        <Alert tone="error" ref={focusOnMount}>
          <b>{t('yearList.failed')}</b> {failureText(add.error)}
        </Alert>
      )}
      <ul className="yearrows">
        {shown.map((row) => (
          <YearRowFields
            key={row.key}
            year={year}
            row={row}
            readOnly={add.isPending}
            onChange={(change) => edit(row.key, change)}
          />
        ))}
      </ul>
      <div className="row">
        <Button type="submit" icon="plus" busy={add.isPending} disabled={chosen.length === 0}>
          {add.isPending
            ? t('yearList.adding', {
                n: formatNumber(add.created.size),
                total: formatNumber(chosen.length + add.created.size),
              })
            : t('yearList.add', { n: formatNumber(chosen.length), year: toBengaliDigits(year) })}
        </Button>
      </div>
    </form>
  )
}

interface YearRowFieldsProps {
  year: number
  row: ChosenRow
  readOnly: boolean
  onChange: (change: RowEdit) => void
}

function YearRowFields({ year, row, readOnly, onChange }: YearRowFieldsProps) {
  const { title, last, startsOn, isChosen, isWrong } = row
  return (
    <li>
      <label className="tick">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={readOnly || !isDay(startsOn) || isWrong}
          onChange={({ target }) => onChange({ isChosen: target.checked })}
        />
        <span>
          <b>{title}</b>
          <small>
            {last
              ? t('yearList.last', { days: formatDays(last.startsOn, last.endsOn, false) })
              : t('yearList.fixed')}
          </small>
        </span>
      </label>
      <DayField
        label={<span className="vh">{t('yearList.newDay', { title })}</span>}
        {...(isWrong && { error: t('yearList.wrongYear', { year: toBengaliDigits(year) }) })}
        hint={!isDay(startsOn) && t('yearList.moon')}
        readOnly={readOnly}
        value={startsOn}
        near={`${year}-07-01`}
        // A typed date is meant to be taken.
        onChange={(day) => onChange({ startsOn: day, isChosen: true })}
        inWords={isDay(startsOn) && !isWrong && <span className="hint">{rowHint(row)}</span>}
      />
    </li>
  )
}

function rowHint({ day, startsOn, count, isChosen }: ChosenRow): string {
  if (day === 'other' && !isChosen) return t('yearList.check')
  if (count > 1) return formatDays(startsOn, addDays(startsOn, count - 1))
  const weekday = formatWeekdayAndDay(startsOn)
  return isWeekend(startsOn) ? t('yearList.weekend', { weekday }) : weekday
}

/** Returns the event of a row. */
function eventOf({ key, title, fields, startsOn, count }: YearRow): BatchRow {
  const endsOn = count > 1 && { endsOn: addDays(startsOn, count - 1) }
  return { key, body: { title, ...fields, startsOn, ...endsOn } }
}
