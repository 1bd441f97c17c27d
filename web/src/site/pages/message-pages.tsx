import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { pagePaths, SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import { Icon } from '../../ui/icon.tsx'
import { tornThread } from '../../ui/state-box.tsx'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { ListSearchForm } from './list-search-form.tsx'

/** Links from a page without content to pages with content. */
export function NextLinks() {
  return (
    <>
      <ListSearchForm path={SEARCH_PAGE} q="" label={t('search.label')} />
      <p className="row">
        <a className="btn" href={pagePaths.home}>
          <Icon name="home" /> {t('error.404.home')}
        </a>
        <a className="btn" href={pagePaths.notices}>
          {t('public.notices.title')}
        </a>
        <a className="btn" href={contactPages.contact}>
          {t('nav.contact')}
        </a>
      </p>
    </>
  )
}

/** Shown if a page fails to render. */
export function FailurePage() {
  usePageTitle(t('error.500.title'), { noindex: true })
  return (
    <PageBody>
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
