import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { EntryMarks } from '../../collections/entry-facts.tsx'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { DayMark } from '../../ui/date-text.tsx'

/** A notice: its day, its title, and one line of facts. */
export function NoticeRow({ notice }: { notice: Entry }) {
  return (
    <li>
      <DayMark moment={notice.date} below="month" />
      <div>
        <a className="noticelist__title" href={entryPath('notices', notice._id)}>
          {notice.title}
        </a>
        <p className="meta">
          <EntryMarks entry={notice} />
          <KindFacts collection="notices" entry={notice} />
        </p>
      </div>
    </li>
  )
}
