import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RendererModule } from '@bidyaloy/shared/render'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { assertNotBereft, type DataFolder, openDataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './db/database.ts'
import { lockFolder } from './db/folder-lock.ts'
import { forgetOldActivity } from './features/activity/forget-old-activity.ts'
import { createAuth } from './features/auth/auth.ts'
import { cleanSessions } from './features/auth/clean-sessions.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.ts'
import { openSigningSecret } from './features/auth/signing-secret.ts'
import { keepPagesDrawn } from './features/collections/drawn-pages.ts'
import { forgetOldCards } from './features/share/share-cards.ts'
import { emptyOldTrash } from './features/trash/empty-old-trash.ts'
import { createPagePictures } from './storage/page-pictures.ts'
import { createStorage, type Storage } from './storage/storage.ts'
import { sweepStorage } from './storage/sweep.ts'

export interface RunningServer {
  /** Where it answers, without a trailing slash. */
  url: string
  /** The first admin's name and password, where one was made up at this start. */
  firstAdmin: { username: string; password: string } | null
  /** What runs inside, for whoever fills it in the same process. */
  inside: { db: Database; storage: Storage; folder: DataFolder; clock: Clock }
  /** Stops accepting, finishes what is in flight (10 s at most), closes the database. */
  stop(): Promise<void>
}

export interface StartOptions {
  config: Config
  log: Logger
  clock?: Clock
  /** Folder of the built web; the project's own unless told. */
  webDist?: string
}

const STOP_MS = 10_000
const DAY_MS = 86_400_000
/** From `server/src` and from `server/dist` alike. */
const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Opens the data folder, brings everything up and listens. @throws with one line to read */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const renderer = await loadRenderer(options.webDist ?? WEB_DIST)
  const folder = await openDataFolder(options.config.dataDir)
  const unlock = lockFolder(folder.lockFile)
  try {
    const running = await serve(options, { renderer, folder })
    return { ...running, stop: () => running.stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function serve(
  { config, log, clock = systemClock, webDist = WEB_DIST }: StartOptions,
  { renderer, folder }: { renderer: RendererModule; folder: DataFolder },
): Promise<RunningServer> {
  await assertNotBereft(folder)
  const secret = await openSigningSecret(folder)
  const db = await openDatabase(folder.databaseFile, folder.backups)
  try {
    await sweepStorage({ folder, db, log })
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
    const app = createApp({
      ...{ config, log, clock, folder, db, storage, auth, renderer },
      clientDir: path.join(webDist, 'client'),
    })
    const server = http.createServer(
      { headersTimeout: 20_000, requestTimeout: 20 * 60_000, connectionsCheckingInterval: 2000 },
      (req, res) => {
        // While stopping, a connection that is kept alive would go on being served.
        if (!server.listening) res.shouldKeepAlive = false
        app.listener(req, res)
      },
    )
    server.listen(config.port, config.host)
    await once(server, 'listening')
    const stopDrawing = keepPagesDrawn({ db, pagePictures: createPagePictures({ folder }), log })
    const daily = setInterval(() => {
      tidy().catch((error: unknown) => log.error({ err: error }, 'daily tidying failed'))
    }, DAY_MS)
    daily.unref()
    return {
      url: addressOf(server),
      firstAdmin,
      inside: { db, storage, folder, clock },
      async stop() {
        clearInterval(daily)
        await closeServer(server)
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

async function loadRenderer(webDist: string): Promise<RendererModule> {
  const file = path.join(webDist, 'server', 'site.server.js')
  // Built by the web workspace to the shape that `shared/render` gives.
  return (await import(pathToFileURL(file).href)) as RendererModule
}

function addressOf(server: http.Server): string {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('Not listening on a port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

async function closeServer(server: http.Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearTimeout(cut)
}
