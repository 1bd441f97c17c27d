import { CONTACT_FIELDS } from '@bidyaloy/shared/features/contact/contact-fields'
import { contactCopy } from '@bidyaloy/shared/features/contact/copy'
import { contactTexts, contact as type } from '@bidyaloy/shared/features/contact/record'
import type { AdminFeature } from '../../admin/feature.ts'

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: contactTexts['admin.sidebar.schoolAndContact'],
    icon: 'card',
    help: 'school',
    right: 'publish',
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/contact-screen.tsx')).ContactScreen,
    },
  ],
  fieldNames: {
    updateContact: Object.fromEntries(
      CONTACT_FIELDS.map((field) => [field, contactCopy[`contact.field.${field}`]]),
    ),
  },
}
