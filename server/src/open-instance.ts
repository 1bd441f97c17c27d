import type { RequestListener } from 'node:http'
import type { AppDeps } from './app.ts'
import { createApp } from './app.ts'
import { type Database, openDatabase } from './db/database.ts'
import { forgetOldActivity } from './features/activity/activity-commands.ts'
import { ensureFirstAdmin } from './features/auth/admin-commands.ts'
import { createAuth } from './features/auth/auth.ts'
import { cleanSessions } from './features/auth/sessions.ts'
import type { SigningSecret } from './features/auth/signing-secret.ts'
import { createPagePreviews } from './features/collections/page-previews.ts'
import { forgetOldCards } from './features/share/share-cards.ts'
import { createIntegrityCheck } from './features/status/integrity-check.ts'
import { emptyOldTrash } from './features/trash/trash-commands.ts'
import { startWebhook } from './features/webhook/webhook.ts'
import { createPagePictures } from './storage/page-pictures.ts'
import { sweepStorage } from './storage/referenced-files.ts'
import { createStorage, type Storage } from './storage/storage.ts'

interface InstanceOptions extends Omit<AppDeps, 'db' | 'storage' | 'auth' | 'integrity'> {
  /** What tokens are signed with. */
  secret: SigningSecret
}

/** Everything that has the data folder open: taken away as a whole when a backup is put back. */
export interface Instance {
  listener: RequestListener
  db: Database
  storage: Storage
  /** The first admin's name and password, where one was made up. */
  firstAdmin: { username: string; password: string } | null
  /** Looks whether everything is whole, and removes what has had its time: daily. */
  runMaintenance(): Promise<void>
  /** Finishes what is being written, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, puts files and rows in step, and builds what answers requests. */
export async function openInstance(options: InstanceOptions): Promise<Instance> {
  const { config, log, clock, folder, secret } = options
  const db = await openDatabase(folder.databaseFile, folder.backups)
  try {
    const missing = await sweepStorage({ folder, db, log })
    const integrity = createIntegrityCheck({ db, folder, log, missing })
    const storage = createStorage({ folder, log })
    const firstAdmin = await ensureFirstAdmin({ db, config, clock })
    const auth = await createAuth({ db, clock, secret, config, log })
    const cleanUp = async () => {
      await cleanSessions({ db, clock })
      await emptyOldTrash({ db, storage, clock })
      await forgetOldActivity({ db, clock })
      await forgetOldCards(folder)
    }
    await cleanUp()
    const app = createApp({ ...options, db, storage, auth, integrity })
    const { webhook: receiver, publicUrl } = config
    const stopTelling = receiver
      ? await startWebhook({ db, clock, log, ledgerFile: folder.webhookFile, receiver, publicUrl })
      : async () => undefined
    const stopDrawing = createPagePreviews({
      db,
      pagePictures: createPagePictures({ folder }),
      log,
    })
    return {
      ...{ listener: app.listener, db, storage, firstAdmin },
      async runMaintenance() {
        await integrity.look()
        // What is damaged is better left as it is.
        if (!integrity.isDamaged()) await cleanUp()
      },
      async close() {
        await stopTelling()
        await stopDrawing()
        await app.close()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}
