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
import { NewSubscription } from '@bidyaloy/shared/school/push'
import * as z from 'zod'

const named = {
  ...featureSchemas,
  Credentials,
  Entry,
  EntryChange,
  EntryStats,
  NewSubscription,
  NewVideo,
  PasswordChange,
  PasswordConfirmation,
  Problem: ProblemBody,
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
