import type { ReadApi } from '@bidyaloy/shared/api/api'
import { pages } from '@bidyaloy/shared/features/routine/paths'
import { groupAt } from '@bidyaloy/shared/features/routine/week'
import type { Group } from '@bidyaloy/shared/school/class-groups'
import type { QueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { Address } from '../../site/page-route.ts'
import { NotFoundPage } from '../../site/pages/not-found-page.tsx'
import { AllRoutinesPage } from './all-routines-page.tsx'
import { ChoicePage } from './choice-page.tsx'
import { ExamPage } from './exam-page.tsx'
import {
  examQuery,
  routineIndexQuery,
  routineQuery,
  routinesQuery,
  teacherRoutineQuery,
  weekDatesQuery,
} from './queries.ts'
import { RoutinePage } from './routine-page.tsx'
import { TeacherPage, TeachersPage } from './teacher-pages.tsx'

/** What an address below that of the routines shows. */
type Shown =
  | { page: 'choice' | 'all' | 'teachers' }
  | { page: 'class'; group: Group }
  | { page: 'teacher'; name: string }
  | { page: 'exam'; id: string }

function parseAddress(rest: string): Shown | null {
  const [first, second, ...more] = rest.split('/')
  if (rest === '') return { page: 'choice' }
  if (rest === 'all') return { page: 'all' }
  if (rest === 'teacher') return { page: 'teachers' }
  // Names may contain slashes.
  if (first === 'teacher') return { page: 'teacher', name: [second, ...more].join('/') }
  if (first === 'exam' && second && more.length === 0) return { page: 'exam', id: second }
  const group = groupAt(`${pages.routine}/${rest}`)
  return group ? { page: 'class', group } : null
}

/** Loads the data of the page at an address. */
async function prefetchRoutine(
  client: QueryClient,
  api: ReadApi,
  { id, today }: Address,
): Promise<unknown> {
  const shown = parseAddress(id)
  switch (shown?.page) {
    case 'class':
      return Promise.all([
        client.fetchQuery(routineIndexQuery(api)),
        client.fetchQuery(routineQuery(api, shown.group)),
        client.fetchQuery(weekDatesQuery(api, shown.group, today)),
      ])
    case 'all':
      return client.fetchQuery(routinesQuery(api))
    case 'teacher':
      return client.fetchQuery(teacherRoutineQuery(api, shown.name))
    case 'exam':
      return client.fetchQuery(examQuery(api, shown.id))
    case 'choice':
    case 'teachers':
      return client.fetchQuery(routineIndexQuery(api))
    default:
      return undefined
  }
}

/** Returns the query whose null means that nothing is at an address. */
function queryOf(api: ReadApi, shown: Shown) {
  if (shown.page === 'teacher') return teacherRoutineQuery(api, shown.name)
  return shown.page === 'exam' ? examQuery(api, shown.id) : null
}

function isMissing(client: QueryClient, api: ReadApi, { id }: Address): boolean {
  const shown = parseAddress(id)
  const query = shown && queryOf(api, shown)
  return !shown || (query !== null && client.getQueryData<unknown>(query.queryKey) === null)
}

function fillMissing(client: QueryClient, api: ReadApi, { id }: Address): void {
  const shown = parseAddress(id)
  const query = shown && queryOf(api, shown)
  if (query) client.setQueryData<unknown>(query.queryKey, null)
}

/** The page at an address below that of the routines. */
function RoutinePages() {
  const shown = parseAddress(useParams()['*'] ?? '')
  switch (shown?.page) {
    case 'choice':
      return <ChoicePage />
    case 'class':
      return <RoutinePage group={shown.group} />
    case 'all':
      return <AllRoutinesPage />
    case 'teachers':
      return <TeachersPage />
    case 'teacher':
      return <TeacherPage name={shown.name} />
    case 'exam':
      return <ExamPage id={shown.id} />
    default:
      return <NotFoundPage />
  }
}

/** What the routes of the pages need. */
export const routinePages = {
  Page: RoutinePages,
  prefetch: prefetchRoutine,
  isMissing,
  fill: fillMissing,
} as const
