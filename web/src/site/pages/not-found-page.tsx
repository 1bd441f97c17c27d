import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
import { ListSearchForm } from './list-tools.tsx'

/** Shown for every address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle(t('error.404.title'), { noindex: true })
  return (
    <PageBody wide>
      <div className="card">
        <div className="state">
          <h1>{t('error.404.title')}</h1>
          <p className="text muted">{t('error.404.body')}</p>
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
        </div>
      </div>
    </PageBody>
  )
}
