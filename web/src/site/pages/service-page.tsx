import type { ReadApi } from '@bidyaloy/shared/api/api'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useContact } from '../../features/contact/queries.ts'
import { CallButtons } from '../../school/contact-links.tsx'
import { PUBLIC_RESULTS } from '../../school/standard-links.ts'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { useOwnLinks } from '../menu.ts'
import { Page } from '../page.tsx'
import { NoticeRow } from './notice-row.tsx'
import { type TextKey, t } from './t.ts'

/** A service that runs on another site. */
interface Service {
  title: TextKey
  /** What the service shows; not said while there is none. */
  lead: TextKey
  /** Says that the school has nothing about it yet. */
  missing?: TextKey
  button: TextKey
  /** Says that the button leads to another site. */
  external: TextKey
  /** Address unless staff have set one. */
  defaultHref?: string
}

const services = {
  attendance: {
    title: 'eservice.attendance.title',
    lead: 'eservice.attendance.about',
    missing: 'eservice.attendance.missing',
    button: 'eservice.common.goto',
    external: 'eservice.common.external',
  },
  payment: {
    title: 'eservice.payment.title',
    lead: 'eservice.payment.about',
    missing: 'eservice.payment.missing',
    button: 'eservice.common.goto',
    external: 'eservice.common.external',
  },
  publicResult: {
    title: 'eservice.result.title',
    lead: 'eservice.result.lead',
    button: 'eservice.result.official',
    external: 'eservice.result.external',
    defaultHref: PUBLIC_RESULTS,
  },
} as const satisfies Record<ServiceName, Service>

/** Explains a service that runs on another site, with its link and the notices about it. */
export function ServicePage({ name }: { name: ServiceName }) {
  const service: Service = services[name]
  const set = useSettings()?.services[name]
  const ownHref = useOwnLinks().ownHrefOf(pagePaths[name])
  const href = set || service.defaultHref
  const phone = useContact()?.phone
  return (
    <Page title={t(service.title)} {...((href || ownHref) && { lead: t(service.lead) })}>
      <div className="stack">
        <div className="card stack">
          {!href && !ownHref && service.missing && <p>{t(service.missing)}</p>}
          {!href && !ownHref && <p>{t('eservice.common.notReady')}</p>}
          {href && isExternal(href) && <p>{t(service.external)}</p>}
          <p className="muted">{t('eservice.common.privacy')}</p>
          <div className="row">
            {ownHref && <ServiceLink href={ownHref} label={t('eservice.common.own')} />}
            {href && <ServiceLink href={href} label={t(service.button)} />}
            {phone && <CallButtons typed={phone} />}
            <a className="btn" href={contactPages.contact}>
              {t('eservice.common.contact')}
            </a>
          </div>
        </div>
        <ServiceNotices service={name} />
      </div>
    </Page>
  )
}

/** The newest notices about the service, with a link to all of them. */
function ServiceNotices({ service }: { service: ServiceName }) {
  const { data: notices = [] } = useQuery(serviceNoticesQuery(useReadApi(), service))
  const all = `${pagePaths.notices}?q=${encodeURIComponent(serviceWords[service][0])}`
  return (
    <section aria-labelledby="service-notices">
      <SectionHead
        id="service-notices"
        title={t('eservice.common.notices')}
        all={{
          href: notices.length > 0 ? all : pagePaths.notices,
          label: t('public.home.notices.all'),
        }}
      />
      {notices.length > 0 ? (
        <ul className="noticelist">
          {notices.map((notice) => (
            <NoticeRow key={notice._id} notice={notice} />
          ))}
        </ul>
      ) : (
        <p className="menu__none">{t('public.notices.emptyShort')}</p>
      )}
    </section>
  )
}

function ServiceLink({ href, label }: { href: string; label: string }) {
  if (!isExternal(href)) {
    return (
      <a className="btn btn--primary" href={href}>
        {label}
      </a>
    )
  }
  return (
    <NewTabLink className="btn btn--primary" href={href}>
      {label} <Icon name="ext" />
    </NewTabLink>
  )
}

/** Words in the titles of notices about a service, most specific first. */
export const serviceWords = {
  attendance: ['উপস্থিতি', 'হাজিরা'],
  payment: ['বেতন', 'ফি', 'সেশন চার্জ'],
  publicResult: ['ফলাফল', 'এসএসসি'],
} as const
export type ServiceName = keyof typeof serviceWords

const MAX_NOTICES = 5

/** The newest notices with one of the service's words in the title, not just inside another word. */
export const serviceNoticesQuery = (api: ReadApi, service: ServiceName) =>
  queryOptions({
    queryKey: ['entries', 'notices', 'service', service],
    queryFn: async ({ signal }) => {
      const lists = serviceWords[service].map((q) =>
        api.listEntries(
          { params: { collection: 'notices' }, query: { q, limit: 3 * MAX_NOTICES } },
          { signal },
        ),
      )
      const found = new Map((await Promise.all(lists)).flat().map((entry) => [entry._id, entry]))
      return [...found.values()]
        .filter(({ title }) => serviceWords[service].some((word) => hasWord(title, word)))
        .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
        .slice(0, MAX_NOTICES)
    },
  })

/** Whether a title has the word: a short one as a whole («ফি», not «অফিস»), a long one also inflected. */
function hasWord(title: string, word: string): boolean {
  if (word.length > 3) return title.normalize('NFC').includes(word)
  return title.split(/[^\p{L}\p{M}]+/u).includes(word)
}
