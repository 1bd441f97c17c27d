import { useQuery } from '@tanstack/react-query'
import { RichText } from '../../school/rich-text.tsx'
import { settingsQuery } from '../../school/use-school.ts'
import { LastUpdate } from '../../ui/date-text.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Page } from '../page.tsx'
import { SchoolPicture } from '../school-pictures.tsx'
import { t } from './t.ts'
import '../../styles/prose.css'
import '../../styles/tables.css'

/** The brief history of the school. */
export function HistoryPage() {
  const query = useQuery(settingsQuery(useReadApi()))
  return (
    <Page title={t('public.history.title')}>
      <QueryState
        query={query}
        texts={{
          loading: t.pair('public.history.loading'),
          error: t.pair('error.generic'),
          empty: t.pair('public.history.empty'),
        }}
        isEmpty={({ history }) => !history}
      >
        {({ history, updatedAt }) => (
          <article className="card card--text">
            <div className="prose">
              <figure>
                <SchoolPicture sizes="(min-width: 48rem) 43rem, 92vw" />
              </figure>
              <RichText text={history} />
              {updatedAt && (
                <p>
                  <LastUpdate moment={updatedAt} />
                </p>
              )}
            </div>
          </article>
        )}
      </QueryState>
    </Page>
  )
}
