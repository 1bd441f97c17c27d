import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { stackTables } from '../../school/stacked-tables.ts'
import { teacherPageQuery } from '../../school/use-school.ts'
import { LastUpdate } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { Page } from '../page.tsx'

/** Officers and teachers, as the school's own page of them says. */
export function TeachersPage() {
  const { data: page, isError, refetch } = useQuery(teacherPageQuery(useReadApi()))
  return (
    <Page title={t('public.teachers.title')}>
      {page?.html ? (
        <OwnPage page={page} />
      ) : (
        <div className="card">
          {page === undefined && isError ? (
            <ErrorBox id="public.teachers.error" onRetry={() => refetch()} />
          ) : page === undefined ? (
            <LoadingBox id="public.teachers.loading" />
          ) : (
            <EmptyBox id="public.teachers.empty" />
          )}
        </div>
      )}
    </Page>
  )
}

/** The page as the school wrote it; on a phone the rows of its tables stand as cards. */
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server hands it out harmless only */}
        <div dangerouslySetInnerHTML={{ __html: stacked.html }} />
      </section>
      <p>
        <LastUpdate moment={updatedAt} />
      </p>
    </div>
  )
}
