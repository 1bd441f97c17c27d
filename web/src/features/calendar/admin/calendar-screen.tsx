import type { Entry } from '@bidyaloy/shared/collections/entry'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { calendarAdminCopy } from '@bidyaloy/shared/features/calendar/admin-copy'
import { pages } from '@bidyaloy/shared/features/calendar/paths'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatDays, formatMonth, isDay } from '@bidyaloy/shared/lib/bengali/days'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useRights } from '../../../admin/api/session.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { Composer } from '../../../admin/compose/composer.tsx'
import { UnreadNote } from '../../../admin/desktop-state/desktop-only.tsx'
import { type EntryAction, EntryDialog } from '../../../admin/entries/entry-dialogs.tsx'
import { EntryBadges, RowActions, TitleButton } from '../../../admin/entries/entry-rows.tsx'
import type { Properties } from '../../../admin/entries/properties.ts'
import { usePublished } from '../../../admin/entries/published-card.tsx'
import { DraftLinks } from '../../../admin/entries/published-tabs.tsx'
import { withCopy } from '../../../admin/t.ts'
import { useSettings } from '../../../school/use-school.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lookOf } from '../dates.ts'
import { type DatedEntry, useDatedEntries } from './dated-entries.ts'
import { MonthPicker } from './month-picker.tsx'
import { YearList } from './year-list.tsx'
import '../calendar.css'
import './calendar-screen.css'

const t = withCopy(calendarAdminCopy, entriesCopy)

/** The calendar: a form with a month beside it, the month's dates, and the list of a new year. */
export function CalendarScreen() {
  const mayPublish = useRights()('publish')
  const [month, setMonth] = useState(() => dhakaTime(new Date()).iso.slice(0, 7))
  const heading = useRef<HTMLHeadingElement>(null)
  const turnTo = (next: string) => isDay(`${next}-01`) && setMonth(next)
  const { fresh, markFresh, onPublished, card } = usePublished()
  const query = useDatedEntries(Number(month.slice(0, 4)))
  const dates = query.data ?? []
  /** Id of the draft that is open in the form. */
  const [writing, setWriting] = useState<string | null>(null)
  const showFirst = (entries: readonly Entry[]) => {
    const [first = ''] = entries.map(({ startsOn = '' }) => startsOn).sort()
    turnTo(first.slice(0, 7))
    markFresh(entries)
    requestAnimationFrame(() => heading.current?.focus())
  }
  return (
    <>
      <ScreenHead title={t('events.title')}>
        {t(mayPublish ? 'calendarAdmin.lead' : 'draft.clerk')}
      </ScreenHead>
      {card}
      <Composer
        collection="events"
        isFixed
        onPublished={onPublished}
        onDraft={setWriting}
        sideColumn={({ properties, onChange }) => (
          <FormMonth
            month={month}
            onMonth={turnTo}
            dates={dates}
            properties={properties}
            onChange={onChange}
          />
        )}
      />
      <DraftLinks collection="events" isWriting={writing !== null} />
      <MonthList month={month} query={query} fresh={fresh} heading={heading} />
      <YearList onAdded={showFirst} />
    </>
  )
}

interface FormMonthProps {
  month: string
  onMonth: (month: string) => void
  dates: readonly DatedEntry[]
  properties: Properties
  onChange: (change: Properties) => void
}

/** The month picker of the form; it follows a first day that is typed. */
function FormMonth({ properties, onChange, onMonth, ...rest }: FormMonthProps) {
  const { startsOn = '', endsOn = '' } = properties
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another first day turns the month
  useEffect(() => {
    if (isDay(startsOn)) onMonth(startsOn.slice(0, 7))
  }, [startsOn])
  return (
    <MonthPicker
      {...rest}
      onMonth={onMonth}
      range={{ startsOn, endsOn }}
      onRange={(range) => onChange({ ...range })}
    />
  )
}

interface MonthListProps {
  month: string
  query: ReturnType<typeof useDatedEntries>
  /** Ids of the entries published last. */
  fresh: ReadonlySet<string>
  heading: RefObject<HTMLHeadingElement | null>
}

/** The dates of a month, with actions for each. */
function MonthList({ month, query, fresh, heading }: MonthListProps) {
  const [action, setAction] = useState<(EntryAction & Pick<DatedEntry, 'collection'>) | null>(null)
  const isInMonth = ({ startsOn, endsOn }: DatedEntry) =>
    startsOn.slice(0, 7) <= month && month <= endsOn.slice(0, 7)
  return (
    <section className="card stack stack--3" aria-labelledby="month-list">
      <div className="row row--between">
        <h2 id="month-list" tabIndex={-1} ref={heading}>
          {t('monthList.title', { month: formatMonth(month) })}
        </h2>
        <a className="btn btn--small" href={pages.calendar}>
          <Icon name="eye" /> {t('admin.published.onSite')}
        </a>
      </div>
      <UnreadNote list="/api/events" />
      <QueryState
        query={query}
        texts={{
          loading: t('public.events.loading'),
          error: t('public.events.error'),
          empty: t('public.events.empty'),
        }}
        isEmpty={(dates) => !dates.some(isInMonth)}
        bare
      >
        {(dates) => (
          <ul className="datelist">
            {dates.filter(isInMonth).map((date) => (
              <DateRow
                key={date.entry._id}
                date={date}
                isFresh={fresh.has(date.entry._id)}
                now={query.updatedAt}
                onTask={(task) => setAction({ task, ...date })}
              />
            ))}
          </ul>
        )}
      </QueryState>
      {action && (
        <EntryDialog
          {...action}
          onClose={() => setAction(null)}
          onGone={() => requestAnimationFrame(() => heading.current?.focus())}
        />
      )}
    </section>
  )
}

interface DateRowProps {
  date: DatedEntry
  isFresh: boolean
  /** Milliseconds since 1970. */
  now: number
  onTask: (task: EntryAction['task']) => void
}

function DateRow({ date, isFresh, now, onTask }: DateRowProps) {
  const { collection, entry, startsOn, endsOn } = date
  const kind = kindsOf(collection, useSettings()).find(({ id }) => id === entry.kind)
  const { look, icon } = lookOf(kind?.id)
  return (
    <li data-fresh={isFresh || undefined}>
      <div>
        <TitleButton title={entry.title} onClick={() => onTask('edit')} />
        <p className="meta">
          <span>{formatDays(startsOn, endsOn)}</span>
          {entry.time && <span>{entry.time}</span>}
        </p>
        <span className={`ev ev--${look}`}>
          <Icon name={icon} />
          <span>{kind?.name ?? t(`public.${collection}.one`)}</span>
        </span>{' '}
        <EntryBadges entry={entry} isFresh={isFresh} now={now} />
      </div>
      <RowActions collection={collection} entry={entry} onTask={onTask} />
    </li>
  )
}
