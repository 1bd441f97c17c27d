import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { teacherPageCopy } from '@bidyaloy/shared/features/teacher-page/copy'
import type { TeacherPage } from '@bidyaloy/shared/features/teacher-page/teacher-page'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stackTables } from '../../lib/stacked-tables.ts'
import { Page } from '../../site/page.tsx'
import { LastUpdate } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { People } from '../people/people-page.tsx'
import { teacherPageQuery } from './queries.ts'
import '../../styles/figures.css'
import '../../styles/prose.css'
import '../../styles/tables.css'

const t = translator(teacherPageCopy, pageCopy, siteCopy)

const stateTexts = {
  loading: t.pair('public.teachers.loading'),
  error: t.pair('public.teachers.error'),
  empty: t.pair('public.teachers.empty'),
}

/** The school's own page of its officers and teachers, else all people. */
export function TeachersPage() {
  const query = useQuery(teacherPageQuery(useReadApi()))
  const isOfPeople = query.data?.people ?? false
  return (
    <Page title={t('public.teachers.title')}>
      <QueryState query={query} texts={stateTexts} isEmpty={(page) => !page?.html}>
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
