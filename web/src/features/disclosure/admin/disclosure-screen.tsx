import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import type { DisclosedItem } from '@bidyaloy/shared/features/disclosure/disclosure'
import { type DisclosedKey, OWN_TEXTS } from '@bidyaloy/shared/features/disclosure/items'
import { disclosureTexts } from '@bidyaloy/shared/features/disclosure/record'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Icon } from '../../../ui/icon.tsx'
import { disclosureQuery, disclosureTextsQuery } from '../queries.ts'
import { CopyLine } from './copy-line.tsx'
import { DisclosureForm, idOfText } from './disclosure-form.tsx'
import { summaryOf } from './open-items.ts'
import './disclosure.css'

const t = withCopy(disclosureCopy, disclosureAdminCopy, disclosureTexts)

/** The screens of the items that have a home elsewhere, below the dashboard's path. */
const SCREENS: Readonly<Partial<Record<DisclosedKey, string>>> = {
  profile: 'schoolInfo',
  students: 'studentcount',
  teaching: 'createdownload',
  contact: 'contactus',
  people: 'people',
}

/** What every school publishes: what is given, what is missing or old, and the way to each form. */
export function DisclosureScreen() {
  const api = useAdminApi()
  const items = useQuery(disclosureQuery(api))
  const record = useQuery(disclosureTextsQuery(api))
  const texts = { loading: t('disclosure.loading'), error: t('disclosure.error') }
  return (
    <>
      <ScreenHead title={t('admin.sidebar.disclosure')} versionsOf="disclosure">
        {items.data && summaryOf(items.data)}
      </ScreenHead>
      <QueryState query={items} texts={texts}>
        {(all) => (
          <section className="card card--flush" aria-label={t('admin.disclosure.items')}>
            <ul className="dutylist">
              {all.map((item) => (
                <Item key={item.key} item={item} />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
      <QueryState query={record} texts={texts}>
        {(saved) => <DisclosureForm saved={saved} />}
      </QueryState>
      <CopyLine />
    </>
  )
}

function Item({ item: { key, label, state, updatedAt, stale } }: { item: DisclosedItem }) {
  const isMissing = state === 'missing'
  const date = updatedAt ? formatDate(updatedAt) : ''
  const own = OWN_TEXTS.find((one) => one === key)
  const remark = isMissing
    ? t('disclosure.missing')
    : date && t(stale ? 'admin.disclosure.old' : 'admin.disclosure.updated', { date })
  const text = t(isMissing ? 'admin.disclosure.give' : 'admin.disclosure.open')
  const name = `${text}: ${label}`
  const className = isMissing ? 'btn btn--small' : 'btn btn--small btn--quiet'
  return (
    <li data-state={isMissing || stale ? 'open' : 'done'}>
      <Icon name={isMissing || stale ? 'warn' : 'check'} />
      <span>
        {label}
        <small>{remark}</small>
      </span>
      {own ? (
        <a className={className} href={`#${idOfText(own)}`} aria-label={name}>
          {text}
        </a>
      ) : (
        <Link className={className} to={`${HOME_PATH}/${SCREENS[key] ?? ''}`} aria-label={name}>
          {text}
        </Link>
      )}
    </li>
  )
}
