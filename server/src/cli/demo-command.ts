import type { Command } from 'commander'
import pino from 'pino'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { assertDatabasePresent, openDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/database.ts'
import { EntryRow, SingleRecordRow } from '../db/entities.ts'
import { SCHOOL } from '../find-records.ts'
import { openFileStore } from '../storage/open-file-store.ts'
import { createStorage } from '../storage/storage.ts'
import { addCommand, type CliContext, print, withServerStopped } from './cli-context.ts'

/** Adds `demo`, which fills an empty data folder with the sample school. */
export function addDemoCommand(
  program: Command,
  { env, stdout }: Pick<CliContext, 'env' | 'stdout'>,
): void {
  addCommand(program, 'demo', {
    description:
      'Fill an empty data folder with the sample school. The server must be stopped; its next start creates the first admin.',
    examples: ['demo', 'demo --json'],
  })
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const config = readConfig(env)
      const { dataDir } = config
      const folder = await openDataFolder(dataDir)
      const entries = await withServerStopped(folder, async () => {
        await assertDatabasePresent(folder)
        const db = await openDatabase(folder.databaseFile, folder.backups)
        try {
          const isUsed =
            (await db.read.existsBy(EntryRow, {})) || (await db.read.existsBy(SingleRecordRow, {}))
          if (isUsed) throw new Error(`DATA_DIR: ${dataDir} contains a school already.`)
          const { fillDemo } = await import('../fill-demo.ts')
          const log = pino({ level: 'silent' })
          const storage = createStorage({
            folder,
            files: await openFileStore({ config, folder, school: SCHOOL, log }),
            log,
          })
          await fillDemo({ db, storage, folder, clock: systemClock })
          return await db.read.count(EntryRow)
        } finally {
          await db.close()
        }
      })
      const text = `The sample school is in ${dataDir}: ${entries} entries. Start the server.`
      print({ stdout }, { json, result: { dataDir, entries }, text })
    })
}
