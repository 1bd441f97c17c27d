import type { RoutineIndex } from '@bidyaloy/shared/features/routine/routine'
import {
  allRoutinesPath,
  examPath,
  routinePath,
  teachersPath,
} from '@bidyaloy/shared/features/routine/week'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { routineIndexQuery } from './queries.ts'
import { sectionName, shiftName, states, t } from './t.ts'
import './routine.css'

/** Which routine to see, and the examinations. */
export function ChoicePage() {
  const query = useQuery(routineIndexQuery(useReadApi()))
  return (
    <Page
      title={t('routine.title')}
      {...(query.data?.groups.length !== 0 && { lead: t('routine.lead') })}
    >
      <QueryState
        query={query}
        texts={states}
        isEmpty={({ groups, exams }) => groups.length + exams.length === 0}
      >
        {(index) => (
          <div className="stack stack--6">
            {index.groups.length > 0 && <Choice index={index} />}
            <Exams exams={index.exams} />
          </div>
        )}
      </QueryState>
    </Page>
  )
}

function Choice({ index: { groups, teachers } }: { index: RoutineIndex }) {
  return (
    <>
      <ChoiceForm groups={groups} />
      <section aria-labelledby="routine-list">
        <SectionHead id="routine-list" title={t('routine.list')} />
        <ul className="routinelist">
          {CLASS_NAMES.filter((name) => groups.some(({ className }) => className === name)).map(
            (name) => (
              <li key={name}>
                <b>{t(`enum.class.${name}`)}</b>
                <ul>
                  {groups
                    .filter(({ className }) => className === name)
                    .map((group) => (
                      <li key={routinePath(group)}>
                        <a href={routinePath(group)}>
                          <span className="vh">{t(`enum.class.${name}`)}, </span>
                          {shiftName(group)}, {sectionName(group)}
                        </a>
                      </li>
                    ))}
                </ul>
              </li>
            ),
          )}
        </ul>
      </section>
      <p className="row">
        <a className="btn" href={allRoutinesPath}>
          <Icon name="print" /> {t('routine.all')}
        </a>
        {teachers.length > 0 && (
          <a className="btn" href={teachersPath}>
            <Icon name="users" /> {t('routine.teachers')}
          </a>
        )}
      </p>
    </>
  )
}

/** Links to the tables of examinations; nothing without any. */
function Exams({ exams }: Pick<RoutineIndex, 'exams'>) {
  if (exams.length === 0) return null
  return (
    <section aria-labelledby="routine-exams">
      <SectionHead id="routine-exams" title={t('routine.exams')} />
      <ul className="examlist">
        {exams.map(({ _id, title, startsOn, endsOn }) => (
          <li key={_id}>
            <a href={examPath(_id)}>{title}</a>
            <small>{formatDays(startsOn, endsOn)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
