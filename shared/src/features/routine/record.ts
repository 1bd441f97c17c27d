import type { RecordType } from '../../feature.ts'

/** The week of a class, shift and section. */
export const routines = {
  name: 'routines',
  list: 'listRoutines',
  update: 'updateRoutine',
  screen: 'routine',
  plural: 'routines',
  isSetupStep: false,
  blank: { room: '' },
  titleFields: ['className', 'shift', 'section'],
} as const satisfies RecordType

/** Texts about the records where all kinds are listed. */
export const routineTexts = {
  'trash.kind.routines': 'ক্লাস রুটিন',
  'activity.what.routines': '{title}-এর রুটিন',
  'activity.untitled.routines': 'ক্লাস রুটিন',
  'activity.many.routines': '{n}টি শাখার রুটিন',
  'outbox.action.createRoutine': 'রুটিন যোগ',
  'outbox.action.updateRoutine': 'রুটিন পরিবর্তন',
  'outbox.action.deleteRoutine': 'রুটিন মোছা',
  'outbox.action.importRoutines': 'ফাইল থেকে রুটিন তোলা',
} as const
