import { pages } from '@bidyaloy/shared/features/routine/paths'
import { routinePath } from '@bidyaloy/shared/features/routine/week'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../site/page.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { PrintButton } from './page-parts.tsx'
import { routinesQuery } from './queries.ts'
import { groupName, states, t } from './t.ts'
import { WeekTable } from './week-table.tsx'
import './routine.css'

/** All weeks below each other, to print. */
export function AllRoutinesPage() {
  const query = useQuery(routinesQuery(useReadApi()))
  return (
    <Page
      title={t('routine.all')}
      above={{ href: pages.routine, label: t('routine.title') }}
      noindex
    >
      <QueryState query={query} texts={states}>
        {(routines) => (
          <div className="stack stack--6">
            <p className="row">
              <PrintButton />
            </p>
            {routines.map((routine) => (
              <section key={routine._id} className="sheetweek" aria-labelledby={routine._id}>
                <h2 id={routine._id}>
                  <a href={routinePath(routine)}>{groupName(routine)}</a>
                </h2>
                <WeekTable
                  week={routine}
                  caption={t('routine.caption', { group: groupName(routine) })}
                />
              </section>
            ))}
          </div>
        )}
      </QueryState>
    </Page>
  )
}
