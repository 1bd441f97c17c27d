import { pages } from '@bidyaloy/shared/features/contact/paths'
import type { FeaturePage } from '../../site/page-route.ts'
import { t } from '../../ui/t.ts'

export const sitePages: readonly FeaturePage[] = [
  {
    path: pages.contact,
    module: 'contact-page',
    load: async () => (await import('./contact-page.tsx')).ContactPage,
    menu: { label: t('nav.contact') },
  },
]
