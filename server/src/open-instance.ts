import type { RequestListener } from 'node:http'
import type { AppDeps } from './app.ts'
import { createApp } from './app.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
import type { LeasedWork } from './db/leases.ts'
import { deleteOldActivity } from './features/activity/activity-commands.ts'
import { ensureFirstAdmin } from './features/auth/admin-commands.ts'
import { createAuth } from './features/auth/auth-routes.ts'
import { openSigningSecret } from './features/auth/session-token.ts'
import { cleanSessions } from './features/auth/sessions.ts'
import { createPagePreviews } from './features/collections/page-previews.ts'
import { takeUpFormer } from './features/collections/page-redrawing.ts'
import { startLetterheadWork } from './features/papers/letterhead-work.ts'
import { deleteUnusedTexts } from './features/papers/paper-commands.ts'
import { assertTesseract, createPaperReader } from './features/papers/paper-reader.ts'
import { readOutdatedAgain, startPaperReading } from './features/papers/paper-reading.ts'
import { startNoticePush } from './features/push/notice-push.ts'
import { openPushKeys, type PushKeys } from './features/push/push-keys.ts'
import { createPushSender, type PushSender } from './features/push/push-sender.ts'
import {
  createConfirmation,
  type SubscriptionConfirmation,
} from './features/push/subscription-confirmation.ts'
import { createReaderCounter } from './features/readers/reader-counter.ts'
import { deleteOldReaderCounts } from './features/readers/reader-queries.ts'
import { deleteOldCards } from './features/share/share-cards.ts'
import { createSiteAddress, type SiteAddress } from './features/site-address/site-address.ts'
import { moveTeacherList } from './features/site-records/move-teacher-list.ts'
import { createIntegrityCheck } from './features/status/integrity-check.ts'
import { openServerKey } from './features/status/status-routes.ts'
import { emptyOldTrash } from './features/trash/trash-commands.ts'
import { deleteOldVersions } from './features/versions/version-commands.ts'
import { startWebhook } from './features/webhook/webhook.ts'
import { readsPapers } from './machine-memory.ts'
import type { FileStore } from './storage/file-store.ts'
import { openFileStore } from './storage/open-file-store.ts'
import { createPagePictures } from './storage/page-pictures.ts'
import { referencedPaths, sweepStorage } from './storage/referenced-files.ts'
import { secretsOf } from './storage/secrets.ts'
import { createStorage, type Storage } from './storage/storage.ts'
import { createUnfinishedUploads } from './storage/unfinished-uploads.ts'

type InstanceOptions = Omit<
  AppDeps,
  | 'db'
  | 'secret'
  | 'serverKey'
  | 'pushKeys'
  | 'storage'
  | 'files'
  | 'uploads'
  | 'auth'
  | 'integrity'
  | 'isReading'
  | 'readers'
  | 'siteAddress'
  | 'confirmation'
> & { openRecords(): Promise<Database>; school: string }

/** Everything that has the data folder open; closed and reopened as a whole by a restore. */
export interface Instance {
  listener: RequestListener
  db: Database
  storage: Storage
  files: FileStore
  /** The first admin's name and password, if the account was just created. */
  firstAdmin: { username: string; password: string } | null
  /** Number of files that the last check did not find. */
  readonly missingFiles: number
  /** Whether this process does the background work, which other processes may do instead. */
  readonly isWorking: boolean
  /** Checks the integrity of the data; removes expired data where `isWorking`. Runs daily. */
  runMaintenance(): Promise<void>
  /** Waits for pending writes, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, reconciles files with records, and creates the app. */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { config, log, clock, folder } = options
  const db = await options.openRecords()
  let alone: LeasedWork | undefined
  try {
    if (!config.bucket) alone = await keepAlone(db)
    const secrets = secretsOf(db, folder)
    const secret = await openSigningSecret(secrets)
    const serverKey = await openServerKey(secrets)
    const pushKeys = await openPushKeys(secrets)
    const installation = serverKey.derive('installation').toString('hex')
    const copies = options.parts.fileCopies
    const files = await openFileStore({ ...options, installation, copies })
    const missing = await sweepStorage({ folder, files, db, log })
    const integrity = createIntegrityCheck({ db, files, log, missing })
    const storage = createStorage({ folder, files, log })
    const uploads = createUnfinishedUploads({
      directory: folder.unfinished,
      staging: folder.staging,
      maxBytes: config.maxUploadBytes,
      clock,
    })
    await moveTeacherList({ db, storage, clock })
    const firstAdmin = await ensureFirstAdmin({ db, config, clock })
    const auth = await createAuth({ db, clock, secret, serverKey, config, log })
    const cleanUp = () => deleteExpired({ db, storage, clock })
    await deleteOldCards(folder)
    const isReading = readsPapers(config)
    const { tesseract } = config
    if (isReading && tesseract) await assertTesseract(tesseract)
    const readers = createReaderCounter({ db, clock, log })
    const siteAddress = createSiteAddress({ db, clock, log, config, serverKey })
    const sender = createPushSender({ ...options, db, pushKeys, siteAddress })
    const confirmation = createConfirmation({ db, clock, log, sender })
    const app = createApp({
      ...options,
      db,
      secret,
      serverKey,
      pushKeys,
      storage,
      files,
      uploads,
      auth,
      integrity,
      isReading,
      readers,
      siteAddress,
      confirmation,
    })
    const startWork = async () => {
      await cleanUp()
      return startBackgroundWork({
        ...options,
        db,
        files,
        isReading,
        pushKeys,
        sender,
        confirmation,
        siteAddress,
      })
    }
    const work = await db.leases.run('background work', startWork)
    return {
      listener: app.listener,
      db,
      storage,
      files,
      firstAdmin,
      get missingFiles() {
        return integrity.missingFiles()
      },
      get isWorking() {
        return work.isRunning
      },
      async runMaintenance() {
        await integrity.check()
        // A damaged data folder is left unchanged.
        if (integrity.isDamaged()) return
        await uploads.removeOld()
        if (!work.isRunning) return
        await cleanUp()
        await files.sweep?.(() => referencedPaths(db.read), clock())
      },
      async close() {
        await work.stop()
        sender.close()
        await confirmation.close()
        app.close()
        await readers.close()
        await alone?.stop()
        await db.close()
      },
    }
  } catch (error) {
    await alone?.stop()
    await db.close()
    throw error
  }
}

/** Deletes what is older than it may be stored. */
async function deleteExpired({
  db,
  storage,
  clock,
}: Pick<Instance, 'db' | 'storage'> & { clock: Clock }): Promise<void> {
  await cleanSessions({ db, clock })
  await emptyOldTrash({ db, storage, clock })
  await deleteOldVersions({ db, storage, clock })
  await deleteUnusedTexts(db)
  await deleteOldActivity({ db, clock })
  await deleteOldReaderCounts({ db, clock })
}

interface BackgroundWork extends InstanceOptions, Pick<Instance, 'db' | 'files'> {
  isReading: boolean
  pushKeys: PushKeys
  sender: PushSender
  confirmation: SubscriptionConfirmation
  siteAddress: SiteAddress
}

/** Starts what one process does for all. @returns a function that stops it */
async function startBackgroundWork(options: BackgroundWork): Promise<() => Promise<void>> {
  const { config, log, clock, folder, db, files, isReading } = options
  const { pushKeys, sender, confirmation, siteAddress } = options
  const { webhook: receiver, tesseract } = config
  const stopWebhook = receiver
    ? await startWebhook({
        db,
        clock,
        log,
        ledgerFile: folder.webhookFile,
        receiver,
        siteAddress,
      })
    : async () => undefined
  const stopPush = await startNoticePush({ ...options, db, pushKeys, sender })
  const stopConfirming = confirmation.start()
  await takeUpFormer(db)
  const stopChecking = siteAddress.startChecking()
  const stopPreviews = createPagePreviews({
    db,
    pagePictures: createPagePictures({ folder, files }),
    clock,
    log,
  })
  if (isReading) await readOutdatedAgain(db)
  const stopReading = isReading
    ? startPaperReading({ db, clock, log, reader: createPaperReader({ files, tesseract }) })
    : async () => undefined
  const stopLetterhead = startLetterheadWork({ db, clock, log })
  return async () => {
    await stopChecking()
    await stopWebhook()
    await stopPush()
    await stopConfirming()
    await stopReading()
    await stopLetterhead()
    await stopPreviews()
  }
}

/**
 * Keeps other processes from using the records, because the files are in the data folder.
 * @throws DatabaseError if one does already
 */
async function keepAlone({ leases }: Database): Promise<LeasedWork> {
  const lease = await leases.run('files', async () => async () => undefined)
  if (lease.isRunning) return lease
  await lease.stop()
  throw new DatabaseError(
    'DATABASE_URL: another server uses this database, and the files are in its data folder. Stop it, or set STORAGE_URL for both, so that they share the files.',
  )
}
