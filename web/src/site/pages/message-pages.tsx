import boat from '../../art/boat.svg'
import { Icon } from '../../ui/icon.tsx'
import { tornThread } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { pagePaths } from '../addresses.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
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
