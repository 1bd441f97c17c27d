import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import { disclosureCopy } from '@bidyaloy/shared/features/disclosure/copy'
import { OWN_TEXTS, REASONS } from '@bidyaloy/shared/features/disclosure/items'
import { disclosureTexts, disclosure as type } from '@bidyaloy/shared/features/disclosure/record'
import type { AdminFeature } from '../../admin/feature.ts'
import { withCopy } from '../../admin/t.ts'

const t = withCopy(disclosureCopy, disclosureAdminCopy)

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: disclosureTexts['admin.sidebar.disclosure'],
    icon: 'list',
    help: 'school',
    right: 'settings',
    isLast: true,
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/disclosure-screen.tsx')).DisclosureScreen,
    },
  ],
  fieldNames: {
    updateDisclosure: Object.fromEntries([
      ...OWN_TEXTS.map((key) => [key, t(`disclosure.${key}`)]),
      ...Object.values(REASONS).map((field) => [field, t(`admin.disclosure.reason.${field}`)]),
    ]),
  },
  comparedData: ({ changedAt: _, ...texts }: Record<string, unknown>) => texts,
}
