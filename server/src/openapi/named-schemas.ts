import { zodToOpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import {
  Entry,
  EntryChange,
  EntryStats,
  NewVideo,
  TrashItem,
} from '@bidyaloy/shared/collections/entry'
import {
  Credentials,
  PasswordChange,
  Session,
  SignedIn,
} from '@bidyaloy/shared/school/admin-session'
import { Contact, ContactChange, ContactSaved, NewContact } from '@bidyaloy/shared/school/contact'
import { NewSchoolInfo, SchoolInfo, SchoolInfoChange } from '@bidyaloy/shared/school/school-info'
import {
  SiteLink,
  SiteSettings,
  SiteSettingsChange,
  TeacherPage,
} from '@bidyaloy/shared/school/site-settings'
import {
  NewStudentCount,
  StudentCount,
  StudentCountChange,
} from '@bidyaloy/shared/school/student-count'
import { ProblemSchema } from './answers.ts'

const named = {
  Contact,
  ContactChange,
  ContactSaved,
  Credentials,
  Entry,
  EntryChange,
  EntryStats,
  NewContact,
  NewSchoolInfo,
  NewStudentCount,
  NewVideo,
  PasswordChange,
  Problem: ProblemSchema,
  SchoolInfo,
  SchoolInfoChange,
  Session,
  SignedIn,
  SiteLink,
  SiteSettings,
  SiteSettingsChange,
  StudentCount,
  StudentCountChange,
  TeacherPage,
  TrashItem,
}

/** Gives the contract's schemas the names under which the document refers to them. */
export function nameSchemas(): void {
  for (const [refId, schema] of Object.entries(named)) {
    zodToOpenAPIRegistry.add(schema, { _internal: { refId } })
  }
}
