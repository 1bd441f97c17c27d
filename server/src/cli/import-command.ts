import path from 'node:path'
import { type Command, Option } from 'commander'
import pino from 'pino'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { createStorage } from '../storage/storage.ts'
import type { CliContext } from './cli-context.ts'
import {
  chooseAdmin,
  helpExamples,
  openExistingDatabase,
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

/** `import`: old notices out of a folder or a CSV. */
export function addImportCommand(
  program: Command,
  { env, stdout, endWith }: Pick<CliContext, 'env' | 'stdout' | 'endWith'>,
): void {
  program
    .command('import')
    .description(
      'Import old notices (title, date, file). Unless --write is given it only tells what would happen.',
    )
    .argument(
      '<source>',
      'a CSV with the columns title, date, file, or a folder of files named by their titles',
    )
    .addOption(new Option('--collection <name>', 'where to').choices(IMPORTABLE).default('notices'))
    .option('--write', 'do it; the server must be stopped')
    .option('--by <username>', 'under whose name; may be left out where there is one admin only')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `${helpExamples(
        'import ~/old-notices',
        'import ~/old-notices/list.csv',
        'import ~/old-notices/list.csv --write',
        'import ~/forms --collection downloads --write --by headteacher',
      )}

Dates are read as 2019-05-03, 03/05/2019 (the day first) or ৩ মে, ২০১৯, in either digits. In a
folder the date stands at the beginning or the end of a file's name; else the file's own counts.
What was imported before is not imported again. Ends with 0, or with 1 where something was refused.`,
    )
    .action(async (source: string, { collection, write = false, by, json }: Options) => {
      const config = readConfig(env)
      const folder = await openDataFolder(config.dataDir)
      const rows = await readSource(path.resolve(source))
      const work = async () => {
        const db = await openExistingDatabase(config)
        try {
          const admin = write ? (await chooseAdmin(db, by, '--by')).username : undefined
          const storage = createStorage({ folder, log: pino({ level: 'silent' }) })
          const deps = { db, storage, folder, clock: systemClock, maxBytes: config.maxUploadBytes }
          return await importEntries(deps, rows, { collection, by: admin })
        } finally {
          await db.close()
        }
      }
      const results = write ? await withServerStopped(folder, work) : await work()
      const answer = { written: write, collection, rows: results }
      stdout.write(json ? `${JSON.stringify(answer)}\n` : asText(results, write))
      if (results.some(({ outcome }) => outcome === 'refused')) endWith?.(1)
    })
}

const WORDS = { new: 'new', imported: 'imported', there: 'is there', refused: 'REFUSED' } as const

function asText(results: readonly ImportedRow[], written: boolean): string {
  const lines = results.map(({ outcome, where, date, title, reason }) =>
    [WORDS[outcome], where, date, title, reason].filter(Boolean).join('  '),
  )
  const count = (wanted: ImportedRow['outcome']) =>
    results.filter(({ outcome }) => outcome === wanted).length
  const done = written ? `${count('imported')} imported` : `${count('new')} would be imported`
  const sum = `${done}, ${count('there')} are there already, ${count('refused')} refused.`
  const next = written || count('new') === 0 ? '' : ' Nothing was written: add --write to do it.'
  return `${[...lines, sum + next].join('\n')}\n`
}
