/* Apart from the web build, which the CLI does not need. */
import fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** From `server/src` and from `server/dist` alike. */
const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

declare const __COMMIT__: string | undefined

/** Commit from which the server was built; empty if there was no repository. */
export const COMMIT = typeof __COMMIT__ === 'string' ? __COMMIT__ : ''

/** Returns version and commit in words. */
export async function versionText(): Promise<string> {
  return `Bidyaloy ${await appVersion()}${COMMIT && ` (${COMMIT})`}`
}

/** Returns the version of Bidyaloy from package.json. */
export async function appVersion(): Promise<string> {
  const json: unknown = JSON.parse(await fs.readFile(PACKAGE, 'utf8'))
  return z.object({ version: z.string() }).parse(json).version
}
