import fs from 'node:fs/promises'
import { addressesCsv, reportCsv } from '@bidyaloy/shared/features/move-in/csv'
import type { MoveIn, MoveInItem } from '@bidyaloy/shared/features/move-in/move-in'
import {
  type MovedCollection,
  movedCollections,
  reasons,
} from '@bidyaloy/shared/features/move-in/reasons'
import { type Command, Option } from 'commander'
import { systemClock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { importOldSite, tryImport, undoLastImport } from '../features/move-in/import-old-site.ts'
import { allAddresses } from '../features/move-in/list-old-addresses.ts'
import type { MoveInWorkDeps } from '../features/move-in/move-in-work.ts'
import { createStorage } from '../storage/storage.ts'
import {
  addCommand,
  type CliContext,
  chooseAdmin,
  givenPath,
  openExistingFolder,
  print,
  silent,
  withDatabase,
  withServerStopped,
} from './cli-context.ts'

interface Options {
  collection?: MovedCollection
  write?: boolean
  draft?: boolean
  undo?: boolean
  by?: string
  report?: string
  addresses?: string
  json?: boolean
}

const DESCRIPTION =
  'Import an older site: its address, an export of WordPress, or old notices in a folder, zip or CSV. Without --write it only prints what would happen.'

/** Adds `import`, which imports an older site. */
export function addImportCommand(
  program: Command,
  { env, stdout, endWith, school }: Pick<CliContext, 'env' | 'stdout' | 'endWith' | 'school'>,
): void {
  addCommand(program, 'import', {
    description: DESCRIPTION,
    examples: [
      'import https://old.example.edu.bd',
      'import ~/wordpress.xml --write',
      'import ~/old-notices/list.csv --write --report report.csv',
      'import ~/forms --collection downloads --write --by headteacher',
      'import --undo',
    ],
  })
    .argument(
      '[source]',
      'an address, or a file or folder: an export of WordPress (beside it the folder uploads, if there is one), a CSV with the columns title, date, and file or text, or files named by their titles',
    )
    .addOption(new Option('--collection <name>', 'target of all items').choices(movedCollections))
    .option(
      '--write',
      'write the entries; the server must be stopped, unless the records are in PostgreSQL',
    )
    .option('--draft', 'write drafts, which no visitor sees')
    .option('--undo', 'remove what the last import wrote, if nothing of it was changed')
    .option('--by <username>', 'the publishing admin; optional if there is only one')
    .option('--report <file>', 'write what became of each item as CSV')
    .option('--addresses <file>', 'write old and new addresses as CSV, for the old host')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Dates are read as 2019-05-03, 03/05/2019 (the day first) or ৩ মে, ২০১৯, in either digits. In a
folder the date is at the start or the end of a file's name, or else that of the file itself.
A CSV may have file and text, and also the columns kind (name or id), classes (Nine, Ten), startsOn and endsOn.
Entries that were imported before are skipped. Exit codes: 0 success, 1 if an item was refused.`,
    )
    .action(async (source: string | undefined, options: Options, command: Command) => {
      if (!source && !options.undo) {
        command.error('error: name what to import: an address, or a file or folder')
      }
      const config = readConfig(env)
      const folder = await openExistingFolder(config)
      const isChange = options.write === true || options.undo === true
      const { report, addresses } = options
      const asked = {
        ...options,
        ...(report && { report: givenPath(env, report) }),
        ...(addresses && { addresses: givenPath(env, addresses) }),
      }
      const given = source && !isAddress(source) ? givenPath(env, source) : (source ?? '')
      const work = () =>
        withMoveIns(config, school, (deps) => runImport(deps, given, asked, config))
      const result = await (isChange ? withServerStopped(config, folder, work) : work())
      print({ stdout }, { json: options.json, result: result.json, text: result.text })
      if (result.hasRefused) endWith?.(1)
    })
}

/** Opens what moves need of a school. */
function withMoveIns<T>(
  config: Config,
  school: string | undefined,
  work: (deps: MoveInWorkDeps) => Promise<T>,
): Promise<T> {
  return withDatabase(
    config,
    async ({ db, folder, openFiles }) => {
      const storage = createStorage({ folder, files: await openFiles(), log: silent })
      return work({ db, folder, storage, clock: systemClock, log: silent, config })
    },
    school,
  )
}

interface Result {
  json: object
  text: string
  hasRefused: boolean
}

const isAddress = (source: string) => /^https?:\/\//i.test(source)

async function runImport(
  deps: MoveInWorkDeps,
  given: string,
  options: Options,
  { publicUrl = '' }: Pick<Config, 'publicUrl'>,
): Promise<Result> {
  const { collection, write = false, draft = false, undo = false } = options
  const { signal } = new AbortController()
  const admin = write || undo ? (await chooseAdmin(deps.db, options.by, '--by')).username : ''
  if (undo) return undone(await undoLastImport(deps, { by: admin, signal }))
  const source = isAddress(given) ? { url: given } : { folder: given }
  const as = draft ? ('draft' as const) : ('published' as const)
  const asked = { source, collection, as, by: admin, signal }
  if (!write) return resultOf(await tryImport(deps, asked), { written: false, options, publicUrl })
  const { move, items } = await importOldSite(deps, asked)
  if (move.state !== 'done') throw new Error(problemText(move))
  if (options.addresses) {
    const addresses = await allAddresses(deps.db.read, move._id, deps.clock())
    await fs.writeFile(options.addresses, addressesCsv(addresses, publicUrl))
  }
  return resultOf(items, { written: true, options, publicUrl })
}

function problemText({ state, problem }: MoveIn): string {
  const reason = problem ? reasons[problem].en : state
  return `The import has stopped: ${reason}. What was written stays: run the command again, or with --undo.`
}

function undone(move: MoveIn | null): Result {
  if (!move) throw new Error('There is no import that can be undone.')
  const { published, draft } = move.counts
  const count = published + draft
  return {
    json: { undone: count },
    text: `${count} removed: entries, files and old addresses.`,
    hasRefused: false,
  }
}

/** Reasons of items for which there is nothing to do. */
const THERE = ['present', 'duplicate']

const outcomeOf = ({ outcome, reason }: MoveInItem, written: boolean): Row['outcome'] => {
  if (reason && THERE.includes(reason)) return 'there'
  if (outcome === 'refused') return 'refused'
  return written ? 'imported' : 'new'
}

async function resultOf(
  items: readonly MoveInItem[],
  { written, options, publicUrl }: { written: boolean; options: Options; publicUrl: string },
): Promise<Result> {
  if (options.report) await fs.writeFile(options.report, reportCsv(items, publicUrl))
  // Those that an interrupted bringing of the dashboard was not to bring.
  const meant = items.filter(({ outcome }) => outcome !== 'skipped')
  const rows = meant.map((item) => {
    const { key, title, day, collection, reason, detail } = item
    const why = reason && [reasons[reason].en, detail].filter(Boolean).join(': ')
    return {
      ...{ where: key, outcome: outcomeOf(item, written), collection, title },
      ...(day && { date: day }),
      ...(why && { reason: why }),
    }
  })
  return {
    json: { written, rows },
    text: asText(rows, written),
    hasRefused: rows.some(({ outcome }) => outcome === 'refused'),
  }
}

const LABELS = {
  new: 'new',
  imported: 'imported',
  there: 'exists',
  refused: 'REJECTED',
} as const

interface Row {
  where: string
  outcome: keyof typeof LABELS
  title: string
  date?: string
  reason?: string
}

function asText(rows: readonly Row[], written: boolean): string {
  const lines = rows.map(({ outcome, where, date, title, reason }) =>
    [LABELS[outcome], where, date, title, reason].filter(Boolean).join('  '),
  )
  const count = (outcome: Row['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const done = written ? `${count('imported')} imported` : `${count('new')} would be imported`
  const sum = `${done}, ${count('there')} exist already, ${count('refused')} rejected.`
  const next = written || count('new') === 0 ? '' : ' Nothing was written: add --write to import.'
  return [...lines, sum + next].join('\n')
}
