import { CallButtons } from '../../school/phone-links.tsx'
import { PUBLIC_RESULTS } from '../../school/standard-links.ts'
import { useContact, useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { type SiteTextKey, siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { Page } from '../page-body.tsx'

/** A service that runs elsewhere: what it is, and where to turn. */
interface Service {
  key: 'attendance' | 'payment' | 'publicResult'
  title: SiteTextKey
  lead: SiteTextKey
  button: SiteTextKey
  /** Where it runs while staff have set no address of their own. */
  otherwise?: string
}

const services = {
  attendance: {
    key: 'attendance',
    title: 'eservice.attendance.title',
    lead: 'eservice.attendance.about',
    button: 'eservice.common.goto',
  },
  payment: {
    key: 'payment',
    title: 'eservice.payment.title',
    lead: 'eservice.payment.about',
    button: 'eservice.common.goto',
  },
  publicResult: {
    key: 'publicResult',
    title: 'eservice.result.title',
    lead: 'eservice.result.lead',
    button: 'eservice.result.official',
    otherwise: PUBLIC_RESULTS,
  },
} as const satisfies Record<string, Service>

/** The daily attendance. */
export function AttendancePage() {
  return <ServicePage service={services.attendance} />
}

/** What was paid. */
export function PaymentPage() {
  return <ServicePage service={services.payment} />
}

/** Results of the country's public examinations. */
export function PublicResultPage() {
  return <ServicePage service={services.publicResult} />
}

function ServicePage({ service }: { service: Service }) {
  const set = useSettings()?.services[service.key]
  const href = set || service.otherwise
  const phone = useContact()?.phone
  return (
    <Page title={t(service.title)} lead={t(service.lead)}>
      <div className="card stack">
        {!href && <p>{t('eservice.common.notReady')}</p>}
        {href && isExternal(href) && <p>{t('eservice.common.external')}</p>}
        <p className="muted">{t('eservice.common.privacy')}</p>
        <div className="row">
          {href && <ServiceLink href={href} label={t(service.button)} />}
          {phone && <CallButtons typed={phone} />}
          <a className="btn" href={pagePaths.contact}>
            {t('eservice.common.contact')}
          </a>
        </div>
      </div>
    </Page>
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
