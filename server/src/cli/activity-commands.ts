import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { activityCsv } from '@bidyaloy/shared/school/activity-sentence'
import type { Command } from 'commander'
import Papa from 'papaparse'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { ActivityRow } from '../db/entities.ts'
import { type ChainState, checkChain } from '../features/activity/activity-chain.ts'
import { MAX_ROWS, oldestKept } from '../features/activity/activity-commands.ts'
import { listActivity, presentActivity } from '../features/activity/activity-routes.ts'
import { listNames } from '../features/auth/account-names.ts'
import { addCommand, type CliContext, print, readGiven, withDatabase } from './cli-context.ts'
import { countOf } from './doctor/finding.ts'

/** Actions that are printed without `--csv`. */
const SHOWN = 50

/** Adds `activity`, which prints the activity, and `activity verify`, which shows where it was changed. */
export function addActivityCommands(
  program: Command,
  { env, stdout, school, endWith }: Omit<CliContext, 'stdin'>,
): void {
  const activity = addCommand(program, 'activity', {
    description: `Print who did what: the latest ${SHOWN} actions, or all of them as CSV.`,
    examples: ['activity', 'activity --csv > activity.csv', 'activity verify activity.csv'],
  })
    .option('--csv', 'print all actions as CSV, oldest first')
    .option('--json', 'print JSON')
    .action(({ csv, json }: { csv?: boolean; json?: boolean }) =>
      withDatabase(
        readConfig(env),
        async ({ db }) => {
          if (csv) stdout.write(await allAsCsv(db.read))
          else print({ stdout }, { json, ...(await latest(db.read)) })
        },
        school,
      ),
    )
  activity
    .command('verify [exported]')
    .description(
      'Show where actions were removed, changed or inserted. Compare with an exported CSV, which was stored outside of this server, to find out whether anything was rewritten.',
    )
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, { json }: { json?: boolean }) => {
      const exported =
        file === undefined ? null : readExport(String(await readGiven(env, file)), file)
      const result = await withDatabase(
        readConfig(env),
        ({ db }) => verify(db.read, exported),
        school,
      )
      const text = [describeChain(result.chain), ...(result.export ? [result.export.text] : [])]
      print({ stdout }, { json, result, text: text.join('\n') })
      if (isBroken(result.chain) || result.export?.holds === false) endWith?.(1)
    })
}

async function allAsCsv(reader: EntityManager): Promise<string> {
  const names = new Map((await listNames(reader)).map(({ username, name }) => [username, name]))
  const rows = await reader.find(ActivityRow, { order: { seq: 'ASC' } })
  return activityCsv(
    rows.map((row) => presentActivity(row, true)),
    (username) => names.get(username) ?? username,
  )
}

async function latest(reader: EntityManager): Promise<{ result: ActivityItem[]; text: string }> {
  const { items } = await listActivity(reader, { limit: SHOWN })
  const lines = items.map(({ at, by, action, subject, title, count, gap }) =>
    [at, by, action, subject, count, title, gap && '(does not hold)'].filter(Boolean).join('  '),
  )
  return { result: items, text: lines.join('\n') }
}

/** Whether something was changed or removed. */
export const isBroken = ({ gap, missingAtEnd }: ChainState) => gap !== null || missingAtEnd > 0

/** Says what a check of the whole activity has found. */
export function describeChain({ rows, hashed, gap, missingAtEnd }: ChainState): string {
  if (gap) {
    return `The activity does not hold at number ${gap.seq} (${gap.at}): this action, or one before it, was removed, changed or inserted.`
  }
  if (missingAtEnd > 0) {
    return `The latest ${countOf(missingAtEnd, 'action')} of the activity, after number ${hashed?.to.seq}, are missing.`
  }
  if (!hashed) return `${countOf(rows, 'action')} of an earlier version, which cannot be checked.`
  const { from, to, since } = hashed
  return `${countOf(rows, 'action')}; unbroken from number ${from.seq} (${since}) to ${to.seq}.`
}

interface Comparison {
  holds: boolean
  text: string
}

/** An exported action that has a hash. */
const ExportedRow = z.object({
  seq: z.coerce.number<string>().int().positive(),
  at: z.string(),
  hash: z.string(),
})
type ExportedRow = z.infer<typeof ExportedRow>

/** @throws Error with a one-line message if the file is no export, or of a version without hashes */
function readExport(csv: string, file: string): ExportedRow[] {
  const { data } = Papa.parse<string[]>(csv.replace(/^\ufeff/, ''), { skipEmptyLines: true })
  const [head = [], ...rows] = data
  const parsed = z.array(ExportedRow).safeParse(
    rows.map((row) => ({
      seq: row[0],
      at: row[head.indexOf('at')],
      hash: row[head.indexOf('hash')],
    })),
  )
  const hashed = parsed.data?.filter(({ hash }) => hash !== '') ?? []
  if (hashed.length > 0) return hashed
  throw new Error(`${file}: is no exported activity with hashes.`)
}

async function verify(
  reader: EntityManager,
  exported: readonly ExportedRow[] | null,
): Promise<{ chain: ChainState; export: Comparison | null }> {
  const stored = new Map<number, string | null>()
  const chain = await checkChain(reader, ({ seq, hash }) => stored.set(seq, hash))
  return { chain, export: exported && compare(stored, exported) }
}

/** Compares stored hashes, by number and in its order, with exported ones. */
function compare(
  stored: ReadonlyMap<number, string | null>,
  exported: readonly ExportedRow[],
): Comparison {
  const first = [...stored.keys()][0] ?? Number.POSITIVE_INFINITY
  const isFull = stored.size >= MAX_ROWS
  const now = systemClock()
  const wrong = exported.find(({ seq, at, hash }) => {
    // Those of a clock that was ahead are deleted as soon as it is right.
    const wasDeletable = at < oldestKept(now) || at > now.toISOString() || isFull
    return !(seq < first && wasDeletable) && stored.get(seq) !== hash
  })
  const last = exported.at(-1)
  if (!wrong) {
    return {
      holds: true,
      text: `The export fits: nothing was rewritten up to its end, number ${last?.seq} (${last?.at}).`,
    }
  }
  const what = stored.has(wrong.seq)
    ? 'is another one now, or follows others'
    : 'is missing now; unless an older backup took the place of lost data, it was removed'
  return { holds: false, text: `Number ${wrong.seq} of the export (${wrong.at}) ${what}.` }
}
