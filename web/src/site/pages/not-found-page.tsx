import { siteText as t } from '../../ui/site-text.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
import { WaysOn } from './ways-on.tsx'

/** Shown for every address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle(t('error.404.title'), { noindex: true })
  return (
    <PageBody wide>
      <div className="card">
        <div className="state">
          <h1>{t('error.404.title')}</h1>
          <p className="text muted">{t('error.404.body')}</p>
          <WaysOn />
        </div>
      </div>
    </PageBody>
  )
}
