import { Icon } from '../../ui/icon.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { ListSearchForm } from './list-search-form.tsx'

/** Where to go from a page that is not what one came for. */
export function NextLinks() {
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
