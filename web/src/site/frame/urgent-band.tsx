import type { ReadApi } from '@bidyaloy/shared/api/api'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatWeekdayAndDay } from '@bidyaloy/shared/lib/bengali/days'
import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'

const MAX_SHOWN = 2

/** The newest notices that are urgent now. */
export const urgentQuery = (api: ReadApi) =>
  entriesQuery(api, 'notices', { urgent: '1', limit: MAX_SHOWN })

/**
 * Urgent notices above the menu. A landmark, not a live region: it is on every page, and would be read
 * out on each. A copy that is shown without a connection says that it may have passed.
 */
export function UrgentBand() {
  const { data: notices = [] } = useQuery(urgentQuery(useReadApi()))
  if (notices.length === 0) return null
  return (
    <section className="urgent" aria-label={t('urgent.label')}>
      <div className="wrap">
        <ul>
          {notices.map(({ _id, title, date }) => (
            <li key={_id}>
              <Icon name="warn" />
              <b>{t('urgent')}</b>
              <a href={entryPath('notices', _id)}>{title}</a>
              <span className="urgent__day">
                <time dateTime={date}>{formatWeekdayAndDay(dhakaTime(date).iso)}</time>
                <span className="urgent__copy"> · {t('urgent.offline')}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
