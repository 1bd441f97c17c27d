import type { RecordType } from '../../feature.ts'

/** The attendance of a day. */
export const attendance = {
  name: 'attendance',
  list: 'listAttendance',
  read: 'getAttendance',
  update: 'updateAttendance',
  screen: 'attendance',
  plural: 'days of attendance',
  isSetupStep: false,
  blank: { closed: '', groups: [] },
  titleFields: ['day'],
} as const satisfies RecordType

/** Texts about the records where all types are listed. */
export const attendanceTexts = {
  'admin.sidebar.attendance': 'দৈনিক উপস্থিতি',
  'trash.kind.attendance': 'এক দিনের উপস্থিতি',
  'activity.what.attendance': '{title}-এর উপস্থিতি',
  'activity.untitled.attendance': 'এক দিনের উপস্থিতি',
  'activity.many.attendance': '{n} দিনের উপস্থিতি',
  'outbox.action.createAttendance': 'দিনের উপস্থিতি যোগ',
  'outbox.action.updateAttendance': 'দিনের উপস্থিতি পরিবর্তন',
  'outbox.action.deleteAttendance': 'দিনের উপস্থিতি মোছা',
} as const
