import { type Command, InvalidArgumentError } from 'commander'
import { clientDirOf, loadRenderer, WEB_DIST } from '../built-web.ts'
import { systemClock } from '../clock.ts'
import { readConfig, SiteUrl } from '../config.ts'
import { addCommand, type CliContext, givenPath, print, withDatabase } from './cli-context.ts'
import { exportStatic } from './export-static/export-static.ts'

interface Options {
  url?: string
  json?: boolean
}

/** Adds `export-static`, which writes the public site as plain files. */
export function addExportCommand(
  program: Command,
  { env, stdout, endWith, school }: Pick<CliContext, 'env' | 'stdout' | 'endWith' | 'school'>,
): void {
  addCommand(program, 'export-static', {
    description:
      'Write the whole public site as plain files for any web host, also while the server runs.',
    examples: [
      'export-static /srv/school-copy',
      'export-static ../copy --url https://copy.school.example',
    ],
  })
    .argument('<folder>', 'target folder; an earlier copy in it is replaced')
    .option('--url <address>', 'address of the copy; defaults to PUBLIC_URL', readUrl)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit codes: 0 success, 1 if files of records are missing.')
    .action((target: string, { url, json }: Options) => {
      const config = readConfig(env)
      return withDatabase(
        config,
        async ({ db, folder, openFiles }) => {
          // The web server must be able to read the copy.
          process.umask(0o022)
          const renderer = await loadRenderer(WEB_DIST)
          const report = await exportStatic(
            {
              config,
              db,
              folder,
              files: await openFiles(),
              renderer,
              clientDir: clientDirOf(WEB_DIST),
            },
            {
              target: givenPath(env, target),
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
          print({ stdout }, { json, result: report, text: lines.join('\n') })
          if (missing.length > 0) endWith?.(1)
        },
        school,
      )
    })
}

function readUrl(text: string): string {
  const { data, error } = SiteUrl.safeParse(text)
  if (data === undefined) throw new InvalidArgumentError(`It ${error?.issues[0]?.message}.`)
  return new URL(data).origin
}
