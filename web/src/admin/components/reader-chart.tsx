import type { Api } from '@bidyaloy/shared/api/api'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReaderSeries } from '@bidyaloy/shared/school/reader-counts'
import { queryOptions } from '@tanstack/react-query'
import { Icon } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'
import './reader-chart.css'

const t = withCopy(readersCopy)

/** How often pages were read: of the site, and of the entries with these ids. */
export const readerCountsQuery = (api: Api, ids: readonly string[] = []) =>
  queryOptions({
    queryKey: ['readers', ids.join()],
    queryFn: ({ signal }) =>
      api.readerCounts({ query: ids.length > 0 ? { ids: ids.join() } : {} }, { signal }),
  })

/** Units of the drawing, which is stretched over the width. */
const STEP = 10
const HEIGHT = 100
/** A day on which the page was read once is still seen. */
const MIN_BAR = 2

interface ReaderChartProps {
  readers: ReaderSeries
  /** The last of the days, `YYYY-MM-DD`. */
  to: string
}

/** The numbers of the last days in words, as bars and as a table. */
export function ReaderChart({ readers: { total, days }, to }: ReaderChartProps) {
  const dated = days.map((count, at) => ({ day: addDays(to, at - days.length + 1), count }))
  const most = Math.max(...days)
  const peak = dated.find(({ count }) => count === most)
  const recent = days.reduce((sum, count) => sum + count, 0)
  const n = formatNumber(total)
  if (total === 0) return <p>{t('readers.never')}</p>
  if (!peak || recent === 0) return <p>{t('readers.none', { n })}</p>
  const peakText = t('readers.peak', { day: formatDate(peak.day), n: formatNumber(peak.count) })
  return (
    <div className="stack stack--3 readers">
      <p>
        {t('readers.recent', {
          n,
          recent: formatNumber(recent),
          today: formatNumber(days.at(-1) ?? 0),
        })}{' '}
        {peakText}
      </p>
      <figure>
        <svg
          viewBox={`0 0 ${STEP * days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('readers.chart', { peak: peakText })}
        >
          {dated.map(({ day, count }, at) => {
            const height = count > 0 ? Math.max(MIN_BAR, (HEIGHT * count) / most) : 0
            return (
              <rect
                key={day}
                x={STEP * at + 1}
                y={HEIGHT - height}
                width={STEP - 2}
                height={height}
              >
                <title>{dayText(day, count)}</title>
              </rect>
            )
          })}
        </svg>
        <figcaption>
          <span>{formatDate(dated[0]?.day ?? to)}</span>
          <span>{t('readers.today')}</span>
        </figcaption>
      </figure>
      <details className="more-fields">
        <summary>
          <Icon name="down" /> {t('readers.table')}
        </summary>
        <div className="table-box">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('readers.date')}</th>
                <th scope="col">{t('readers.count')}</th>
              </tr>
            </thead>
            <tbody>
              {[...dated].reverse().map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{formatDate(day)}</th>
                  <td>{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <p className="hint">{t('readers.what')}</p>
    </div>
  )
}

const dayText = (day: string, count: number) =>
  t('readers.day', { day: formatDate(day), n: formatNumber(count) })
