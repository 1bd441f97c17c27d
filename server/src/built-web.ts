import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RendererModule } from '@bidyaloy/shared/render'

/** Folder of the built web, from `server/src` and from `server/dist` alike. */
export const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Folder of the built browser files. */
export function clientDirOf(webDist: string): string {
  return path.join(webDist, 'client')
}

/** Loads what draws the public pages. */
export async function loadRenderer(webDist: string): Promise<RendererModule> {
  const file = path.join(webDist, 'server', 'site.server.js')
  // Built by the web workspace to the shape that `shared/render` gives.
  return (await import(pathToFileURL(file).href)) as RendererModule
}
