import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { People } from '../../features/people/people-page.tsx'
import { stackTables } from '../../school/stacked-tables.ts'
import { teacherPageQuery } from '../../school/use-school.ts'
import { LastUpdate } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState, stateTexts } from '../../ui/query-state.tsx'
import { t } from '../../ui/t.ts'
import { Page } from '../page.tsx'
import '../../styles/figures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

/** The school's own page of its officers and teachers, else all people. */
export function TeachersPage() {
  const query = useQuery(teacherPageQuery(useReadApi()))
  const isOfPeople = query.data?.people ?? false
  return (
    <Page title={t('public.teachers.title')}>
      <QueryState query={query} texts={stateTexts('teachers')} isEmpty={(page) => !page?.html}>
        {(page) => page && (isOfPeople ? <People /> : <OwnPage page={page} />)}
      </QueryState>
    </Page>
  )
}

/** The page as the school wrote it; on a phone the rows of its tables are cards. */
function OwnPage({ page: { html, updatedAt } }: { page: TeacherPage }) {
  const stacked = useMemo(() => stackTables(html), [html])
  return (
    <div className="stack figures-wrap stack--3">
      {stacked.scrolls && (
        <p className="scrollhint scrollhint--phone">
          <Icon name="swap" /> {t('students.scrollHint')}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a wide table */}
      <section className="pagehtml" tabIndex={0} aria-label={t('public.teachers.title')}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server */}
        <div dangerouslySetInnerHTML={{ __html: stacked.html }} />
      </section>
      <p>
        <LastUpdate moment={updatedAt} />
      </p>
    </div>
  )
}
