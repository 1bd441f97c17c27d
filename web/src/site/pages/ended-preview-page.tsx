// Kept apart from `message-pages.tsx`, whose texts are in the site's first script: only the server renders it.
import { PageBody, usePageTitle } from '../page.tsx'
import { NextLinks } from './message-pages.tsx'
import { t } from './t.ts'

/** Shown instead of a draft once the hour of its link has ended (410). */
export function EndedPreviewPage() {
  usePageTitle(t('preview.ended.title'), { noindex: true })
  return (
    <PageBody>
      <div className="card">
        <div className="state">
          <h1>{t('preview.ended.title')}</h1>
          <p className="text muted">{t('preview.ended.body')}</p>
          <NextLinks />
        </div>
      </div>
    </PageBody>
  )
}
