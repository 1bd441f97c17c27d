import boat from '../../art/boat.svg'
import { siteText as t } from '../../ui/site-text.ts'
import { PageBody } from '../page-body.tsx'
import { usePageTitle } from '../page-title.ts'
import { NextLinks } from './next-links.tsx'

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
