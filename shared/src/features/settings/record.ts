import type { SingleType } from '../../feature.ts'

/** Identity, head teacher, links and pictures of the site. */
export const settings = {
  name: 'settings',
  segment: 'settings',
  read: 'getSettings',
  update: 'updateSettings',
  screen: 'settings',
  setupSteps: [
    { step: 'identity', screen: 'settings' },
    { step: 'headTeacher', screen: 'settings' },
  ],
} as const satisfies SingleType

/** Texts about the record where all types are listed. */
export const settingsTexts = {
  'admin.sidebar.settings': 'চেহারা ও মেনু',
  'overview.setup.identity': 'লোগো (মনোগ্রাম) বা মূলমন্ত্র, আর প্রতিষ্ঠার বছর দিন',
  'overview.setup.headTeacher': 'প্রধান শিক্ষকের নাম ও বাণী দিন',
  'activity.what.settings': 'চেহারা ও মেনু',
  'activity.untitled.settings': 'চেহারা ও মেনু',
  'outbox.action.updateSettings': 'চেহারা ও মেনু পরিবর্তন',
} as const
