import type { CollectionScreen } from '../../../admin/components/collection-screen.ts'
import { t } from '../../../admin/t.ts'

/** The screen of events. */
export const calendarScreen = {
  label: t('admin.sidebar.events'),
  icon: 'calendar',
  help: 'calendar',
  group: 'days',
  textPrefix: 'events',
  hasOwnScreen: true,
  dateUpFront: false,
  loading: 'public.events.loading',
  error: 'public.events.error',
  empty: 'public.events.empty',
} as const satisfies CollectionScreen
