import path from 'node:path'
import * as z from 'zod'
import type { OpenRequests } from './open-requests.ts'
import { LINK_SCHEME, screenOfLink } from './screen-link.ts'

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
