import { buildIfStale } from './build.mjs'
import { installTools } from './tools.mjs'

/** Vitest's global set-up: the server's tests use the built web and the built workers, and PostgreSQL. */
export default async () => {
  const installed = installTools(['electron-builder', 'postgres'])
  buildIfStale()
  await installed
}
