import path from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { clientDirOf, loadRenderer, WEB_DIST } from '../built-web.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openDataFolder } from '../data-folder.ts'
import type { CliContext } from './cli-context.ts'
import { helpExamples, openExistingDatabase } from './cli-context.ts'
import { exportStatic } from './export-static/export-static.ts'

interface Options {
  url?: string
  json?: boolean
}

/** `export-static`: the public site as plain files. */
export function addExportCommand(
  program: Command,
  { env, stdout, endWith }: Pick<CliContext, 'env' | 'stdout' | 'endWith'>,
): void {
  program
    .command('export-static')
    .description(
      'Write the whole public site as plain files that any web host can serve, also while the server runs.',
    )
    .argument('<folder>', 'where to; a copy that was made there before is replaced')
    .option('--url <address>', 'where the copy will be reached; PUBLIC_URL unless told', readUrl)
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `${helpExamples(
        'export-static /srv/school-copy',
        'export-static ../copy --url https://copy.school.example',
      )}\n\nEnds with 0, or with 1 where files that records name are missing.`,
    )
    .action(async (folder: string, { url, json }: Options) => {
      const config = readConfig(env)
      const db = await openExistingDatabase(config)
      try {
        const dataFolder = await openDataFolder(config.dataDir)
        // Whoever serves the copy must be able to read it.
        process.umask(0o022)
        const report = await exportStatic(
          {
            db,
            folder: dataFolder,
            renderer: await loadRenderer(WEB_DIST),
            clientDir: clientDirOf(WEB_DIST),
          },
          {
            target: path.resolve(folder),
            now: systemClock(),
            publicUrl: url ?? config.publicUrl,
            dashboard: config.publicUrl && `${config.publicUrl}/admin`,
          },
        )
        const { pages, files, bytes, missing } = report
        const lines = [
          `${report.folder}: ${pages} pages, ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB.`,
          ...missing.map((file) => `Missing: ${file}`),
        ]
        stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`)
        if (missing.length > 0) endWith?.(1)
      } finally {
        await db.close()
      }
    })
}

function readUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It is no http(s) address.')
  }
  return new URL(text).origin
}
