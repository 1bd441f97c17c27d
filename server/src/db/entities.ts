import {
  ActivityRow,
  AdminRow,
  IdempotencyRow,
  PasskeyRow,
  RecoveryCodeRow,
  SessionRow,
} from './account-entities.ts'
import {
  EntryBodyRow,
  EntryChangeRow,
  EntryRow,
  EntrySlugRow,
  FileOwnerRow,
  PageTextRow,
  PublishedFileRow,
} from './entry-entities.ts'
import { MoveInItemRow, MoveInRow, OldAddressRow } from './move-in-entities.ts'
import { RecordRow, SingleRecordRow, SitePictureRow, VersionRow } from './record-entities.ts'
import { ResultSheetRow, SealedResultRow } from './result-entities.ts'
import {
  PhotoRequestRow,
  PushSubscriptionRow,
  ReaderCountRow,
  WithdrawnFileRow,
} from './visitor-entities.ts'

export * from './account-entities.ts'
export * from './entry-entities.ts'
export * from './move-in-entities.ts'
export * from './record-entities.ts'
export * from './result-entities.ts'
export type { PageCopy, StoredFile } from './stored-file.ts'
export * from './visitor-entities.ts'

/*
 * Every column names its type: the bundler emits no decorator metadata from which TypeORM could
 * infer it. Times are ISO 8601 UTC texts, so that they sort correctly. JSON, times and texts with a
 * rule name their schema, by which rows are read: see `stored-values.ts`.
 */

/** Every table, for TypeORM. */
export const entities = [
  EntryRow,
  EntryChangeRow,
  EntryBodyRow,
  PageTextRow,
  FileOwnerRow,
  EntrySlugRow,
  PublishedFileRow,
  VersionRow,
  SingleRecordRow,
  SitePictureRow,
  RecordRow,
  AdminRow,
  SessionRow,
  RecoveryCodeRow,
  PasskeyRow,
  IdempotencyRow,
  ActivityRow,
  PushSubscriptionRow,
  ReaderCountRow,
  PhotoRequestRow,
  WithdrawnFileRow,
  ResultSheetRow,
  SealedResultRow,
  MoveInRow,
  MoveInItemRow,
  OldAddressRow,
]
