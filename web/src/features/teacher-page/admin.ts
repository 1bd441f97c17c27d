import { collections } from '@bidyaloy/shared/collections/registry'
import {
  teacherPageTexts,
  teacherPage as type,
} from '@bidyaloy/shared/features/teacher-page/record'
import * as z from 'zod'
import type { AdminFeature } from '../../admin/feature.ts'

const Data = z.union([z.object({ people: z.literal(true) }), z.object({ html: z.string() })])

export const adminFeature: AdminFeature = {
  name: type.name,
  link: {
    path: type.screen,
    label: teacherPageTexts['admin.sidebar.teachers'],
    icon: 'table',
    help: 'school',
    right: 'publish',
    group: null,
    under: collections.people.adminPaths[0],
  },
  screens: [
    {
      path: type.screen,
      load: async () => (await import('./admin/teachers-screen.tsx')).TeachersScreen,
    },
  ],
  fieldNames: { updateTeacherPage: { page: teacherPageTexts['versions.field.page'] } },
  // The words of the HTML; empty if the page is made of the people.
  comparedData(data) {
    const page = Data.safeParse(data)
    if (!page.success) return { ...data }
    if ('people' in page.data) return { page: '' }
    const { body } = new DOMParser().parseFromString(page.data.html, 'text/html')
    return { page: body.textContent.trim() }
  },
}
