import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { collections } from '@bidyaloy/shared/collections/registry'
import type { AdminOverview, SetupStep } from '@bidyaloy/shared/school/admin-overview'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { overviewText } from './overview-text.ts'

/** Where each step is done, under the dashboard's address. */
const places: Readonly<Record<SetupStep, string>> = {
  password: 'account',
  contact: 'contactus',
  identity: 'settings#section-identity',
  headTeacher: 'settings#section-headTeacher',
  schoolInfo: 'schoolInfo',
  studentCounts: 'studentcount',
  teacherPage: 'teachers',
  notice: collections.notices.adminPaths[0],
}

/** What is still missing until the site is set up; each step leads to where it is done. */
export function SetupCard({ steps }: { steps: AdminOverview['setup'] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <section className="card stack setup" aria-labelledby="setup">
      <h2 id="setup">{overviewText('overview.setup.title')}</h2>
      <p className="hint">
        {overviewText('overview.setup.lead', {
          n: formatNumber(done),
          total: formatNumber(steps.length),
        })}
      </p>
      <ol>
        {steps.map(({ step, done: isDone }) => (
          <li key={step} className={isDone ? 'is-done' : undefined}>
            <Link to={places[step]}>
              <Icon name={isDone ? 'check' : 'right'} />
              {overviewText(`overview.setup.${step}`)}
              <span className={isDone ? 'badge badge--ok' : 'badge badge--warn'}>
                {overviewText(isDone ? 'overview.setup.done' : 'overview.setup.open')}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
