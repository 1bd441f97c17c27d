// A chunk of its own: few visitors load it.
import boat from '../../art/boat.svg'
import { t } from '../../ui/t.ts'
import { PageBody, usePageTitle } from '../page.tsx'
import { NextLinks } from './message-pages.tsx'

/** Shown for addresses without a page (404). */
export function NotFoundPage() {
  usePageTitle(t('error.404.title'), { noindex: true })
  return (
    <PageBody>
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
