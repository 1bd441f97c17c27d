import { dhakaYear, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { EntryMarks, FileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { KindMarks } from '../../collections/kind-marks.tsx'
import { DayLeaf } from '../../ui/date-text.tsx'
import { useToday } from '../../ui/page-context.ts'

/** A notice with its date as a calendar leaf. */
export function NoticeRow({ notice }: { notice: Entry }) {
  const today = useToday()
  const year = dhakaYear(notice.date)
  const size = fileSize(notice)
  return (
    <li>
      <DayLeaf moment={notice.date} />
      <div>
        <a className="noticelist__title" href={entryPath('notices', notice._id)}>
          {notice.title}
        </a>
        <EntryMarks entry={notice} />
        <div className="noticelist__facts">
          <KindMarks collection="notices" entry={notice} />
          <p className="meta">
            <span>
              {today.iso.startsWith(String(year))
                ? formatWeekday(notice.date)
                : toBengaliDigits(year)}
            </span>
            <FileLabel entry={notice} />
            {size && <span>{size}</span>}
          </p>
        </div>
      </div>
    </li>
  )
}
