import { useQuery } from '@tanstack/react-query'
import { historyPieces } from '../../school/history.ts'
import { settingsQuery } from '../../school/school-queries.ts'
import { LastUpdate } from '../../ui/last-update.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { siteText as t } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'
import { Page } from '../page-body.tsx'

/** The brief history of the school. */
export function HistoryPage() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useReadApi()))
  const pieces = historyPieces(settings?.history ?? '')
  return (
    <Page title={t('public.history.title')}>
      {settings && pieces.length > 0 ? (
        <article className="card card--text">
          <div className="prose">
            {pieces.map(({ kind, text }) =>
              kind === 'heading' ? <h2 key={text}>{text}</h2> : <p key={text}>{text}</p>,
            )}
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
