import { randomBytes } from 'node:crypto'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { OpenedResult, ResultRow } from '@bidyaloy/shared/features/results/opened-result'
import { readCode, readRoll } from '@bidyaloy/shared/features/results/slip-code'
import type { Context } from 'koa'
import * as z from 'zod'
import { ResultSheetRow, SealedResultRow } from '../../db/entities.ts'
import type { Instance } from '../../scopes.ts'
import { isCurrent, placeOf } from './result-sheets.ts'
import { costOfImports, RESULTS_KEY } from './seal-results.ts'
import { deriveKeys, unpadded, unseal } from './sealing.ts'
import { createTryLimits } from './try-limits.ts'

export type OpenDeps = Pick<Instance, 'db' | 'clock' | 'serverKey' | 'sealQueue' | 'log'>

/** What a slip is typed as. */
export interface TypedSlip {
  /** Id of the sheet. */
  in: string
  roll: string
  code: string
}

/** What a slip has opened, or how many wrong ones are still allowed. */
export type Answer = { opened: OpenedResult } | { triesLeft: number }

/** Opens results with slips. */
export type OpenResult = (ctx: Context, typed: TypedSlip) => Promise<Answer>

const Text = z.string()
const Row: z.ZodType<ResultRow> = z.object({
  roll: z.int(),
  name: Text,
  marks: z.array(z.object({ subject: Text, mark: Text, grade: Text, parts: Text })),
  total: Text,
  gpa: Text,
  grade: Text,
  place: Text,
})

/** Stands for a sheet, roll or code that does not exist, so that it takes the same time. */
const NOTHING = { salt: randomBytes(16).toString('base64url'), code: 'XXXXXXXX', place: ['none'] }

/**
 * Creates the function that opens results. It hashes also what cannot exist, and says nothing of why
 * nothing was opened. One slip of an address at a time, few of all together: others wait.
 * It throws Problem `too_many_requests` after too many wrong ones, `unavailable` if too many wait.
 */
export function createOpenResult({ db, clock, serverKey, sealQueue, log }: OpenDeps): OpenResult {
  const limits = createTryLimits(db)

  const open = async ({ in: id, ...typed }: TypedSlip): Promise<OpenedResult | null> => {
    const row = await db.read.findOneBy(ResultSheetRow, { id })
    const sheet = row && isCurrent(row, clock()) ? row : null
    const [roll, code] = [readRoll(typed.roll), readCode(typed.code)]
    const { salt, cost } = sheet?.data ?? { salt: NOTHING.salt, cost: await costOfImports() }
    const isWhole = roll !== null && code !== null && sheet !== null
    const { id: sealedId, key } = await deriveKeys(isWhole ? code : NOTHING.code, {
      serverKey: serverKey.derive(RESULTS_KEY),
      salt,
      cost,
      place: isWhole ? placeOf(sheet.data, roll) : NOTHING.place,
    })
    const sealed = await db.read.findOneBy(SealedResultRow, { id: sealedId })
    if (!sealed || !sheet || sealed.sheetId !== sheet.id) return null
    const text = unseal(sealed.box, key, sheet.data.salt)
    if (!text) return null
    const { data, until } = sheet
    return {
      ...Row.parse(JSON.parse(unpadded(text))),
      exam: data.exam,
      className: data.className,
      shift: data.shift,
      section: data.section,
      until,
    }
  }

  const rememberWrong = (id: string) => {
    db.writePrivate((tx) => tx.increment(ResultSheetRow, { id }, 'wrongTries', 1)).catch(
      (err: unknown) => log.warn({ err }, 'counting a wrong slip failed'),
    )
  }

  return async (ctx, { in: sheetId, ...rest }) => {
    // PostgreSQL rejects NUL characters in text.
    const typed = { ...rest, in: /^[a-z0-9]{1,40}$/.test(sheetId) ? sheetId : '' }
    const roll = `${typed.in} ${readRoll(typed.roll) ?? '-'}`
    await limits.assertAllowed(ctx.ip, roll)
    let answer: Answer | undefined
    await sealQueue.run(ctx, 'short', async () => {
      // Those before it in the queue may have been wrong.
      await limits.assertAllowed(ctx.ip, roll)
      const opened = await open(typed)
      if (opened) {
        answer = { opened }
        return
      }
      answer = { triesLeft: await limits.countWrong(ctx.ip, roll) }
      rememberWrong(typed.in)
    })
    // The client has gone.
    if (!answer) throw new Problem('unavailable')
    return answer
  }
}
