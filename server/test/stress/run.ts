import { Command, InvalidArgumentError } from 'commander'
import { runScenario, type Scenario } from './scenario.ts'
import { allSamples } from './scenarios/all-samples.ts'
import { backups, largeBackup } from './scenarios/backups.ts'
import { clock } from './scenarios/clock.ts'
import { fullDisk, readOnly } from './scenarios/disk-faults.ts'
import { fsyncOrder } from './scenarios/fsync-order.ts'
import { fuzzing } from './scenarios/fuzzing.ts'
import { manyNotices } from './scenarios/many-notices.ts'
import { moveIn } from './scenarios/move-in.ts'
import { moveInTakeOver } from './scenarios/move-in-take-over.ts'
import { pictures } from './scenarios/pictures.ts'
import { databaseAway, processes, rollingRestart } from './scenarios/processes.ts'
import { kill, stop } from './scenarios/shutdown.ts'
import { slowClients } from './scenarios/slow-clients.ts'
import { soak } from './scenarios/soak.ts'
import { takeOver } from './scenarios/take-over.ts'
import { aborts, slowUploads } from './scenarios/uploads.ts'

/** All scenarios, in the order in which they run. */
const scenarios: readonly Scenario[] = [
  kill,
  moveIn,
  fullDisk,
  readOnly,
  aborts,
  stop,
  fsyncOrder,
  pictures,
  clock,
  backups,
  largeBackup,
  manyNotices,
  slowUploads,
  slowClients,
  processes,
  takeOver,
  moveInTakeOver,
  databaseAway,
  rollingRestart,
  allSamples,
  fuzzing,
  soak,
]

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
  .description('Runs faults against the built server and checks that no data is lost.')
  .option('--minutes <number>', 'start no round of a scenario after this many minutes', positive)
  .option('--only <names...>', `of ${scenarios.map(({ name }) => name).join(', ')}`)
  .option('--rounds <number>', 'number of rounds of each scenario', positive)
  .option('--seed <seed>', 'repeat the random numbers of an earlier run', String(Date.now()))
  .action(async (options: Options) => {
    const print = (line: string) => process.stdout.write(`${line}\n`)
    print(`Seed: ${options.seed}`)
    let failed = 0
    for (const scenario of chosen(options.only)) {
      print(`\n${scenario.name}: ${scenario.description}`)
      const reason = scenario.skipReason?.()
      if (reason) print(`  SKIPPED: ${reason}`)
      else if (!(await run(scenario, options, print))) failed += 1
    }
    print(failed === 0 ? '\nAll scenarios passed.' : `\n${failed} failed.`)
    process.exitCode = failed === 0 ? 0 : 1
  })

function chosen(names: readonly string[] | undefined): readonly Scenario[] {
  if (!names) return scenarios
  return names.map((name) => {
    const scenario = scenarios.find((one) => one.name === name)
    if (!scenario) throw new Error(`--only: there is no scenario named ${name}`)
    return scenario
  })
}

async function run(
  scenario: Scenario,
  { seed, minutes, rounds = scenario.rounds }: Options,
  print: (line: string) => void,
): Promise<boolean> {
  const began = performance.now()
  const pace = { seed, rounds, ...(minutes !== undefined && { minutes }) }
  try {
    for (const figure of await runScenario(scenario, pace)) print(`  ${figure}`)
    print(`  passed in ${Math.round((performance.now() - began) / 1000)} s`)
    return true
  } catch (error) {
    print(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return false
  }
}

await program.parseAsync()
