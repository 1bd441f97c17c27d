import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { DataFolder } from '../../data-folder.ts'
import { nullIfMissing } from '../../lib/node-error.ts'
import { createWorkerPool, failureOf } from '../../lib/worker-pool.ts'
import type { CardJob } from './render-card.ts'

/** The picture that other sites show beside a link to a page. */
export interface ShareCard {
  /** PNG, or JPEG with a photo. */
  bytes: Buffer
  /** Hash of the content. */
  hash: string
}

/** Version of the design; part of the hash. */
const DESIGN = 4
/** Limit of the cache: some thousand cards of about 20 kB. */
const MAX_CACHE_BYTES = 100 * 1024 * 1024
/** Number of new cards after which the size of the cache is checked. */
const CLEAN_EVERY = 200
/** Limits of waiting cards, each rendered in less than half a second: in total and per client. */
const MAX_WAITING = 20
const MAX_WAITING_BY_CLIENT = 4
const RETRY_SECONDS = 10
const TIMEOUT_MS = 20_000

/** A picture on a card: the crest, or a photo. */
export interface PictureFile {
  /** Unique for its content. */
  name: string
  /** Runs `work` with its path. */
  use<T>(work: (file: string) => Promise<T>): Promise<T>
}

/**
 * Returns a card, from the cache if possible.
 * @param client key of the client for rate limits
 * @throws Problem `unavailable` if too many cards are waiting
 */
type RenderShareCard = (
  content: CardJob['content'],
  pictures: { crest: PictureFile; photo?: PictureFile | undefined },
  client: string,
) => Promise<ShareCard>

/**
 * Renders cards one at a time in a separate process and caches them on the disk.
 * @param clientDir folder with the built-in crest
 */
export function createShareCards({
  folder,
  clientDir,
}: {
  folder: Pick<DataFolder, 'root' | 'cards' | 'drawing' | 'uploads' | 'galleryUploads'>
  clientDir: string
}): RenderShareCard {
  const pool = createWorkerPool<CardJob, void, 'broken'>({
    module: 'card-worker',
    processes: 1,
    timeoutMs: TIMEOUT_MS,
    school: folder.root,
    may: {
      addons: true,
      read: [folder.uploads, folder.galleryUploads, clientDir],
      write: [folder.drawing],
    },
    crashError: 'broken',
  })
  /** Waiting and running cards by file name. */
  const waiting = new Map<string, { client: string; bytes: Promise<Buffer> }>()
  let rendered = 0

  const assertMayWait = (client: string) => {
    const own = [...waiting.values()].filter((one) => one.client === client)
    if (waiting.size >= MAX_WAITING || own.length >= MAX_WAITING_BY_CLIENT) {
      throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
    }
  }

  const render: (name: string, ...card: Parameters<RenderShareCard>) => Promise<Buffer> = async (
    name,
    content,
    { crest, photo },
  ) => {
    const file = path.join(folder.drawing, name)
    const run = (photoFile?: string) =>
      crest.use((crestFile) =>
        pool.run({ content, crest: crestFile, file, ...(photoFile && { photo: photoFile }) }),
      )
    const result = await (photo ? photo.use(run) : run())
    if ('failed' in result) throw failureOf(result)
    if ('fault' in result) throw new Error(result.message)
    const bytes = await fs.readFile(file)
    await fs.rename(file, path.join(folder.cards, name))
    rendered += 1
    if (rendered % CLEAN_EVERY === 0) await deleteOldCards(folder)
    return bytes
  }

  return async (content, pictures, client) => {
    const { crest, photo } = pictures
    const hash = createHash('sha256')
      .update(JSON.stringify([DESIGN, content, crest.name, photo?.name]))
      .digest('hex')
      .slice(0, 32)
    const name = `${hash}.${photo ? 'jpg' : 'png'}`
    const cached = await fs.readFile(path.join(folder.cards, name)).catch(nullIfMissing)
    if (cached) return { bytes: cached, hash }
    let card = waiting.get(name)
    if (!card) {
      assertMayWait(client)
      const bytes = render(name, content, pictures, client).finally(() => waiting.delete(name))
      card = { client, bytes }
      waiting.set(name, card)
    }
    return { bytes: await card.bytes, hash }
  }
}

/** Deletes all cached cards, which are rendered again when they are asked for. */
export async function deleteCards({ cards }: Pick<DataFolder, 'cards'>): Promise<void> {
  for (const name of await fs.readdir(cards)) await fs.rm(path.join(cards, name), { force: true })
}

/** Deletes the oldest cards beyond 100 MB. */
export async function deleteOldCards({ cards }: Pick<DataFolder, 'cards'>): Promise<void> {
  const names = await fs.readdir(cards)
  const cached = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await fs.stat(path.join(cards, name))
      return { name, size, at: mtimeMs }
    }),
  )
  let bytes = 0
  for (const { name, size } of cached.sort((a, b) => b.at - a.at)) {
    bytes += size
    if (bytes > MAX_CACHE_BYTES) await fs.rm(path.join(cards, name), { force: true })
  }
}
