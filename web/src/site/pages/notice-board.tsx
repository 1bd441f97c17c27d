import { dhakaTime, formatWeekday, MONTHS } from '@bidyaloy/shared/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { FileLabel, fileSize } from '../../collections/file-facts.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { useToday } from '../../ui/today.ts'
import { pagePaths } from '../addresses.ts'
import { EntryMarks } from './entry-marks.tsx'

/** The notices of the board: the five entered last. */
export const boardNotices = { sort: 'createdAt', limit: 5 } as const

/** The notice board of the front page, at most 300 px high. */
export function NoticeBoard() {
  const { data, isError, refetch } = useQuery(entriesQuery(useReadApi(), 'notices', boardNotices))
  return (
    <section className="card card--flush" aria-labelledby="notice-board">
      <div className="card__head">
        <SectionHead
          id="notice-board"
          title={t('public.home.notices.title')}
          all={{ href: pagePaths.notices, label: t('public.home.notices.all') }}
        />
      </div>
      {data && data.length > 0 ? (
        // biome-ignore-start lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <section className="noticebox" tabIndex={0} aria-label={t('public.home.notices.region')}>
          <ul className="noticelist">
            {data.map((notice) => (
              <NoticeRow key={notice._id} notice={notice} />
            ))}
          </ul>
        </section>
      ) : // biome-ignore-end lint/a11y/noNoninteractiveTabindex: end of the box
      data ? (
        <EmptyBox id="public.notices.emptyShort" />
      ) : isError ? (
        <ErrorBox id="public.notices.error" onRetry={() => refetch()} />
      ) : (
        <LoadingBox id="public.notices.loading" />
      )}
    </section>
  )
}

/** A notice with its date as a calendar leaf. */
export function NoticeRow({ notice }: { notice: Entry }) {
  const today = useToday()
  const { iso, year, month, day } = dhakaTime(notice.date)
  const size = fileSize(notice)
  return (
    <li>
      <time className="leaf" dateTime={iso}>
        <span className="leaf__m">{MONTHS[month - 1]}</span>
        <span className="leaf__d">{toBengaliDigits(day)}</span>
      </time>
      <div>
        <a className="noticelist__title" href={entryPath('notices', notice._id)}>
          {notice.title}
        </a>
        <EntryMarks entry={notice} />
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
    </li>
  )
}
