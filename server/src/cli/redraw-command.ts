import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { redrawAll } from '../features/collections/page-redrawing.ts'
import { addCommand, type CliContext, print, withDatabase } from './cli-context.ts'

/** Adds `redraw`, which has the pages of PDFs rendered again. */
export function addRedrawCommand(
  program: Command,
  { env, stdout, school }: Pick<CliContext, 'env' | 'stdout' | 'school'>,
): void {
  addCommand(program, 'redraw', {
    description:
      'Have the pages of all PDFs without page pictures drawn again, and then read. The server does it, within a quarter of an hour or after its next start.',
    examples: ['redraw', 'redraw --json'],
  })
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(
        readConfig(env),
        async ({ db }) => {
          const entries = await redrawAll(db)
          const titles = entries.map(({ title }) => title)
          const text = [`${titles.length} entries are drawn again.`, ...titles].join('\n')
          print({ stdout }, { json, result: { entries: titles }, text })
        },
        school,
      ),
    )
}
