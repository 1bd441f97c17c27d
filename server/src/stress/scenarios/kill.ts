import { setTimeout as wait } from 'node:timers/promises'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { type Clerk, mustBeKept, newClerk, workUntilSilence } from '../clerk.ts'
import { mustBeInStep } from '../in-step.ts'
import type { Scenario, ScenarioContext } from '../scenario.ts'

const CLERKS = 8
/** A write lasts some tens of milliseconds: the blow falls before, within and between writes. */
const LATEST_MS = 800

/** The process ends without notice in the midst of writes. */
export const kill: Scenario = {
  name: 'kill',
  about:
    'SIGKILL at random moments while 8 clerks write: nothing acknowledged is lost, nothing is half',
  rounds: 200,
  async play(ground, pace) {
    const clerks = Array.from({ length: CLERKS }, (_, index) => newClerk(`${index + 1}ম`))
    let token: string | undefined
    const starts: number[] = []
    let happened = 0
    for (let round = 0; ground.hasTimeFor(round); round += 1) {
      const { office, kill } = await begin(ground, token, starts)
      token = office.token
      happened += await mustBeKept(clerks, office)
      await mustBeInStep(ground.dataDir)
      const work = Promise.all(clerks.map((clerk) => workUntilSilence(clerk, office, ground.dice)))
      // Should a clerk meet what does not hold, the story ends with that and not with silence.
      await Promise.race([work, wait(ground.dice.between(0, LATEST_MS))])
      await kill()
      await work
    }
    const { office } = await begin(ground, token, starts)
    happened += await mustBeKept(clerks, office)
    await mustBeInStep(ground.dataDir)
    return figures(clerks, starts, happened, pace.seed)
  },
}

async function begin(
  ground: ScenarioContext,
  token: string | undefined,
  starts: number[],
): Promise<{ office: AdminClient; kill: () => Promise<unknown> }> {
  const program = ground.start()
  const spawned = performance.now()
  const url = await program.ready()
  starts.push(performance.now() - spawned)
  const office = token ? adminClient(url, token) : await signIn(url)
  return {
    office,
    kill: () => {
      program.child.kill('SIGKILL')
      return program.exit
    },
  }
}

function figures(
  clerks: readonly Clerk[],
  starts: readonly number[],
  happened: number,
  seed: string,
): string[] {
  const sorted = [...starts].sort((one, other) => one - other)
  const ms = (index: number) => Math.round(sorted[Math.floor(index)] ?? 0)
  const acknowledged = clerks.reduce((sum, clerk) => sum + clerk.acknowledged, 0)
  return [
    `kills: ${starts.length - 1} (seed ${seed})`,
    `acknowledged writes: ${acknowledged}, lost: 0`,
    `unanswered writes that had happened, each whole: ${happened}`,
    `start: median ${ms(sorted.length / 2)} ms, longest ${ms(sorted.length - 1)} ms (goal: below 3000 ms)`,
  ]
}
