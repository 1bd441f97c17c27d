/* Shared by the server and the static export of the CLI. */
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RendererModule } from '@bidyaloy/shared/render'

/** Folder of the built web, from `server/src` and from `server/dist` alike. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Folder of the built browser files. */
export function clientDirOf(webDist: string): string {
  return path.join(webDist, 'client')
}

/** Loads the renderer of the public pages. */
export async function loadRenderer(webDist: string): Promise<RendererModule> {
  const file = path.join(webDist, 'server', 'site.server.js')
  // The web workspace builds it with the type of `shared/render`.
  return (await import(pathToFileURL(file).href)) as RendererModule
}
