import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import type { Database } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
import type { LeasedWork } from './db/leases.ts'
import { deleteOldActivity } from './features/activity/activity-commands.ts'
import type { Announcer } from './features/announcements/announcer.ts'
import { ensureFirstAdmin } from './features/auth/admin-commands.ts'
import { createAuth } from './features/auth/auth-routes.ts'
import { openSigningSecret } from './features/auth/session-token.ts'
import { cleanSessions } from './features/auth/sessions.ts'
import { createPagePreviews } from './features/collections/page-previews.ts'
import { takeUpFormer } from './features/collections/page-redrawing.ts'
import { createMoveInWork } from './features/move-in/move-in-work.ts'
import { startLetterheadWork } from './features/papers/letterhead-work.ts'
import { deleteUnusedTexts } from './features/papers/paper-commands.ts'
import { assertOffice, assertTesseract, createPaperReader } from './features/papers/paper-reader.ts'
import { readOutdatedAgain, startPaperReading } from './features/papers/paper-reading.ts'
import { deleteOldRequests } from './features/photo-requests/photo-request-commands.ts'
import { createAccountAlerts } from './features/push/account-alerts.ts'
import { startNoticePush } from './features/push/notice-push.ts'
import { openPushKeys } from './features/push/push-keys.ts'
import { createPushSender, type PushSender } from './features/push/push-sender.ts'
import { createConfirmation } from './features/push/subscription-confirmation.ts'
import { createReaderCounter } from './features/readers/reader-counter.ts'
import { deleteOldReaderCounts } from './features/readers/reader-queries.ts'
import { deleteEndedResults } from './features/results/result-sheets.ts'
import { deleteOldCards } from './features/share/share-cards.ts'
import { createSiteAddress } from './features/site-address/site-address.ts'
import { createIntegrityCheck } from './features/status/integrity-check.ts'
import { openServerKey } from './features/status/status-routes.ts'
import { eraseCopies, removeLocalCopies, withdrawAgain } from './features/take-down/erase-copies.ts'
import { moveTeacherList } from './features/teacher-page/move-teacher-list.ts'
import { emptyOldTrash } from './features/trash/trash-commands.ts'
import { startHashingFiles } from './features/verify/hash-files.ts'
import { deleteOldVersions } from './features/versions/version-commands.ts'
import { startVideoPictures } from './features/video-pictures/video-pictures.ts'
import { startWebhook } from './features/webhook/webhook.ts'
import { openFileStore } from './find-files.ts'
import { readsPapers } from './machine-memory.ts'
import type { Instance, School } from './scopes.ts'
import { createPagePictures } from './storage/page-pictures.ts'
import { withQuota } from './storage/quota.ts'
import { referencedPaths, sweepStorage } from './storage/referenced-files.ts'
import { secretsOf } from './storage/secrets.ts'
import { createStorage } from './storage/storage.ts'
import { createUnfinishedUploads } from './storage/unfinished-uploads.ts'

/** An open instance. */
export interface OpenInstance extends Instance {
  listener: RequestListener
  /** The first admin's name and password, if the account was just created. */
  firstAdmin: { username: string; password: string } | null
  /** Number of files that the last check did not find. */
  readonly missingFiles: number
  /** Returns the numbers of entries that are to be announced; 0 where another process does that. */
  pending(): Promise<{ webhook: number; push: number }>
  /** Whether this process does the background work, which other processes may do instead. */
  readonly isWorking: boolean
  /** Checks the integrity of the data; removes expired data where `isWorking`. Runs daily. */
  runMaintenance(): Promise<void>
  /** Waits for pending writes, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, reconciles files with records, and creates the app. */
export async function openInstance(school: School): Promise<OpenInstance> {
  const db = await school.openRecords()
  let alone: LeasedWork | undefined
  try {
    if (!school.config.bucket) alone = await keepAlone(db)
    return await openApp({ ...school, db }, async () => {
      await alone?.stop()
      await db.close()
    })
  } catch (error) {
    await alone?.stop()
    await db.close()
    throw error
  }
}

/** Opens what works on the records, with the app. @param closeRecords called at the end of `close` */
async function openApp(
  opened: School & Pick<Instance, 'db'>,
  closeRecords: () => Promise<void>,
): Promise<OpenInstance> {
  const { config, log, clock, folder, db } = opened
  const secrets = secretsOf(db, folder)
  const secret = await openSigningSecret(secrets)
  const serverKey = await openServerKey(secrets)
  const pushKeys = await openPushKeys(secrets)
  const installation = serverKey.derive('installation').toString('hex')
  const stored = await openFileStore({ ...opened, installation, copies: opened.fileCopies })
  const files = opened.quota ? withQuota(stored, opened.quota) : stored
  const missing = await sweepStorage({ ...opened, files })
  await withdrawAgain({ ...opened, files })
  const integrity = createIntegrityCheck({ db, files, log, missing })
  const storage = createStorage({ folder, files, log })
  const uploads = createUnfinishedUploads({
    directory: folder.unfinished,
    staging: folder.staging,
    maxBytes: config.maxUploadBytes,
    files,
    clock,
  })
  await moveTeacherList({ db, storage, clock })
  await deleteOldCards(folder)
  const isReading = readsPapers(config)
  if (isReading && config.tesseract) await assertTesseract(config.tesseract)
  if (isReading && config.office) await assertOffice(config.office)
  // After whatever may refuse the start: the password is shown only by the start that makes it.
  const firstAdmin = await ensureFirstAdmin(opened)
  const readers = createReaderCounter(opened)
  const siteAddress = createSiteAddress({ ...opened, serverKey })
  const sender = createPushSender({ ...opened, pushKeys, siteAddress })
  const confirmation = createConfirmation({ ...opened, sender })
  const alerts = createAccountAlerts({ ...opened, pushKeys, sender })
  const auth = await createAuth({ ...opened, secret, serverKey, alerts })
  const instance: Instance = {
    ...opened,
    files,
    storage,
    uploads,
    auth,
    secret,
    serverKey,
    pushKeys,
    confirmation,
    alerts,
    integrity,
    siteAddress,
    readers,
    moveIns: createMoveInWork({ ...opened, storage }),
    isReading,
  }
  const app = createApp(instance)
  const announcers: Announcers = {}
  const work = await db.leases.run('background work', async () => {
    await deleteExpired(instance)
    return startBackgroundWork(instance, sender, announcers)
  })
  const stopMoving = instance.moveIns.start()
  return {
    ...instance,
    listener: app.listener,
    firstAdmin,
    get missingFiles() {
      return integrity.missingFiles()
    },
    get isWorking() {
      return work.isRunning
    },
    pending: async () => ({
      webhook: (await announcers.webhook?.pending()) ?? 0,
      push: (await announcers.push?.pending()) ?? 0,
    }),
    async runMaintenance() {
      await integrity.check()
      // A damaged data folder is left unchanged.
      if (integrity.isDamaged()) return
      await uploads.removeOld()
      await instance.moveIns.removeOld()
      await removeLocalCopies({ db, folder })
      if (!work.isRunning) return
      await deleteExpired(instance)
      await eraseCopies(instance)
      await files.sweep?.(() => referencedPaths(db.read), clock())
    },
    async close() {
      await stopMoving()
      await work.stop()
      sender.close()
      await confirmation.close()
      await alerts.close()
      app.close()
      await readers.close()
      await closeRecords()
    },
  }
}

/** Deletes what is older than it may be stored. */
async function deleteExpired(instance: Instance): Promise<void> {
  await cleanSessions(instance)
  await emptyOldTrash(instance)
  await deleteOldVersions(instance)
  await deleteUnusedTexts(instance.db)
  await deleteOldActivity(instance)
  await deleteOldReaderCounts(instance)
  await deleteOldRequests(instance)
  await deleteEndedResults(instance)
}

/** Starts reading the files. @returns a function that stops it */
async function startReading(instance: Instance): Promise<() => Promise<void>> {
  const reader = createPaperReader({ ...instance.config, ...instance })
  await readOutdatedAgain(instance.db, reader)
  return startPaperReading({ ...instance, reader })
}

/** What runs where the background work is done. */
interface Announcers {
  webhook?: Announcer
  push?: Announcer
}

/** Starts what one process does for all. @param running gets the announcers @returns a function that stops it */
async function startBackgroundWork(
  instance: Instance,
  sender: PushSender,
  running: Announcers,
): Promise<() => Promise<void>> {
  const { config, folder, db, files, isReading, isSuspended, confirmation, siteAddress } = instance
  const { webhook: receiver, videoPictures } = config
  if (receiver && !isSuspended) {
    running.webhook = await startWebhook({ ...instance, queueFile: folder.webhookFile, receiver })
  }
  if (!isSuspended) running.push = await startNoticePush({ ...instance, sender })
  const stopConfirming = confirmation.start()
  await takeUpFormer(db)
  const stopChecking = siteAddress.startChecking()
  const pagePictures = createPagePictures({ folder, files })
  const stopPreviews = createPagePreviews({ ...instance, pagePictures })
  const stopReading = isReading && (await startReading(instance))
  const stopLetterhead = startLetterheadWork(instance)
  const stopHashing = startHashingFiles(instance)
  const stopVideos =
    videoPictures === null ? undefined : startVideoPictures(instance, videoPictures)
  return async () => {
    await stopChecking()
    const { webhook, push } = running
    delete running.webhook
    delete running.push
    await webhook?.stop()
    await push?.stop()
    await stopConfirming()
    if (stopReading) await stopReading()
    await stopLetterhead()
    await stopHashing()
    await stopPreviews()
    await stopVideos?.()
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
