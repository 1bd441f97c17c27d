import { About, type ServerFeature, serverFeatures } from '@bidyaloy/shared/api/about'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { paths } from '@bidyaloy/shared/api/paths'
import { MAX_TOTAL_FILES } from '@bidyaloy/shared/collections/entry'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { Session } from '@bidyaloy/shared/school/admin-session'
import { type Forward, parseJson, readBody } from '../forward.ts'
import type { LocalFile } from '../outbox/file-changes.ts'
import type { ReadCache } from '../read-cache.ts'

const MEGABYTE = 1024 * 1024
/** The server's default, for servers that do not report their limit. */
const DEFAULT_MAX_UPLOAD = 25 * MEGABYTE

/** Returns the size limit of one file in bytes, from the admin's session as last read. */
export function maxUploadBytes(session: unknown): number {
  const parsed = Session.pick({ maxUploadBytes: true }).safeParse(session)
  return (parsed.success ? parsed.data.maxUploadBytes : undefined) ?? DEFAULT_MAX_UPLOAD
}

/** An error that the server would respond with. */
export interface Refused {
  status: number
  code: 'too_large' | 'validation_failed'
  sentence: string
}

/** Returns why the server would not accept these new files together; null if it does. */
export function sizeRefusal(files: readonly LocalFile[], maxUpload: number): Refused | null {
  const sizes = files.map(({ size }) => size)
  const inMegabytes = (bytes: number) => ({ max: Math.round((bytes / MEGABYTE) * 10) / 10 })
  const refused = (sentence: string): Refused => ({ status: 413, code: 'too_large', sentence })
  if (sizes.some((size) => size > maxUpload)) {
    return refused(validationText('valid.file.tooBig', inMegabytes(maxUpload)).bn)
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const maxTotal = maxUpload * MAX_TOTAL_FILES
  return total > maxTotal
    ? refused(validationText('valid.file.allTooBig', inMegabytes(maxTotal)).bn)
    : null
}

/** The answer to a change that the server is too old for. It would drop a text without an error. */
export const TOO_OLD: Refused = {
  status: 400,
  code: 'validation_failed',
  sentence: desktopCopy['outbox.noTexts'],
}

/** Tells what the school's server can do beyond the first version of the API. */
export interface ServerFeatures {
  /** Asks the server. Null without a response. */
  ask(feature: ServerFeature, signal?: AbortSignal): Promise<boolean | null>
  /** Whether the server lacks it, by the last response; asks again unless `isOffline`. */
  isMissing(feature: ServerFeature, isOffline: boolean): Promise<boolean>
  /** All that the server lacks, by its last response; asks again from time to time if anything. */
  lacks(): readonly ServerFeature[]
}

/** Time between two questions to a server that lacks something, in milliseconds. */
const ASK_AGAIN_MS = 30_000

/** Size limit of the `about` response, in bytes. */
const MAX_ABOUT = 64 * 1024

/** @param cache holds the last response across restarts */
export function createServerFeatures(
  forward: Forward,
  cache: Pick<ReadCache, 'store' | 'find'>,
): ServerFeatures {
  const { method, path } = paths.about
  const has = (feature: ServerFeature, body: Uint8Array | undefined): boolean | null => {
    const about = About.safeParse(parseJson(body ?? null))
    return about.success ? (about.data.features ?? []).includes(feature) : null
  }
  let lacking: readonly ServerFeature[] = []
  let askedAt = 0
  const note = (body: Uint8Array | undefined) => {
    lacking = serverFeatures.filter((feature) => has(feature, body) === false)
  }
  void cache.find(path).then((cached) => askedAt === 0 && note(cached?.body))
  const ask = async (feature: ServerFeature, signal?: AbortSignal) => {
    const response = await forward({ method, path, ...(signal && { signal }), withoutToken: true })
    const body = response?.status === 200 ? await readBody(response, MAX_ABOUT) : null
    if (!body) return null
    askedAt = Date.now()
    note(body)
    const contentType = 'application/json'
    await cache
      .store(path, { contentType, body, keptAt: new Date().toISOString() })
      // A full disk must not prevent sending.
      .catch(() => undefined)
    return has(feature, body)
  }
  return {
    ask,
    lacks() {
      if (lacking.length > 0 && Date.now() - askedAt > ASK_AGAIN_MS) {
        askedAt = Date.now()
        void ask('texts').catch(() => undefined)
      }
      return lacking
    },
    async isMissing(feature, isOffline) {
      const cached = has(feature, (await cache.find(path))?.body)
      if (cached !== false || isOffline) return cached === false
      // It may have been updated since.
      return (await ask(feature)) !== true
    },
  }
}
