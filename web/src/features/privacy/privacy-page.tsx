import { translator } from '@bidyaloy/shared/copy/translate'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import {
  ADDRESS_DAYS,
  ANSWERED_DAYS,
  OPEN_DAYS,
} from '@bidyaloy/shared/features/photo-requests/photo-address'
import { privacyCopy } from '@bidyaloy/shared/features/privacy/copy'
import type { Privacy } from '@bidyaloy/shared/features/privacy/privacy'
import { formatNumber as n } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Page } from '../../site/page.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { privacyQuery } from './queries.ts'
import { privacySections } from './sentences.ts'
import '../../styles/prose.css'

const t = translator(privacyCopy)

/** What this installation does with data. */
export function PrivacyPage() {
  const query = useQuery(privacyQuery(useReadApi()))
  const texts = { loading: t('privacy.loading'), error: t('privacy.error'), empty: '' }
  return (
    <Page title={t('privacy.title')} lead={t('privacy.lead')} aboutSchool>
      <QueryState query={query} texts={texts}>
        {(facts) => (
          <article className="card card--text">
            <div className="prose">
              {privacySections(facts).map(({ title, sentences }) => (
                <Fragment key={title}>
                  <h2>{title}</h2>
                  <ul>
                    {sentences.map((sentence) => (
                      <li key={sentence}>{sentence}</li>
                    ))}
                  </ul>
                </Fragment>
              ))}
              <Asking facts={facts} />
            </div>
          </article>
        )}
      </QueryState>
    </Page>
  )
}

/** How to have a photo removed, and who answers questions. */
function Asking({ facts: { complaints, ownPage, isCopy } }: { facts: Privacy }) {
  const days = { answered: n(ANSWERED_DAYS), open: n(OPEN_DAYS), address: n(ADDRESS_DAYS) }
  return (
    <>
      <h2>{t('privacy.photos')}</h2>
      <p>{t('privacy.photos.ask')}</p>
      {!isCopy && (
        <p>
          {t('privacy.photos.form')} {t('privacy.photos.kept', days)}
        </p>
      )}
      <h2>{t('privacy.ask')}</h2>
      <p>{complaints ?? t('privacy.ask.office')}</p>
      <p>
        <a href={contactPages.contact}>{t('privacy.ask.contact')}</a>
      </p>
      {ownPage && (
        <p>
          <a href={ownPage.url}>{t('privacy.own', { title: ownPage.title })}</a>
        </p>
      )}
    </>
  )
}
