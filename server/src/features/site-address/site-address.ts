import { statedSiteAddress } from '@bidyaloy/shared/features/contact/contact'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { AdminOverview } from '@bidyaloy/shared/school/admin-overview'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { SingleRecordRow } from '../../db/entities.ts'
import { newId } from '../../ids.ts'
import { contactModel } from '../contact/contact.ts'
import { LOOPBACK } from '../push/push-endpoint.ts'
import { findSingle } from '../records/single-record-commands.ts'
import type { ServerKey } from '../status/status-routes.ts'
import { askAddress } from './ask-address.ts'

/** The address under which visitors find the site. */
export interface SiteAddress {
  /**
   * Returns the configured URL of the site, without a trailing slash; else the origin in the contact
   * record, once this installation has answered there. Undefined until then.
   */
  find(): Promise<string | undefined>
  /** Returns why the address is unknown; undefined if it is known, or not asked yet. */
  problem(): Promise<AdminOverview['addressProblem']>
  /** Asks the address now, after changes, and daily. @returns a function that ends this */
  startChecking(): () => Promise<void>
}

interface SiteAddressDeps {
  db: Database
  clock: Clock
  log: Logger
  config: Pick<Config, 'publicUrl' | 'pushServices'>
  serverKey: Pick<ServerKey, 'prove' | 'derive'>
}

/** Name of the row with the last answer. */
const ROW = 'siteAddress'

const LastAnswer = z.object({
  /** The origin in the contact record. */
  stated: z.string(),
  /** The origin that answered as this installation; null if none did. */
  own: z.string().nullable(),
  problem: z.enum(['other', 'unreachable']).optional(),
  /** Who asked: the records may have come from another installation, in a backup. */
  installation: z.string(),
  at: z.string(),
})
type LastAnswer = z.infer<typeof LastAnswer>

/** Time for which an address stays known while it does not answer. */
const PATIENCE_MS = 7 * DAY_MS
const FIRST_RETRY_MS = 15_000

/** Creates what knows and checks the site's address. */
export function createSiteAddress({
  db,
  clock,
  log,
  config: { publicUrl, pushServices },
  serverKey,
}: SiteAddressDeps): SiteAddress {
  const installation = serverKey.derive('site address').toString('base64url')

  /** Returns the stated origin, and the last answer from there. */
  const read = async (): Promise<{ stated: string | undefined; last: LastAnswer | undefined }> => {
    const contact = await findSingle(db.read, contactModel)
    const stated = statedSiteAddress(contact?.website ?? '')
    if (stated === undefined) return { stated, last: undefined }
    const row = await db.read.findOneBy(SingleRecordRow, { name: ROW })
    const { data: last } = LastAnswer.safeParse(row?.data)
    const holds = last?.stated === stated && last.installation === installation
    return { stated, last: holds ? last : undefined }
  }

  const store = async (answer: LastAnswer, before: LastAnswer | undefined) => {
    const isSeen = answer.own !== (before?.own ?? null)
    await (isSeen ? db.write : db.writePrivate)(async (tx) => {
      const row = { data: answer, updatedAt: answer.at }
      const { affected } = await tx.update(SingleRecordRow, { name: ROW }, row)
      if (affected === 0)
        await tx.insert(SingleRecordRow, { ...row, name: ROW, id: newId(), version: 0 })
    })
  }

  /** @returns whether the address is known, or none is stated */
  const check = async (signal: AbortSignal): Promise<boolean> => {
    const { stated, last } = await read()
    if (stated === undefined) return true
    const age = last ? clock().getTime() - Date.parse(last.at) : 0
    if (last?.own && age < DAY_MS) return true
    const answer = await askAddress(stated, {
      prove: serverKey.prove,
      toLoopback: pushServices.includes(LOOPBACK),
      signal,
    })
    if (signal.aborted) return false
    const isPatient = answer.problem === 'unreachable' && last?.own && age < PATIENCE_MS
    if (!isPatient) {
      await store({ stated, installation, at: clock().toISOString(), ...answer }, last)
    }
    return answer.own !== null
  }

  return {
    async find() {
      if (publicUrl !== undefined) return publicUrl
      return (await read()).last?.own ?? undefined
    },
    async problem() {
      if (publicUrl !== undefined) return undefined
      const { stated, last } = await read()
      return stated === undefined ? 'missing' : last?.problem
    },
    startChecking() {
      if (publicUrl !== undefined) return async () => undefined
      const stopping = new AbortController()
      const { signal } = stopping
      const limit = pLimit(1)
      let timer: NodeJS.Timeout | undefined
      let retry = FIRST_RETRY_MS
      /** The stated origin at the last check. */
      let asked: string | undefined
      const run = async (): Promise<void> => {
        clearTimeout(timer)
        let isSettled = false
        try {
          isSettled = await check(signal)
        } catch (error) {
          log.warn({ err: error }, "the site's address could not be checked")
        }
        if (signal.aborted) return
        timer = setTimeout(() => limit(run), isSettled ? DAY_MS : retry).unref()
        retry = isSettled ? FIRST_RETRY_MS : Math.min(2 * retry, HOUR_MS)
      }
      const checkIfChanged = async (): Promise<void> => {
        const { stated } = await read().catch(() => ({ stated: asked }))
        if (signal.aborted || stated === asked) return
        asked = stated
        retry = FIRST_RETRY_MS
        await run()
      }
      const ignoreChanges = db.onChange(() => {
        if (limit.pendingCount === 0) void limit(checkIfChanged)
      })
      void limit(async () => {
        await checkIfChanged()
      })
      return async () => {
        stopping.abort()
        ignoreChanges()
        clearTimeout(timer)
        await limit(async () => undefined)
      }
    },
  }
}
