import { buildIfStale } from './build.mjs'

/** Vitest's global set-up: the server's tests use the built web and the built workers. */
export default () => buildIfStale()
