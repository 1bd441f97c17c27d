import { examAdminCopy } from '@bidyaloy/shared/features/exams/admin-copy'
import { exams as type } from '@bidyaloy/shared/features/exams/record'
import type { AdminFeature } from '../../admin/feature.ts'
import { sheetScreens } from '../../admin/sheet-import/sheet-screens.ts'
import { sittingsText } from './admin/sitting-texts.ts'

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: examAdminCopy['examAdmin.title'],
    icon: 'exam',
    help: 'routine',
    right: 'publish',
    group: 'days',
    isLast: true,
  },
  screens: sheetScreens({
    screen: type.screen,
    list: async () => (await import('./admin/exams-screen.tsx')).ExamsScreen,
    import: async () => (await import('./admin/exam-import-screen.tsx')).ExamImportScreen,
  }),
  fieldNames: {
    updateExam: {
      title: examAdminCopy['examAdmin.name'],
      note: examAdminCopy['examAdmin.note'],
      sittings: examAdminCopy['examAdmin.sittings'],
    },
  },
  valueTexts: { sittings: sittingsText },
}
