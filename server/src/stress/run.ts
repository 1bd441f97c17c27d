import { Command, InvalidArgumentError } from 'commander'
import { runScenario, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'

/* `npm run test:stress`: every story at full length, one after the other. */

interface Options {
  minutes?: number
  only?: string[]
  rounds?: number
  seed: string
}

const positive = (text: string): number => {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

const program = new Command()
  .name('npm run test:stress --')
  .description('Does to the built server what must not harm it, and looks whether it did.')
  .option('--minutes <number>', 'begin no round of a story after so many minutes', positive)
  .option('--only <names...>', `of ${scenarios.map(({ name }) => name).join(', ')}`)
  .option('--rounds <number>', 'how many rounds of each story', positive)
  .option('--seed <seed>', 'throw the dice as in an earlier run', String(Date.now()))
  .action(async (options: Options) => {
    const print = (line: string) => process.stdout.write(`${line}\n`)
    print(`Seed: ${options.seed}`)
    let failed = 0
    for (const story of chosen(options.only)) {
      print(`\n${story.name}: ${story.about}`)
      const reason = story.impossible?.()
      if (reason) print(`  SKIPPED: ${reason}`)
      else if (!(await run(story, options, print))) failed += 1
    }
    print(failed === 0 ? '\nEverything held.' : `\n${failed} did not hold.`)
    process.exitCode = failed === 0 ? 0 : 1
  })

function chosen(names: readonly string[] | undefined): readonly Scenario[] {
  if (!names) return scenarios
  return names.map((name) => {
    const story = scenarios.find((one) => one.name === name)
    if (!story) throw new Error(`--only: there is no scenario called ${name}`)
    return story
  })
}

async function run(
  story: Scenario,
  { seed, minutes, rounds = story.rounds }: Options,
  print: (line: string) => void,
): Promise<boolean> {
  const began = performance.now()
  const pace = { seed, rounds, ...(minutes !== undefined && { minutes }) }
  try {
    for (const figure of await runScenario(story, pace)) print(`  ${figure}`)
    print(`  held, in ${Math.round((performance.now() - began) / 1000)} s`)
    return true
  } catch (error) {
    print(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return false
  }
}

await program.parseAsync()
