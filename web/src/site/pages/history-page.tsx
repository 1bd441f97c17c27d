import { useQuery } from '@tanstack/react-query'
import { RichText } from '../../school/rich-text.tsx'
import { settingsQuery } from '../../school/use-school.ts'
import { LastUpdate } from '../../ui/date-text.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { Page } from '../page.tsx'
import { SchoolPicture } from '../school-pictures.tsx'

/** The brief history of the school. */
export function HistoryPage() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useReadApi()))
  return (
    <Page title={t('public.history.title')}>
      {settings?.history ? (
        <article className="card card--text">
          <div className="prose">
            <figure>
              <SchoolPicture sizes="(min-width: 48rem) 43rem, 92vw" />
            </figure>
            <RichText text={settings.history} />
            {settings.updatedAt && (
              <p>
                <LastUpdate moment={settings.updatedAt} />
              </p>
            )}
          </div>
        </article>
      ) : (
        <div className="card">
          {settings ? (
            <EmptyBox id="public.history.empty" />
          ) : isError ? (
            <ErrorBox id="error.generic" onRetry={() => refetch()} />
          ) : (
            <LoadingBox id="public.glance.loading" />
          )}
        </div>
      )}
    </Page>
  )
}
