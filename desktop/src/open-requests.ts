import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { OpenRequest } from '@bidyaloy/shared/desktop/desktop-api'
import { screenPaths } from '@bidyaloy/shared/desktop/screen-paths'
import * as z from 'zod'

/** What was handed to the program from outside its page, until the page takes it. */
export interface OpenRequests {
  list(): readonly OpenRequest[]
  /** The content of a given file; null where it is not known or cannot be read any more. */
  file(id: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Crosses a thing off. False where it is not known. */
  take(id: string): boolean
  /** False for anything but a file of a kind that the school publishes. */
  giveFile(file: string): Promise<boolean>
  /** False for a screen that the program does not know. */
  giveScreen(screen: string): boolean
}

/** Nobody means to give more at once; the oldest make room. */
const MAX_REQUESTS = 20
/** Larger than any upload that a server takes, in bytes. */
const MAX_BYTES = 200 * 1024 * 1024

/** @param onGiven called after each new thing */
export function createOpenRequests(onGiven: () => void): OpenRequests {
  let things: readonly OpenRequest[] = []
  const files = new Map<string, string>()

  const add = (thing: OpenRequest) => {
    things = [...things, thing].slice(-MAX_REQUESTS)
    for (const id of files.keys()) if (!things.some((one) => one.id === id)) files.delete(id)
    onGiven()
  }

  return {
    list: () => things,
    async file(id) {
      const file = files.get(id)
      const thing = things.find((one) => one.id === id)
      if (!file || thing?.kind !== 'file') return null
      try {
        return { bytes: new Uint8Array(await fs.readFile(file)), type: thing.type }
      } catch {
        return null
      }
    },
    take(id) {
      const known = things.some((one) => one.id === id)
      things = things.filter((one) => one.id !== id)
      files.delete(id)
      return known
    },
    async giveFile(file) {
      const kind = fileKindByExtension(extensionOf(file))
      const stat = await fs.stat(file).catch(() => null)
      if (!kind || !stat?.isFile() || stat.size > MAX_BYTES) return false
      const id = randomUUID()
      files.set(id, file)
      const { mimeType: type } = kind
      add({ kind: 'file', id, name: path.basename(file), bytes: stat.size, type })
      return true
    },
    giveScreen(screen) {
      if (!screenPaths.has(screen)) return false
      add({ kind: 'screen', id: randomUUID(), path: screen })
      return true
    },
  }
}

/** Cameras and older programs write these for the same kinds. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', heif: 'heic' }

function extensionOf(file: string): string {
  const extension = path.extname(file).slice(1).toLowerCase()
  return OTHER_SPELLINGS[extension] ?? extension
}

/** The scheme of links that other programs and pages may open. */
export const LINK_SCHEME = 'bidyaloy'

const LINK = new RegExp(`^${LINK_SCHEME}://school(/[a-z/]{1,60}?)/?$`, 'i')

/**
 * The screen that a `bidyaloy://school/admin/…` link leads to. Anyone can make such a link, so it
 * may do nothing but name a known screen: no query, no fragment, no escapes. Null for all else.
 */
export function screenOfLink(link: string): string | null {
  const screen = LINK.exec(link)?.[1]
  return screen !== undefined && screenPaths.has(screen) ? screen : null
}

/** What a start of the program was given: by an icon, a link, or a person at a command line. */
export const HandedOver = z.object({
  /** Words of the command line, without the program's own name. */
  words: z.array(z.string().max(4096)).max(100),
  /** The folder that their paths start from. */
  folder: z.string(),
})
export type HandedOver = z.infer<typeof HandedOver>

/** Gives the page what the words name; what is neither a known file nor a known link is passed over. */
export async function takeOver({ words, folder }: HandedOver, given: OpenRequests): Promise<void> {
  for (const word of words) {
    // Chromium adds switches of its own.
    if (word.startsWith('-')) continue
    if (word.toLowerCase().startsWith(`${LINK_SCHEME}:`)) giveLink(word, given)
    else await given.giveFile(path.resolve(folder, word))
  }
}

/** Gives the page the screen that a link leads to; false where it leads to none. */
export function giveLink(link: string, given: OpenRequests): boolean {
  const screen = screenOfLink(link)
  return screen !== null && given.giveScreen(screen)
}
