import { pagePaths } from '@bidyaloy/shared/site-addresses'
import boat from '../../art/boat.svg'
import { Icon } from '../../ui/icon.tsx'
import { tornThread } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { ListSearchForm } from './list-search-form.tsx'

/** Shown for every address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle(t('error.404.title'), { noindex: true })
  return (
    <PageBody wide>
      <div className="card">
        <div className="state">
          <svg className="state__boat" viewBox="0 0 240 150" aria-hidden="true">
            <use href={`${boat}#b`} />
          </svg>
          <h1>{t('error.404.title')}</h1>
          <p className="text muted">{t('error.404.body')}</p>
          <NextLinks />
        </div>
      </div>
    </PageBody>
  )
}

/** Where to go from a page that is not what one came for. */
function NextLinks() {
  return (
    <>
      <ListSearchForm path={pagePaths.notices} q="" />
      <p className="row">
        <a className="btn" href={pagePaths.home}>
          <Icon name="home" /> {t('error.404.home')}
        </a>
        <a className="btn" href={pagePaths.notices}>
          {t('public.notices.title')}
        </a>
        <a className="btn" href={pagePaths.contact}>
          {t('nav.contact')}
        </a>
      </p>
    </>
  )
}

/** Shown where a page could not be drawn. */
export function FailurePage() {
  usePageTitle(t('error.500.title'), { noindex: true })
  return (
    <PageBody wide>
      <div className="card">
        <div className="state state--error">
          {tornThread}
          <h1>{t('error.500.title')}</h1>
          <p className="text muted">{t('error.500.body')}</p>
          <NextLinks />
        </div>
      </div>
    </PageBody>
  )
}

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
