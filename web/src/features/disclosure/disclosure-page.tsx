import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { translator } from '@bidyaloy/shared/copy/translate'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import type { DisclosedItem } from '@bidyaloy/shared/features/disclosure/disclosure'
import { pages } from '@bidyaloy/shared/features/disclosure/paths'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { useQuery } from '@tanstack/react-query'
import { Letterhead, Signature } from '../../school/pad.tsx'
import { Page } from '../../site/page.tsx'
import { Crest } from '../../site/school-pictures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useSiteUrl, useToday } from '../../ui/page-context.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { disclosureQuery } from './queries.ts'
import './disclosure-page.css'

const t = translator(disclosureCopy, pageCopy)

/** What every school publishes: also what is missing. Printed, it is a sheet to sign. */
export function DisclosurePage() {
  const query = useQuery(disclosureQuery(useReadApi()))
  const siteUrl = useSiteUrl()
  const { iso } = useToday()
  const texts = { loading: t('disclosure.loading'), error: t('disclosure.error'), empty: '' }
  return (
    <Page
      title={t('disclosure.title')}
      lead={t('disclosure.lead')}
      aboutSchool
      letterhead={
        <Letterhead
          crest={<Crest className="letterhead__crest" />}
          address={siteUrl && (siteUrl + pages.disclosure).replace(/^https?:\/\//, '')}
          date={iso}
        />
      }
    >
      <QueryState query={query} texts={texts}>
        {(items) => (
          <ol className="duty">
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ol>
        )}
      </QueryState>
      <p>
        <button className="btn" type="button" data-needs="script" onClick={() => print()}>
          <Icon name="print" /> {t('site.print')}
        </button>
      </p>
      <Signature />
    </Page>
  )
}

function Item({ item }: { item: DisclosedItem }) {
  const { label, state, text, reason = '', updatedAt, url } = item
  return (
    <li>
      <div>
        <h2>{label}</h2>
        {state === 'missing' && <p className="duty__none">{t('disclosure.missing')}</p>}
        {state === 'notApplicable' && <p>{t('disclosure.notApplicable', { reason })}</p>}
        {text && <p className="duty__text">{text}</p>}
        {url && (
          <p>
            <a href={url}>
              {t('disclosure.open')}
              <span className="vh">: {label}</span>
            </a>
          </p>
        )}
      </div>
      {updatedAt && <small>{t('disclosure.updated', { date: formatDate(updatedAt) })}</small>}
    </li>
  )
}
