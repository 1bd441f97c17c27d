import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { DataFolder } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'
import { createWorkerPool } from '../../storage/worker-pool.ts'
import type { CardJob } from './render-card.ts'

/** The picture that others show beside a link to a page. */
export interface ShareCard {
  /** PNG. */
  bytes: Buffer
  /** Differs whenever anything on the card does. */
  hash: string
}

/** Goes up when cards are to look different. */
const LOOK = 1
/** Some thousand cards: one has about 20 kB. */
const KEPT_BYTES = 100 * 1024 * 1024
/** After so many drawn cards it is looked how many bytes they have. */
const LOOK_EVERY = 200
/** Cards that may wait and be drawn, each for less than half a second … */
const MOST_ASKED = 20
/** … and of them those that one client has asked for: another's waits for no more than these. */
const MOST_ASKED_BY_CLIENT = 4
const RETRY_SECONDS = 10
const LONGEST_MS = 20_000

/**
 * Draws a card with the crest that lies at a path; a name is never given to another crest.
 * @param client who asks for it, as counts know clients
 * @throws Problem `unavailable` where too many wait to be drawn
 */
type DrawShareCard = (
  content: CardJob['content'],
  crest: string,
  client: string,
) => Promise<ShareCard>

/** Draws cards one at a time in a process of its own, each once: then it lies on the disk. */
export function createShareCards({
  folder,
}: {
  folder: Pick<DataFolder, 'cards' | 'drawing'>
}): DrawShareCard {
  const pool = createWorkerPool<CardJob, void, 'broken'>({
    beside: import.meta.url,
    module: 'card-worker',
    processes: 1,
    timeoutMs: LONGEST_MS,
    crashError: 'broken',
  })
  const inHand = new Map<string, Promise<Buffer>>()
  const asked = new Map<string, number>()
  let drawn = 0

  const takePlace = (client: string) => {
    const own = asked.get(client) ?? 0
    if (inHand.size >= MOST_ASKED || own >= MOST_ASKED_BY_CLIENT) {
      throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
    }
    asked.set(client, own + 1)
  }
  const leavePlace = (client: string) => {
    const left = (asked.get(client) ?? 1) - 1
    if (left > 0) asked.set(client, left)
    else asked.delete(client)
  }

  const draw = async ({ name, ...job }: Omit<CardJob, 'file'> & { name: string }) => {
    const file = path.join(folder.drawing, name)
    const answer = await pool.run({ ...job, file })
    if ('failed' in answer) throw new Error(answer.failed)
    if ('fault' in answer) throw new Error(answer.message)
    const bytes = await fs.readFile(file)
    await fs.rename(file, path.join(folder.cards, name))
    drawn += 1
    if (drawn % LOOK_EVERY === 0) await forgetOldCards(folder)
    return bytes
  }

  return async (content, crest, client) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([LOOK, content, path.basename(crest)]))
      .digest('hex')
      .slice(0, 32)
    const name = `${hash}.png`
    const kept = await readIfThere(path.join(folder.cards, name))
    if (kept) return { bytes: kept, hash }
    let drawing = inHand.get(name)
    if (!drawing) {
      takePlace(client)
      drawing = draw({ content, crest, name }).finally(() => {
        inHand.delete(name)
        leavePlace(client)
      })
      inHand.set(name, drawing)
    }
    return { bytes: await drawing, hash }
  }
}

/** Removes all but the cards that were drawn last. */
export async function forgetOldCards({ cards }: Pick<DataFolder, 'cards'>): Promise<void> {
  const names = await fs.readdir(cards)
  const known = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await fs.stat(path.join(cards, name))
      return { name, size, at: mtimeMs }
    }),
  )
  let bytes = 0
  for (const { name, size } of known.sort((a, b) => b.at - a.at)) {
    bytes += size
    if (bytes > KEPT_BYTES) await fs.rm(path.join(cards, name), { force: true })
  }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null
    throw error
  }
}
