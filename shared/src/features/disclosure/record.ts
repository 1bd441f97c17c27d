import type { SingleType } from '../../feature.ts'

/** What every school publishes, as far as it has no home elsewhere. */
export const disclosure = {
  name: 'disclosure',
  segment: 'disclosure',
  read: 'getDisclosure',
  readStored: 'getDisclosureTexts',
  update: 'updateDisclosure',
  screen: 'disclosure',
  setupSteps: [],
} as const satisfies SingleType

/** Texts about the record where all types are listed. */
export const disclosureTexts = {
  'admin.sidebar.disclosure': 'প্রকাশযোগ্য ১১ তথ্য',
  'activity.what.disclosure': 'প্রকাশযোগ্য তথ্য',
  'activity.untitled.disclosure': 'প্রকাশযোগ্য তথ্য',
  'outbox.action.updateDisclosure': 'প্রকাশযোগ্য তথ্য পরিবর্তন',
} as const
