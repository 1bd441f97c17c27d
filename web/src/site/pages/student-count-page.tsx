import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { type CountTotals, groupByClass, sumCounts } from '@bidyaloy/shared/school/student-groups'
import {
  CountCells,
  CountHead,
  eachColumn,
  GroupHead,
  publicColumns,
  shiftAndSection,
  TotalsHead,
} from '../../school/count-columns.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { Page } from '../page-body.tsx'
import { StudentCounts } from './student-counts.tsx'

/** The same counts as files. */
const sheetPaths = { csv: '/studentcount.csv', xlsx: '/studentcount.xlsx' } as const

/** Students now studying, by class, shift and section. */
export function StudentCountPage() {
  return (
    <Page title={t('public.students.title')} lead={t('students.caption')} wide>
      <StudentCounts>
        {(rows) => (
          <div className="stack stack--6">
            <CountTable rows={rows} />
            <Totals totals={sumCounts(rows)} />
            <p className="row">
              <a className="btn" href={sheetPaths.csv} download>
                <Icon name="download" /> {t('students.download.csv')}
              </a>
              <a className="btn" href={sheetPaths.xlsx} download>
                <Icon name="download" /> {t('students.download.xlsx')}
              </a>
            </p>
          </div>
        )}
      </StudentCounts>
    </Page>
  )
}

function CountTable({ rows }: { rows: readonly StudentCount[] }) {
  return (
    <div className="stack figures-wrap stack--3">
      <p className="scrollhint">
        <Icon name="swap" /> {t('students.scrollHint')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="figures-box" tabIndex={0} aria-label={t('students.caption')}>
        <table className="figures">
          <caption>
            <span className="vh">{t('students.caption')}</span>
          </caption>
          <CountHead columns={publicColumns} />
          {groupByClass(rows).map(({ className, rows: ofClass, totals }) => (
            <tbody key={className}>
              {ofClass.map((row, i) => (
                <tr key={row._id}>
                  {i === 0 && (
                    <th scope="rowgroup" className="apart" rowSpan={ofClass.length + 1}>
                      {t(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt apart">{t(`enum.shift.${row.shift}`)}</td>
                  <td className="txt apart">{t(`enum.section.${row.section}`)}</td>
                  <GroupHead className={className} parts={shiftAndSection(row)} />
                  <CountCells columns={publicColumns} totals={sumCounts([row])} />
                </tr>
              ))}
              <tr className="sum">
                <th className="txt apart" scope="row" colSpan={2}>
                  {t('students.col.total')}
                </th>
                <GroupHead className={className} parts={[t('students.col.total')]} />
                <CountCells columns={publicColumns} totals={totals} />
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr>
              <TotalsHead />
              <CountCells columns={publicColumns} totals={sumCounts(rows)} />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function Totals({ totals }: { totals: CountTotals }) {
  return (
    <section className="stack stack--3" aria-labelledby="totals">
      <SectionHead id="totals" title={t('students.totals.all')} />
      <div className="totals-wrap">
        <dl className="totals">
          {eachColumn(publicColumns).map(({ field }) => (
            <div key={field} className={field === 'total' ? 'big' : undefined}>
              <dt>{t(`students.col.${field}`)}</dt>
              <dd>{formatNumber(totals[field])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
