import type { SiteLink, SiteSettings } from '@bidyaloy/shared/school/site-settings'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { t } from '../ui/t.ts'

/** Where the country's public results are published, unless staff set another address. */
export const PUBLIC_RESULTS = 'http://www.educationboardresults.gov.bd'

/** Public offices that every government school links to; shown until staff set their own list. */
export const governmentLinks: readonly SiteLink[] = [
  { label: t('side.links.moedu'), href: 'https://moedu.gov.bd' },
  { label: t('side.links.shed'), href: 'https://shed.gov.bd' },
  { label: t('side.links.dshe'), href: 'https://dshe.gov.bd' },
  { label: t('side.links.nctb'), href: 'https://nctb.gov.bd' },
  { label: t('side.links.banbeis'), href: 'https://banbeis.gov.bd' },
  { label: t('side.links.teachers'), href: 'https://www.teachers.gov.bd' },
  { label: t('side.links.boardResults'), href: PUBLIC_RESULTS },
  { label: t('side.links.portal'), href: 'https://bangladesh.gov.bd' },
]

/** The school's own results, where it has set their address. */
export function internalResultLinks(services: SiteSettings['services'] | undefined): SiteLink[] {
  return services?.internalResult
    ? [{ label: t('nav.results.internal'), href: services.internalResult }]
    : []
}

/** The services of the site itself; shown until staff set their own list. */
export function eserviceLinks(services: SiteSettings['services'] | undefined): SiteLink[] {
  return [
    { label: t('nav.students.glance'), href: pagePaths.studentsAtAGlance },
    { label: t('nav.students.attendance'), href: pagePaths.attendance },
    { label: t('nav.students.payment'), href: pagePaths.payment },
    { label: t('nav.results.public'), href: pagePaths.publicResult },
    ...internalResultLinks(services),
  ]
}
