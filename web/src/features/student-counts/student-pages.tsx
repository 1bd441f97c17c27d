import { pages } from '@bidyaloy/shared/features/student-counts/paths'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import {
  type CountTotals,
  groupByClass,
  sumCounts,
} from '@bidyaloy/shared/features/student-counts/student-groups'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../site/page.tsx'
import { t } from '../../site/pages/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import {
  CountCells,
  CountHead,
  countStates,
  eachColumn,
  GroupHead,
  publicColumns,
  shiftAndSection,
  TotalsHead,
} from './count-columns.tsx'
import { studentCountsQuery } from './queries.ts'
import '../../styles/facts.css'
import '../../styles/figures.css'
import '../../styles/tables.css'

/** The counts as a worksheet. */
const WORKSHEET = '/studentcount.xlsx'

/** Current students by class, shift and section. */
export function StudentCountPage() {
  return (
    <Page title={t('public.students.title')} lead={t('students.caption')}>
      <StudentCounts>
        {(rows) => (
          <div className="stack stack--6">
            <CountTable rows={rows} />
            <Totals totals={sumCounts(rows)} />
            <p className="row">
              <a className="btn" href={WORKSHEET} download>
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

interface Figure {
  label: string
  value: number
}

/** The student counts in summary. */
export function StudentsAtAGlancePage() {
  return (
    <Page title={t('eservice.glance.title')} lead={t('eservice.glance.lead')}>
      <StudentCounts>{(rows) => <Summary rows={rows} />}</StudentCounts>
    </Page>
  )
}

const columnGroups = [
  {
    id: 'by-religion',
    title: 'eservice.glance.byReligion',
    fields: ['muslim', 'hindu', 'bouddho', 'christian'],
  },
  {
    id: 'by-department',
    title: 'eservice.glance.byDept',
    fields: ['science', 'business', 'humanities'],
  },
  {
    id: 'special',
    title: 'eservice.glance.special',
    fields: ['autistic', 'physicalDisabled'],
  },
] as const

function Summary({ rows }: { rows: readonly StudentCount[] }) {
  const totals = sumCounts(rows)
  const byClass = groupByClass(rows).map(({ className, totals: { girls } }) => ({
    label: t(`enum.class.${className}`),
    value: girls,
  }))
  const byShift = SHIFTS.map((shift) => ({
    label: t(`enum.shift.${shift}`),
    value: sumCounts(rows.filter((row) => row.shift === shift)).girls,
  }))
  return (
    <div className="stack stack--6">
      <dl className="defgrid">
        <div className="all">
          <dt>{t('eservice.glance.total')}</dt>
          <dd className="n">{t('public.glance.unit.people', { n: formatNumber(totals.girls) })}</dd>
        </div>
      </dl>
      <Bars id="by-class" title={t('eservice.glance.byClass')} figures={byClass} />
      <Bars id="by-shift" title={t('eservice.glance.byShift')} figures={byShift} />
      {columnGroups.map(({ id, title, fields }) => (
        <Bars
          key={id}
          id={id}
          title={t(title)}
          figures={fields.map((field) => ({
            label: t(`students.col.${field}`),
            value: totals[field],
          }))}
        />
      ))}
      <p>
        <a className="more" href={pages.studentCount}>
          {t('eservice.glance.fullTable')} <Icon name="right" />
        </a>
      </p>
    </div>
  )
}

/** A bar chart as a list, with a table of the same figures. */
function Bars({ id, title, figures }: { id: string; title: string; figures: readonly Figure[] }) {
  const most = Math.max(1, ...figures.map(({ value }) => value))
  return (
    <section className="card stack stack--4" aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <ul className="bars">
        {figures.map(({ label, value }) => (
          <li key={label}>
            <span>{label}</span>
            <svg className="bars__bar" aria-hidden="true">
              <rect width={`${(value / most) * 100}%`} height="100%" rx="2" />
            </svg>
            <b>{formatNumber(value)}</b>
          </li>
        ))}
      </ul>
      <details className="behind">
        <summary>{t('eservice.glance.table', { title })}</summary>
        <FigureTable title={title} figures={figures} />
      </details>
    </section>
  )
}

function FigureTable({ title, figures }: { title: string; figures: readonly Figure[] }) {
  const total = figures.reduce((sum, { value }) => sum + value, 0)
  const share = (value: number) =>
    `${formatNumber(total === 0 ? 0 : Number(((value / total) * 100).toFixed(1)))}%`
  return (
    <div className="table-box">
      <table className="table">
        <caption>
          <span className="vh">{title}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t('eservice.glance.count')}</th>
            <th scope="col">{t('eservice.glance.share')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatNumber(value)}</td>
              <td>{share(value)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('students.col.total')}</th>
            <td>{formatNumber(total)}</td>
            <td>{total === 0 ? '' : share(total)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function StudentCounts({ children }: { children: (rows: readonly StudentCount[]) => ReactNode }) {
  const query = useQuery(studentCountsQuery(useReadApi()))
  return (
    <QueryState query={query} texts={countStates}>
      {children}
    </QueryState>
  )
}
