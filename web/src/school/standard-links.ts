import { featurePages } from '@bidyaloy/shared/feature-paths'
import type { SiteLink, SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { t } from '../ui/t.ts'

/** Site of the country's public results, unless staff set another address. */
export const PUBLIC_RESULTS = 'http://www.educationboardresults.gov.bd'

/** Default links to public offices. */
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

/** Link to the school's own results, if their address is set. */
export function internalResultLinks(services: SiteSettings['services'] | undefined): SiteLink[] {
  return services?.internalResult
    ? [{ label: t('nav.results.internal'), href: services.internalResult }]
    : []
}

/**
 * Default links to the site's services.
 * @param hrefOf returns the address to which the link to a service leads
 */
export function eserviceLinks(
  services: SiteSettings['services'] | undefined,
  hrefOf = (path: string) => path,
): SiteLink[] {
  return [
    { label: t('nav.students.glance'), href: featurePages.studentsAtAGlance },
    { label: t('nav.students.attendance'), href: hrefOf(pagePaths.attendance) },
    { label: t('nav.students.payment'), href: hrefOf(pagePaths.payment) },
    { label: t('nav.results.public'), href: hrefOf(pagePaths.publicResult) },
    ...internalResultLinks(services),
  ]
}
