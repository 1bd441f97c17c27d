import type { RendererModule } from '@bidyaloy/shared/render'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './db/database.ts'
import type { FileCopies } from './engines/bucket/file-copies.ts'
import type { Auth } from './features/auth/auth-routes.ts'
import type { SigningSecret } from './features/auth/session-token.ts'
import type { Backups } from './features/backup/backup-commands.ts'
import type { MoveInWork } from './features/move-in/move-in-work.ts'
import type { AccountAlerts } from './features/push/account-alerts.ts'
import type { PushKeys } from './features/push/push-keys.ts'
import type { SubscriptionConfirmation } from './features/push/subscription-confirmation.ts'
import type { ReaderCounter } from './features/readers/reader-counter.ts'
import type { SiteAddress } from './features/site-address/site-address.ts'
import type { IntegrityCheck } from './features/status/integrity-check.ts'
import type { Counts } from './features/status/metrics-routes.ts'
import type { ServerKey } from './features/status/status-routes.ts'
import type { FairQueue } from './http/fair-queue.ts'
import type { MaintenanceMode } from './http/maintenance-mode.ts'
import type { PageMemory } from './site/page-cache.ts'
import type { WebFiles } from './site/web-files.ts'
import type { FileStore, Quota } from './storage/file-store.ts'
import type { Storage } from './storage/storage.ts'
import type { UnfinishedUploads } from './storage/unfinished-uploads.ts'

/*
 * What the server is made of, by how long it lasts. Each scope has all of the one around it, so it is
 * passed whole: a function declares the few members that it uses.
 */

/** What a process has once, for all schools that it serves; its worker processes are in `storage`. */
export interface Process {
  log: Logger
  clock: Clock
  /** Version of the server. */
  program: string
  renderer: RendererModule
  /** Security headers of every page. */
  headers: Readonly<Record<string, string>>
  /** Folder of the built browser files. */
  clientDir: string
  webFiles: WebFiles
  adminPage: Middleware
  /** Bounds the responses that are made at the same time. */
  queue: FairQueue
  /** Bounds the slow hashing of what opens results, which would slow down the answers beside it. */
  sealQueue: FairQueue
  counts: Counts
  /** Measures requests and serves `/metrics`; null without a token. */
  metrics: Middleware | null
  /** Bounds the cached responses of all schools together. */
  pageMemory: PageMemory
  /** Bounds the copies of remote files likewise; undefined if each school has its own. */
  fileCopies: FileCopies | undefined
}

/** What a school has while it is open. Its `log` names it if there are several. */
export interface School extends Process {
  config: Config
  /** Its name in a database or bucket with several. */
  school: string
  folder: DataFolder
  /** Limit of its files; undefined without one. */
  quota?: Quota | undefined
  /** Whether it is closed for all: nothing is announced. */
  isSuspended?: boolean
  maintenance: MaintenanceMode
  backups: Backups
  /** Opens the database of its records. */
  openRecords(): Promise<Database>
}

/** What uses the data of a school: a restore replaces it as a whole. The app is made of it. */
export interface Instance extends School {
  db: Database
  files: FileStore
  storage: Storage
  uploads: UnfinishedUploads
  auth: Auth
  /** Signs tokens of sessions and previews. */
  secret: SigningSecret
  serverKey: ServerKey
  pushKeys: PushKeys
  confirmation: SubscriptionConfirmation
  alerts: AccountAlerts
  integrity: IntegrityCheck
  siteAddress: SiteAddress
  readers: ReaderCounter
  moveIns: MoveInWork
  /** Whether the text of files is read. */
  isReading: boolean
}
