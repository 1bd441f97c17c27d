import path from 'node:path'
import { type Command, Option } from 'commander'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { createStorage } from '../storage/storage.ts'
import {
  addCommand,
  type CliContext,
  chooseAdmin,
  openExistingFolder,
  print,
  silent,
  withDatabase,
  withServerStopped,
} from './cli-context.ts'
import { type ImportedRow, importEntries } from './import/import-entries.ts'
import { readSource } from './import/import-source.ts'

const IMPORTABLE = ['notices', 'news', 'downloads'] as const

interface Options {
  collection: (typeof IMPORTABLE)[number]
  write?: boolean
  by?: string
  json?: boolean
}

/** Adds `import`, which imports old notices from a folder or a CSV. */
export function addImportCommand(
  program: Command,
  { env, stdout, endWith, school }: Pick<CliContext, 'env' | 'stdout' | 'endWith' | 'school'>,
): void {
  addCommand(program, 'import', {
    description:
      'Import old notices (title, date, file or text). Without --write it only prints what would happen.',
    examples: [
      'import ~/old-notices',
      'import ~/old-notices/list.csv',
      'import ~/old-notices/list.csv --write',
      'import ~/forms --collection downloads --write --by headteacher',
    ],
  })
    .argument(
      '<source>',
      'a CSV with the columns title, date, and file or text, or a folder of files named by their titles',
    )
    .addOption(new Option('--collection <name>', 'target').choices(IMPORTABLE).default('notices'))
    .option(
      '--write',
      'write the entries; the server must be stopped, unless the records are in PostgreSQL',
    )
    .option('--by <username>', 'the publishing admin; optional if there is only one')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Dates are read as 2019-05-03, 03/05/2019 (the day first) or ৩ মে, ২০১৯, in either digits. In a
folder the date is at the start or the end of a file's name, or else that of the file itself.
A CSV may have file and text, and also the columns kind (name or id), classes (Nine, Ten), startsOn and endsOn.
Entries that were imported before are skipped. Exit codes: 0 success, 1 if an entry was rejected.`,
    )
    .action(async (source: string, { collection, write = false, by, json }: Options) => {
      const config = readConfig(env)
      const folder = await openExistingFolder(config)
      const rows = await readSource(path.resolve(source))
      const work = () =>
        withDatabase(
          config,
          async ({ db, openFiles }) => {
            const admin = write ? (await chooseAdmin(db, by, '--by')).username : undefined
            const storage = createStorage({ folder, files: await openFiles(), log: silent })
            const deps = {
              db,
              storage,
              folder,
              clock: systemClock,
              maxBytes: config.maxUploadBytes,
            }
            return importEntries(deps, rows, { collection, by: admin })
          },
          school,
        )
      const results = write ? await withServerStopped(config, folder, work) : await work()
      const result = { written: write, collection, rows: results }
      print({ stdout }, { json, result, text: asText(results, write) })
      if (results.some(({ outcome }) => outcome === 'refused')) endWith?.(1)
    })
}

const LABELS = {
  new: 'new',
  imported: 'imported',
  there: 'exists',
  refused: 'REJECTED',
} as const

function asText(results: readonly ImportedRow[], written: boolean): string {
  const lines = results.map(({ outcome, where, date, title, reason }) =>
    [LABELS[outcome], where, date, title, reason].filter(Boolean).join('  '),
  )
  const count = (outcome: ImportedRow['outcome']) =>
    results.filter((row) => row.outcome === outcome).length
  const done = written ? `${count('imported')} imported` : `${count('new')} would be imported`
  const sum = `${done}, ${count('there')} exist already, ${count('refused')} rejected.`
  const next = written || count('new') === 0 ? '' : ' Nothing was written: add --write to import.'
  return [...lines, sum + next].join('\n')
}
