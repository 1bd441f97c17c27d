import { useQuery } from '@tanstack/react-query'
import { teacherPageQuery } from '../../school/school-queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { LastUpdate } from '../../ui/last-update.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { Page } from '../page-body.tsx'

/** Officers and teachers, as the school's own page of them says. */
export function TeachersPage() {
  const { data: page, isError, refetch } = useQuery(teacherPageQuery(useReadApi()))
  return (
    <Page title={t('public.teachers.title')}>
      {page?.html ? (
        <div className="stack figures-wrap stack--3">
          <p className="scrollhint scrollhint--phone">
            <Icon name="swap" /> {t('students.scrollHint')}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll a wide table */}
          <section className="pagehtml" tabIndex={0} aria-label={t('public.teachers.title')}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server hands it out harmless only */}
            <div dangerouslySetInnerHTML={{ __html: page.html }} />
          </section>
          <p>
            <LastUpdate moment={page.updatedAt} />
          </p>
        </div>
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
