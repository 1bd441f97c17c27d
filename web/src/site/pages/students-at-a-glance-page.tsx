import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { groupByClass, SHIFTS, sumCounts } from '@bidyaloy/shared/school/student-groups'
import { Icon } from '../../ui/icon.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { pagePaths } from '../addresses.ts'
import { Page } from '../page-body.tsx'
import { StudentCounts } from './student-counts.tsx'

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
  const named = <
    F extends
      | 'muslim'
      | 'hindu'
      | 'bouddho'
      | 'christian'
      | 'science'
      | 'business'
      | 'humanities'
      | 'autistic'
      | 'physicalDisabled',
  >(
    fields: readonly F[],
  ) => fields.map((field) => ({ label: t(`students.col.${field}`), value: totals[field] }))
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
      <Bars
        id="by-religion"
        title={t('eservice.glance.byReligion')}
        figures={named(['muslim', 'hindu', 'bouddho', 'christian'])}
      />
      <Bars
        id="by-department"
        title={t('eservice.glance.byDept')}
        figures={named(['science', 'business', 'humanities'])}
      />
      <Bars
        id="special"
        title={t('eservice.glance.special')}
        figures={named(['autistic', 'physicalDisabled'])}
      />
      <p>
        <a className="more" href={pagePaths.studentCount}>
          {t('eservice.glance.fullTable')} <Icon name="right" />
        </a>
      </p>
    </div>
  )
}

/** Figures as bars that read as a list, and behind them their table. */
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
        <FigureTable {...{ title, figures }} />
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
