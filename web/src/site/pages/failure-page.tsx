import { siteText as t } from '../../ui/site-text.ts'
import { tornThread } from '../../ui/state-box.tsx'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
import { NextLinks } from './next-links.tsx'

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
