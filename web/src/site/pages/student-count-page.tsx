import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { type CountTotals, groupByClass, sumCounts } from '@bidyaloy/shared/school/count-totals'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { Icon } from '../../ui/icon.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { Page } from '../page-body.tsx'
import { StudentCounts } from './student-counts.tsx'

/** The same counts as files. */
const sheetPaths = { csv: '/studentcount.csv', xlsx: '/studentcount.xlsx' } as const

/** What the public sees of the counts, group by group; boys and actions are the office's. */
const groups = [
  { label: null, fields: ['girls', 'total'] },
  { label: 'students.col.religion', fields: ['muslim', 'hindu', 'bouddho', 'christian'] },
  { label: 'students.col.department', fields: ['science', 'business', 'humanities'] },
  { label: 'students.col.ffGroup', fields: ['muktiJoddha', 'muktiJoddharSontan'] },
  { label: 'students.col.disabilityGroup', fields: ['autistic', 'physicalDisabled'] },
] as const
type Shown = (typeof groups)[number]['fields'][number]
const columns = groups.flatMap(({ fields }) =>
  fields.map((field, i) => ({ field: field as Shown, opensGroup: i === 0 })),
)

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
          <CountTableHead />
          {groupByClass(rows).map(({ className, rows: ofClass, totals }) => (
            <tbody key={className}>
              {ofClass.map((row, i) => (
                <tr key={row._id}>
                  {i === 0 && (
                    <th scope="rowgroup" rowSpan={ofClass.length + 1}>
                      {t(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt">{t(`enum.shift.${row.shift}`)}</td>
                  <td className="txt">{t(`enum.section.${row.section}`)}</td>
                  <Figures totals={sumCounts([row])} />
                </tr>
              ))}
              <tr className="sum">
                <th className="txt" scope="row" colSpan={2}>
                  {t('students.col.total')}
                </th>
                <Figures totals={totals} />
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('students.totals.title')}
              </th>
              <Figures totals={sumCounts(rows)} />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function CountTableHead() {
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col">
          {t('students.col.class')}
        </th>
        <th rowSpan={2} scope="col" className="txt">
          {t('students.col.shift')}
        </th>
        <th rowSpan={2} scope="col" className="txt">
          {t('students.col.section')}
        </th>
        {groups.map(({ label, fields }) =>
          label === null ? (
            fields.map((field, i) => (
              <th key={field} rowSpan={2} scope="col" className={i === 0 ? 'gs' : undefined}>
                {t(`students.col.${field}`)}
              </th>
            ))
          ) : (
            <th key={label} colSpan={fields.length} scope="colgroup">
              {t(label)}
            </th>
          ),
        )}
      </tr>
      <tr>
        {groups.flatMap(({ label, fields }) =>
          label === null
            ? []
            : fields.map((field, i) => (
                <th key={field} scope="col" className={i === 0 ? 'gs' : undefined}>
                  {t(`students.col.${field}`)}
                </th>
              )),
        )}
      </tr>
    </thead>
  )
}

function Figures({ totals }: { totals: CountTotals }) {
  return columns.map(({ field, opensGroup }) => {
    const value = totals[field]
    const classes = [opensGroup && 'gs', field === 'total' && 'tot', value === 0 && 'z']
    return (
      <td key={field} className={classes.filter(Boolean).join(' ') || undefined}>
        {formatNumber(value)}
      </td>
    )
  })
}

function Totals({ totals }: { totals: CountTotals }) {
  return (
    <section className="stack stack--3" aria-labelledby="totals">
      <SectionHead id="totals" title={t('students.totals.all')} />
      <div className="totals-wrap">
        <dl className="totals">
          {columns.map(({ field }) => (
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
