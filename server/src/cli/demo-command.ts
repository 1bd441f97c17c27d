import type { Command } from 'commander'
import pino from 'pino'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { assertDatabasePresent, openDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/database.ts'
import { EntryRow, SingleRecordRow } from '../db/entities.ts'
import { createStorage } from '../storage/storage.ts'
import type { CliContext } from './cli-context.ts'
import { helpExamples, withServerStopped } from './cli-context.ts'

/** `demo`: the sample school in an empty data folder. */
export function addDemoCommand(
  program: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  program
    .command('demo')
    .description(
      'Fill an empty data folder with the sample school. The server must be stopped; its next start makes the first admin.',
    )
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpExamples('demo', 'demo --json'))
    .action(async ({ json }: { json?: boolean }) => {
      const { dataDir } = readConfig(env)
      const folder = await openDataFolder(dataDir)
      const entries = await withServerStopped(folder, async () => {
        await assertDatabasePresent(folder)
        const db = await openDatabase(folder.databaseFile, folder.backups)
        try {
          const taken =
            (await db.read.existsBy(EntryRow, {})) || (await db.read.existsBy(SingleRecordRow, {}))
          if (taken) throw new Error(`DATA_DIR: ${dataDir} holds a school already.`)
          const { fillDemo } = await import('../fill-demo.ts')
          const storage = createStorage({ folder, log: pino({ level: 'silent' }) })
          await fillDemo({ db, storage, folder, clock: systemClock })
          return await db.read.count(EntryRow)
        } finally {
          await db.close()
        }
      })
      stdout.write(
        json
          ? `${JSON.stringify({ dataDir, entries })}\n`
          : `The sample school is in ${dataDir}: ${entries} entries. Start the server.\n`,
      )
    })
}
