import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { keepFound } from './corpus.ts'
import { fuzz } from './fuzz.ts'
import { targets } from './targets.ts'

interface Options {
  minutes: number
  only?: string[]
  seed: number
}

const root = path.join(import.meta.dirname, '../../..')

const positive = (text: string): number => {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}
const known = targets.map(({ name }) => name)

await new Command()
  .name('npm run fuzz --')
  .description('Runs changed inputs against the parsers, and keeps those with which one fails.')
  .option('--minutes <number>', 'for all targets together', positive, 2)
  .option('--only <names...>', `of ${known.join(', ')}`)
  .option('--seed <number>', 'repeat an earlier run', positive, Date.now() % 1e9)
  .action(async ({ minutes, only: names = known, seed }: Options) => {
    const unknown = names.find((name) => !known.includes(name))
    if (unknown) throw new Error(`--only: there is no target named ${unknown}`)
    process.stdout.write(`Seed: ${seed}\n`)
    await fuzz({
      names,
      ms: minutes * 60_000,
      seed,
      onReport({ name, runs, ms, shapes, found }) {
        const pace = Math.round((runs / ms) * 1000)
        const figures = `${runs} runs, ${pace} a second, ${shapes} kinds of results`
        process.stdout.write(`${name}: ${figures}\n`)
        if (!found) return
        const file = path.relative(root, keepFound(name, found.bytes))
        process.stdout.write(`  FOUND ${file}: ${found.reason}\n`)
        process.exitCode = 1
      },
    })
  })
  .parseAsync()
