import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'
import { pagePaths } from '../addresses.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'

/** Shown without a connection, where the browser has not kept the page. */
export function OfflinePage() {
  usePageTitle(t('error.offline.title'), { noindex: true })
  return (
    <PageBody wide>
      <div className="card">
        <div className="state">
          <Icon name="offline" className="state__icon" />
          <h1>{t('error.offline.title')}</h1>
          <p className="text muted">{t('error.offline.kept')}</p>
          {/* Filled by the service worker: see `HIDDEN_KEPT_LIST`. */}
          <ul className="linklist" id="kept" hidden />
          <p className="row">
            {/* To the same address: this page stands at that of the page that did not come. */}
            <a className="btn btn--primary" href="?">
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
