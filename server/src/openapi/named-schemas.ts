import { ProblemBody } from '@bidyaloy/shared/api/problem'
import {
  Entry,
  EntryChange,
  EntryStats,
  NewVideo,
  TrashItem,
} from '@bidyaloy/shared/collections/entry'
import { SearchResult, SearchStats } from '@bidyaloy/shared/collections/search'
import { featureSchemas } from '@bidyaloy/shared/feature-endpoints'
import { ActivityItem } from '@bidyaloy/shared/school/activity'
import { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import {
  Admin,
  AdminChange,
  Credentials,
  NewAdmin,
  PasswordChange,
  PasswordConfirmation,
  Session,
  SignedIn,
  SignedInDevice,
} from '@bidyaloy/shared/school/admin-session'
import {
  Backup,
  BackupContents,
  BackupOutcome,
  BackupState,
  BackupTask,
  BackupToken,
} from '@bidyaloy/shared/school/backup'
import { Contact, ContactChange, ContactSaved, NewContact } from '@bidyaloy/shared/school/contact'
import { NewSubscription } from '@bidyaloy/shared/school/push'
import { NewSchoolInfo, SchoolInfo, SchoolInfoChange } from '@bidyaloy/shared/school/school-info'
import {
  SiteLink,
  SitePicture,
  SiteSettings,
  SiteSettingsChange,
} from '@bidyaloy/shared/school/site-settings'
import { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import * as z from 'zod'

const named = {
  ...featureSchemas,
  Contact,
  ContactChange,
  ContactSaved,
  Credentials,
  Entry,
  EntryChange,
  EntryStats,
  NewContact,
  NewSchoolInfo,
  NewSubscription,
  NewVideo,
  PasswordChange,
  PasswordConfirmation,
  Problem: ProblemBody,
  SchoolInfo,
  SchoolInfoChange,
  Session,
  SignedIn,
  ActivityItem,
  Admin,
  AdminChange,
  Backup,
  BackupContents,
  BackupOutcome,
  BackupState,
  BackupTask,
  BackupToken,
  NewAdmin,
  AdminOverview,
  SignedInDevice,
  SiteLink,
  SitePicture,
  SiteSettings,
  SiteSettingsChange,
  TeacherPage,
  TrashItem,
  SearchResult,
  SearchStats,
}

/** Registers the names of the contract's schemas, which the document uses in its references. */
export function nameSchemas(): void {
  for (const [id, schema] of Object.entries(named)) {
    z.globalRegistry.add(schema, { ...schema.meta(), id })
  }
}
