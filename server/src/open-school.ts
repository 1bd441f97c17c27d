import type { RequestListener } from 'node:http'
import type { AppDeps } from './app.ts'
import { createApp } from './app.ts'
import { type Database, openDatabase } from './db/database.ts'
import { forgetOldActivity } from './features/activity/forget-old-activity.ts'
import { createAuth } from './features/auth/auth.ts'
import { cleanSessions } from './features/auth/clean-sessions.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.ts'
import type { SigningSecret } from './features/auth/signing-secret.ts'
import { keepPagesDrawn } from './features/collections/drawn-pages.ts'
import { forgetOldCards } from './features/share/share-cards.ts'
import { createSoundness } from './features/soundness/soundness.ts'
import { emptyOldTrash } from './features/trash/empty-old-trash.ts'
import { keepTelling } from './features/webhook/webhook.ts'
import { createPagePictures } from './storage/page-pictures.ts'
import { createStorage, type Storage } from './storage/storage.ts'
import { sweepStorage } from './storage/sweep.ts'

interface OpenSchoolOptions extends Omit<AppDeps, 'db' | 'storage' | 'auth' | 'soundness'> {
  /** What tokens are signed with. */
  secret: SigningSecret
}

/** Everything that has the data folder open: taken away as a whole when a backup is put back. */
export interface OpenSchool {
  listener: RequestListener
  db: Database
  storage: Storage
  /** The first admin's name and password, where one was made up. */
  firstAdmin: { username: string; password: string } | null
  /** Looks whether everything is whole, and removes what has had its time: daily. */
  lookAfter(): Promise<void>
  /** Finishes what is being written, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, puts files and rows in step, and builds what answers requests. */
export async function openSchool(options: OpenSchoolOptions): Promise<OpenSchool> {
  const { config, log, clock, folder, secret } = options
  const db = await openDatabase(folder.databaseFile, folder.backups)
  try {
    const missing = await sweepStorage({ folder, db, log })
    const soundness = createSoundness({ db, folder, log, missing })
    const storage = createStorage({ folder, log })
    const firstAdmin = await ensureFirstAdmin({ db, config, clock })
    const auth = await createAuth({ db, clock, secret, config, log })
    const tidy = async () => {
      await cleanSessions({ db, clock })
      await emptyOldTrash({ db, storage, clock })
      await forgetOldActivity({ db, clock })
      await forgetOldCards(folder)
    }
    await tidy()
    const app = createApp({ ...options, db, storage, auth, soundness })
    const { webhook: receiver, publicUrl } = config
    const stopTelling = receiver
      ? await keepTelling({ db, clock, log, ledgerFile: folder.webhookFile, receiver, publicUrl })
      : async () => undefined
    const stopDrawing = keepPagesDrawn({ db, pagePictures: createPagePictures({ folder }), log })
    return {
      ...{ listener: app.listener, db, storage, firstAdmin },
      async lookAfter() {
        await soundness.look()
        // What is damaged is better left as it is.
        if (!soundness.isDamaged()) await tidy()
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
