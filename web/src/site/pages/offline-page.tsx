// A chunk of its own: no visitor with a connection loads it.
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { Icon } from '../../ui/icon.tsx'
import { useWithdrawn } from '../../ui/server-context.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { t } from './t.ts'

/** Of the page that failed to load, with its query: this one is served there. */
const SAME_ADDRESS = ''

/** Shown without a connection when the requested page is not cached. */
export function OfflinePage() {
  usePageTitle(t('error.offline.title'), { noindex: true })
  const withdrawn = useWithdrawn()
  return (
    <PageBody>
      <div className="card">
        <div className="state">
          <Icon name="offline" className="state__icon" />
          <h1>{t('error.offline.title')}</h1>
          <p className="text muted">{t('error.offline.kept')}</p>
          {/* Filled by the service worker: see `HIDDEN_PAGE_LIST`. */}
          <ul className="linklist" id="kept" hidden />
          {/* The service worker asks for this page at each visit, and deletes copies of these files. */}
          <template data-withdrawn={withdrawn.join(' ')} />
          <p className="row">
            <a className="btn btn--primary" href={SAME_ADDRESS}>
              <Icon name="retry" /> {t('error.retry')}
            </a>
            <a className="btn" href={pagePaths.home}>
              <Icon name="home" /> {t('error.404.home')}
            </a>
          </p>
        </div>
      </div>
    </PageBody>
  )
}
