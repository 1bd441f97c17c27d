import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../../data-folder.ts'
import { createWorkshop } from '../../storage/workshop.ts'
import type { CardContent, CardJob } from './card-job.ts'

/** The picture that others show beside a link to a page. */
export interface ShareCard {
  /** PNG. */
  bytes: Buffer
  /** Differs whenever anything on the card does. */
  hash: string
}

/** Goes up when cards are to look different. */
const LOOK = 1
const KEPT_CARDS = 500
const LONGEST_MS = 20_000

/**
 * Draws cards one at a time in a process of its own, each once: then it lies on the disk.
 * @returns draws a card with the crest that lies at a path; a name is never given to another crest
 */
export function createShareCards({
  folder,
}: {
  folder: Pick<DataFolder, 'cards' | 'drawing'>
}): (content: CardContent, crest: string) => Promise<ShareCard> {
  const workshop = createWorkshop<CardJob, void, 'broken'>({
    ...{ beside: import.meta.url, module: 'card-process', processes: 1 },
    ...{ longest: LONGEST_MS, brokenBy: 'broken' },
  })
  const inHand = new Map<string, Promise<Buffer>>()
  let drawn = 0

  const draw = async ({ name, ...job }: Omit<CardJob, 'file'> & { name: string }) => {
    const file = path.join(folder.drawing, name)
    const answer = await workshop.ask({ ...job, file })
    if ('failed' in answer) throw new Error(answer.failed)
    if ('fault' in answer) throw new Error(answer.message)
    const bytes = await fs.readFile(file)
    await fs.rename(file, path.join(folder.cards, name))
    drawn += 1
    if (drawn % KEPT_CARDS === 0) await forgetOldCards(folder)
    return bytes
  }

  return async (content, crest) => {
    const hash = createHash('sha256')
      .update(JSON.stringify([LOOK, content, path.basename(crest)]))
      .digest('hex')
      .slice(0, 32)
    const name = `${hash}.png`
    const kept = await readIfThere(path.join(folder.cards, name))
    if (kept) return { bytes: kept, hash }
    const drawing =
      inHand.get(name) ?? draw({ content, crest, name }).finally(() => inHand.delete(name))
    inHand.set(name, drawing)
    return { bytes: await drawing, hash }
  }
}

/** Removes all but the cards that were drawn last. */
export async function forgetOldCards({ cards }: Pick<DataFolder, 'cards'>): Promise<void> {
  const names = await fs.readdir(cards)
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await fs.stat(path.join(cards, name))).mtimeMs })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(KEPT_CARDS)
  for (const { name } of old) await fs.rm(path.join(cards, name), { force: true })
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
