import type { CollectionScreen } from '../../../admin/components/collection-screen.ts'
import { t } from '../../../admin/t.ts'

/** The screen of people. */
export const peopleScreen = {
  label: t('admin.sidebar.people'),
  icon: 'users',
  help: 'school',
  group: 'school',
  textPrefix: 'people',
  hasOwnScreen: true,
  dateUpFront: false,
  undated: true,
  kindRequired: true,
  loading: 'public.people.loading',
  error: 'public.people.error',
  empty: 'public.people.empty',
} as const satisfies CollectionScreen
