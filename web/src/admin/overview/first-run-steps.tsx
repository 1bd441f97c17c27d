import { firstRunCopy } from '@bidyaloy/shared/copy/first-run-copy'
import { moveInScreen } from '@bidyaloy/shared/features/move-in/paths'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { AdminOverview, SetupStep } from '@bidyaloy/shared/school/admin-overview'
import { Link, useSearchParams } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { withCopy } from '../t.ts'

const t = withCopy(firstRunCopy)

/** The steps of setting up a new site, in their order. */
export const FIRST_RUN = ['name', 'head', 'people', 'notice', 'later'] as const
export type FirstRunStep = (typeof FIRST_RUN)[number]

/** Address of a step, relative to the dashboard's. */
export const stepPath = (step: FirstRunStep) => ({ search: `?step=${step}` })

/** The step of the address; null if there is none, or the account may not do it. */
export function useFirstRunStep(): FirstRunStep | null {
  const may = useRights()
  const [params] = useSearchParams()
  const step = FIRST_RUN.find((one) => one === params.get('step'))
  return step !== undefined && may('settings') ? step : null
}

/** Returns which steps are done. */
export function useDoneSteps({ setup }: AdminOverview): readonly FirstRunStep[] {
  const { identity, headTeacher } = useSettings() ?? {}
  const isDone = (name: SetupStep) => setup.some(({ step, done }) => step === name && done)
  const done = {
    name: Boolean(identity?.name) || isDone('contact'),
    head: Boolean(headTeacher?.name),
    people: isDone('teacherPage'),
    notice: isDone('notice'),
    later: setup.every((step) => step.done),
  }
  return FIRST_RUN.filter((step) => done[step])
}

/** Whether the account sets up a site that has published no notice yet. */
export function useIsFirstRun(overview: AdminOverview | undefined): boolean {
  const may = useRights()
  const isOpen = overview?.setup.some(({ step, done }) => step === 'notice' && !done) ?? false
  return isOpen && may('settings')
}

/** To where the notices and files of an older site are brought. */
export function MoveInLink() {
  return (
    <p>
      <Link to={`${HOME_PATH}/${moveInScreen}`}>{t('firstRun.moveIn')}</Link>
    </p>
  )
}

/** Leads to the first open step. */
export function FirstRunOffer({ overview }: { overview: AdminOverview }) {
  const done = useDoneSteps(overview)
  const next = FIRST_RUN.find((step) => !done.includes(step))
  if (!next) return null
  return (
    <section className="card firstrun__offer" aria-labelledby="first-run">
      <div>
        <h2 id="first-run">{t('firstRun.title')}</h2>
        <p className="hint">{t('firstRun.lead', { n: toBengaliDigits(done.length) })}</p>
        <MoveInLink />
      </div>
      <Link className="btn btn--primary" to={stepPath(next)}>
        {t(done.length > 0 ? 'firstRun.resume' : 'firstRun.start')}
      </Link>
    </section>
  )
}
