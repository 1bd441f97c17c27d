import type { Command } from 'commander'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import { EntryRow, SingleRecordRow } from '../db/entities.ts'
import { createStorage } from '../storage/storage.ts'
import {
  addCommand,
  type CliContext,
  type OpenedSchool,
  print,
  silent,
  withRecords,
  withServerStopped,
} from './cli-context.ts'

/** Adds `demo`, which fills an empty data folder with the sample school. */
export function addDemoCommand(
  program: Command,
  { env, stdout, school }: Pick<CliContext, 'env' | 'stdout' | 'school'>,
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
      const fill = async ({ db, openFiles }: OpenedSchool) => {
        const isUsed =
          (await db.read.existsBy(EntryRow, {})) || (await db.read.existsBy(SingleRecordRow, {}))
        if (isUsed) {
          throw new Error(
            config.databaseUrl === undefined
              ? `DATA_DIR: ${dataDir} contains a school already.`
              : 'DATABASE_URL: the database contains a school already.',
          )
        }
        const { fillDemo } = await import('../fill-demo.ts')
        const storage = createStorage({ folder, files: await openFiles(), log: silent })
        await fillDemo({ db, storage, folder, clock: systemClock })
        return db.read.count(EntryRow)
      }
      const entries = await withServerStopped(config, folder, () =>
        withRecords(config, { folder, school }, fill),
      )
      const text = `The sample school is in ${dataDir}: ${entries} entries. Start the server.`
      print({ stdout }, { json, result: { dataDir, entries }, text })
    })
}
