import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod'
import { dataFolderAt } from '../../../src/data-folder.ts'
import { signIn } from '../admin-client.ts'
import { percentile } from '../measurements.ts'
import { assertThat, type Scenario } from '../scenario.ts'
import { startProcess, startReceiver, withShared } from '../shared-processes.ts'

const Holders = z.array(z.object({ holder: z.string() })).length(1)

/** The process that does the background work is killed while the other one has nothing to do. */
export const takeOver: Scenario = {
  name: 'take-over',
  description:
    'SIGKILL of the process that does the background work: the other one tells of an entry within seconds',
  rounds: 10,
  run: (context) =>
    withShared(async (shared) => {
      const receiver = await startReceiver()
      const env = { ...shared, ...receiver.env }
      const startNamed = async (name: string) => {
        const server = startProcess(context, name, env)
        const url = await server.ready()
        const { serverIdFile } = dataFolderAt(path.join(context.root, name))
        return { name, server, url, id: (await fs.readFile(serverIdFile, 'utf8')).trim() }
      }
      let running = [await startNamed('one'), await startNamed('two')]
      const { token } = await signIn(running[0]?.url ?? '')
      const times: number[] = []
      for (let round = 0; context.shouldContinue(round); round += 1) {
        const holder = await workerOf(shared)
        const victim = running.find(({ id }) => id === holder)
        const other = running.find(({ id }) => id !== holder)
        if (!victim || !other) throw new Error(`The work is done by ${holder}`)
        // At any moment of the four seconds between two renewals.
        await wait(context.random.between(0, 4000))
        victim.server.child.kill('SIGKILL')
        await victim.server.exit
        const killed = performance.now()
        const body = new FormData()
        body.set('title', `বিজ্ঞপ্তি ${round}`)
        body.set('body', 'লেখা')
        const headers = { authorization: `Bearer ${token}` }
        const { status } = await fetch(`${other.url}/api/notices`, {
          method: 'POST',
          headers,
          body,
        })
        assertThat(status === 201, `the other process publishes; instead ${status}`)
        await receiver.allTold(round + 1)
        times.push((performance.now() - killed) / 1000)
        assertThat((await workerOf(shared)) === other.id, 'the other process has the lease')
        running = [other, await startNamed(victim.name)]
      }
      const [shortest, median, longest] = [0, 0.5, 1].map((p) => percentile(times, p).toFixed(1))
      return [`${times.length} kills: told after ${shortest} to ${longest} s, median ${median} s`]
    }),
}

/** Returns the id of the process that does the background work. */
async function workerOf({
  DATABASE_URL: connectionString,
}: Record<string, string>): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query(
      "SELECT holder FROM lease WHERE name LIKE '% background work' AND until > now()",
    )
    return Holders.parse(rows)[0]?.holder ?? ''
  } finally {
    await client.end()
  }
}
