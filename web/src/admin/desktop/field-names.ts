import { CONTACT_FIELDS } from '@bidyaloy/shared/school/contact-fields'
import { FACILITY_COUNTS, SHIFT_FIELDS, YES_NO_FIELDS } from '@bidyaloy/shared/school/school-info'
import { COUNT_FIELDS } from '@bidyaloy/shared/school/student-groups'
import { siteText } from '../../ui/site-text.ts'
import { adminText } from '../admin-text.tsx'
import { entriesText, workText } from '../entries/entries-text.tsx'
import { settingsText } from '../settings/settings-text.tsx'
import { LINK_SETTINGS, TEXT_SETTINGS } from '../settings/settings-values.ts'

type Names = Readonly<Record<string, string>>

function named<Field extends string>(
  fields: readonly Field[],
  nameOf: (field: Field) => string,
): Names {
  return Object.fromEntries(fields.map((field) => [field, nameOf(field)]))
}

const infoFields = [...SHIFT_FIELDS, 'totalLand', ...FACILITY_COUNTS, ...YES_NO_FIELDS] as const

/** What the forms call the fields that each change can hold, in their order. */
const fieldNames: Readonly<Record<string, Names>> = {
  updateEntry: {
    title: adminText('form.title'),
    date: adminText('form.date'),
    publishAt: workText('timing.publish'),
    expiresAt: workText('timing.expiry'),
    pinnedUntil: workText('timing.pin'),
    videoLink: entriesText('video.link'),
    fileName: adminText('form.file'),
  },
  updateSchoolInfo: named(infoFields, (field) => siteText(`schoolInfo.field.${field}`)),
  updateContact: named(CONTACT_FIELDS, (field) => siteText(`contact.field.${field}`)),
  updateStudentCount: {
    className: siteText('students.col.class'),
    shift: siteText('students.col.shift'),
    section: siteText('students.col.section'),
    ...named(COUNT_FIELDS, (field) => siteText(`students.col.${field}`)),
  },
  updateSettings: named([...TEXT_SETTINGS, ...LINK_SETTINGS], (name) =>
    settingsText(`settings.${name}`),
  ),
}

/** Those of the form in which a change was written. @param endpoint such as `createEntry` */
export function fieldNamesOf(endpoint: string): Names {
  return fieldNames[endpoint.replace(/^create/, 'update')] ?? {}
}
