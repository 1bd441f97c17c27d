import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { groupByClass, sumCounts } from '@bidyaloy/shared/school/count-totals'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { COUNT_FIELDS } from '@bidyaloy/shared/school/student-groups'
import { useQuery } from '@tanstack/react-query'
import { studentCountsQuery } from '../../school/school-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { ScreenHead } from '../layout/screen-head.tsx'
import { PublishedSection } from './published-section.tsx'
import { RecordBox } from './record-box.tsx'

const texts = {
  loading: 'public.students.loading',
  error: 'public.students.error',
  empty: 'public.students.empty',
} as const

/** All student counts, boys included, as they are saved. */
export function StudentsScreen() {
  const query = useQuery(studentCountsQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={siteText('public.students.title')} />
      <PublishedSection title="admin.published" page="/studentcount">
        <RecordBox query={query} texts={texts}>
          {(rows) => <CountTable rows={rows} />}
        </RecordBox>
      </PublishedSection>
    </>
  )
}

const [BOYS, GIRLS, ...REST] = COUNT_FIELDS
/** The total stands right of the two numbers that make it. */
const COLUMNS = [BOYS, GIRLS, 'total', ...REST] as const

function CountTable({ rows }: { rows: readonly StudentCount[] }) {
  const caption = siteText('students.caption')
  return (
    <div className="figures-wrap stack">
      <p className="scrollhint">
        <Icon name="swap" /> {siteText('students.scrollHint')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key */}
      <section className="figures-box" aria-label={caption} tabIndex={0}>
        <table className="figures">
          <caption>
            <span className="vh">{caption}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{siteText('students.col.class')}</th>
              <th scope="col" className="txt">
                {siteText('students.col.shift')}
              </th>
              <th scope="col" className="txt">
                {siteText('students.col.section')}
              </th>
              {COLUMNS.map((column) => (
                <th scope="col" key={column}>
                  {siteText(`students.col.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {groupByClass(rows).map(({ className, rows: ofClass }) => (
            <tbody key={className}>
              {ofClass.map((row, index) => (
                <tr key={row._id}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={ofClass.length}>
                      {siteText(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt">{siteText(`enum.shift.${row.shift}`)}</td>
                  <td className="txt">{siteText(`enum.section.${row.section}`)}</td>
                  <Numbers row={row} />
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {siteText('students.totals.title')}
              </th>
              <Numbers row={sumCounts(rows)} />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function Numbers({ row }: { row: Parameters<typeof sumCounts>[0][number] }) {
  const numbers = sumCounts([row])
  return COLUMNS.map((column) => (
    <td key={column} className={column === 'total' ? 'tot' : undefined}>
      {formatNumber(numbers[column])}
    </td>
  ))
}
