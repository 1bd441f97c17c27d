import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { EntryMarks } from '../../collections/entry-facts.tsx'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { DayMark } from '../../ui/date-text.tsx'
import { useToday } from '../../ui/page-context.ts'

/** A notice: its day, its title, and one line of facts, with the year if it is not this one. */
export function NoticeRow({ notice }: { notice: Entry }) {
  const { year } = dhakaTime(notice.date)
  const isOfThisYear = useToday().iso.startsWith(String(year))
  return (
    <li>
      <DayMark moment={notice.date} below="month" />
      <div>
        <a className="noticelist__title" href={entryPath('notices', notice._id)}>
          {notice.title}
        </a>
        <p className="meta">
          <EntryMarks entry={notice} />
          {!isOfThisYear && <span>{toBengaliDigits(year)}</span>}
          <KindFacts collection="notices" entry={notice} />
        </p>
      </div>
    </li>
  )
}
