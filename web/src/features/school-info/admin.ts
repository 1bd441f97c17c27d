import { contact } from '@bidyaloy/shared/features/contact/record'
import { schoolInfoCopy } from '@bidyaloy/shared/features/school-info/copy'
import { schoolInfoTexts, schoolInfo as type } from '@bidyaloy/shared/features/school-info/record'
import {
  FACILITY_COUNTS,
  SHIFT_FIELDS,
  YES_NO_FIELDS,
} from '@bidyaloy/shared/features/school-info/school-info'
import type { AdminFeature } from '../../admin/feature.ts'
import { withCopy } from '../../admin/t.ts'

const t = withCopy(schoolInfoCopy)
const fields = [...SHIFT_FIELDS, 'totalLand', ...FACILITY_COUNTS, ...YES_NO_FIELDS] as const
const yesNo = { Yes: t('enum.yesno.Yes'), No: t('enum.yesno.No') }

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: schoolInfoTexts['admin.sidebar.schoolInfo'],
    icon: 'info',
    help: 'school',
    right: 'publish',
    group: null,
    under: contact.screen,
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/school-info-screen.tsx')).SchoolInfoScreen,
    },
  ],
  fieldNames: {
    updateSchoolInfo: Object.fromEntries(
      fields.map((field) => [field, t(`schoolInfo.field.${field}`)]),
    ),
  },
  valueNames: Object.fromEntries(YES_NO_FIELDS.map((field) => [field, yesNo])),
}
