import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { OpenRequest } from '@bidyaloy/shared/desktop/desktop-api'
import { screenPaths } from '@bidyaloy/shared/desktop/screen-paths'
import * as z from 'zod'

/** Files and screens opened from outside the page, queued until the page takes them. */
export interface OpenRequests {
  list(): readonly OpenRequest[]
  /** Reads a queued file; null if it is unknown or no longer readable. */
  file(id: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Removes a request. Returns false for an unknown id. */
  take(id: string): boolean
  /** Queues a file. Returns false unless its type can be published. */
  addFile(file: string): Promise<boolean>
  /** Queues a screen. Returns false for an unknown path. */
  addScreen(screen: string): boolean
}

/** Queue limit; the oldest requests are dropped. */
const MAX_REQUESTS = 20
/** File size limit in bytes, above any server's upload limit. */
const MAX_BYTES = 200 * 1024 * 1024

/** @param onAdd called after each new request */
export function createOpenRequests(onAdd: () => void): OpenRequests {
  let requests: readonly OpenRequest[] = []
  const files = new Map<string, string>()

  const add = (request: OpenRequest) => {
    requests = [...requests, request].slice(-MAX_REQUESTS)
    for (const id of files.keys()) if (!requests.some((one) => one.id === id)) files.delete(id)
    onAdd()
  }

  return {
    list: () => requests,
    async file(id) {
      const file = files.get(id)
      const request = requests.find((one) => one.id === id)
      if (!file || request?.kind !== 'file') return null
      try {
        return { bytes: new Uint8Array(await fs.readFile(file)), type: request.type }
      } catch {
        return null
      }
    },
    take(id) {
      const known = requests.some((one) => one.id === id)
      requests = requests.filter((one) => one.id !== id)
      files.delete(id)
      return known
    },
    async addFile(file) {
      const kind = fileKindByExtension(extensionOf(file))
      const stat = await fs.stat(file).catch(() => null)
      if (!kind || !stat?.isFile() || stat.size > MAX_BYTES) return false
      const id = randomUUID()
      files.set(id, file)
      const { mimeType: type } = kind
      add({ kind: 'file', id, name: path.basename(file), bytes: stat.size, type })
      return true
    },
    addScreen(screen) {
      if (!screenPaths.has(screen)) return false
      add({ kind: 'screen', id: randomUUID(), path: screen })
      return true
    },
  }
}

/** Alternative extensions of the same types, from cameras and older software. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg', heif: 'heic' }

function extensionOf(file: string): string {
  const extension = path.extname(file).slice(1).toLowerCase()
  return OTHER_SPELLINGS[extension] ?? extension
}

/** URL scheme registered with the system. */
export const LINK_SCHEME = 'bidyaloy'

const LINK = new RegExp(`^${LINK_SCHEME}://school(/[a-z/]{1,60}?)/?$`, 'i')

/**
 * Returns the screen of a `bidyaloy://school/admin/…` link. Any website can create such a link, so
 * it may only name a known screen: no query, fragment or escapes. Null for everything else.
 */
export function screenOfLink(link: string): string | null {
  const screen = LINK.exec(link)?.[1]
  return screen !== undefined && screenPaths.has(screen) ? screen : null
}

/** Command line of a launch: an icon, a link or a terminal. */
export const LaunchArgs = z.object({
  /** Arguments, without the executable. */
  words: z.array(z.string().max(4096)).max(100),
  /** Working directory, for relative paths. */
  folder: z.string(),
})
export type LaunchArgs = z.infer<typeof LaunchArgs>

/** Queues the files and links of a command line; other arguments are ignored. */
export async function openLaunchArgs(
  { words, folder }: LaunchArgs,
  openRequests: OpenRequests,
): Promise<void> {
  for (const word of words) {
    // Chromium adds its own switches.
    if (word.startsWith('-')) continue
    if (word.toLowerCase().startsWith(`${LINK_SCHEME}:`)) addLink(word, openRequests)
    else await openRequests.addFile(path.resolve(folder, word))
  }
}

/** Queues the screen of a link. Returns false for an invalid link. */
export function addLink(link: string, openRequests: OpenRequests): boolean {
  const screen = screenOfLink(link)
  return screen !== null && openRequests.addScreen(screen)
}
