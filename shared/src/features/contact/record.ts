import type { SingleType } from '../../feature.ts'

/** Name, address, telephone and e-mail of the school. */
export const contact = {
  name: 'contact',
  segment: 'contactus',
  read: 'getContact',
  update: 'updateContact',
  screen: 'contactus',
  setupSteps: [{ step: 'contact', screen: 'contactus' }],
} as const satisfies SingleType

/** Texts about the record where all types are listed. */
export const contactTexts = {
  'admin.sidebar.contact': 'যোগাযোগ',
  'admin.sidebar.schoolAndContact': 'তথ্য ও যোগাযোগ',
  'overview.setup.contact': 'বিদ্যালয়ের নাম, ঠিকানা ও ফোন লিখুন',
  'activity.what.contact': 'যোগাযোগের তথ্য',
  'activity.untitled.contact': 'যোগাযোগের তথ্য',
  'outbox.action.createContact': 'যোগাযোগের তথ্য যোগ',
  'outbox.action.updateContact': 'যোগাযোগের তথ্য পরিবর্তন',
} as const
